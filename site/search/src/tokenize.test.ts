import { describe, expect, it } from 'vitest'
import { queryWords, tokenize } from './tokenize.ts'

describe('tokenize', () => {
  it('gives identifiers whole and in parts, in every spelling', () => {
    expect(tokenize('createWallet')).toEqual(['createwallet', 'create', 'wallet'])
    expect(tokenize('create_wallet')).toEqual(['createwallet', 'create', 'wallet'])
    expect(tokenize('X-Stamp')).toEqual(['xstamp', 'x', 'stamp'])
  })
  it('leaves stop words out and folds plurals', () => {
    expect(tokenize('the policies of an address')).toEqual(['policy', 'address'])
  })
  it('drops long hex', () => {
    expect(tokenize('ab'.repeat(40))).toEqual([])
  })
})

describe('queryWords', () => {
  it('keeps a lone compound and drops stop words', () => {
    expect(queryWords('how to sub-organization')).toEqual([
      { whole: 'suborganization', parts: ['sub', 'organization'] },
    ])
  })
  it('names a compound as the index does, plurals inside it included', () => {
    const [name] = queryWords('approvers.any')
    expect(tokenize('approvers.any(user)')).toContain(name?.whole)
  })
  it('has pairs of characters in Chinese, which the index has too', () => {
    expect(queryWords('创建钱包').map(({ whole }) => whole)).toEqual(['创建', '建钱', '钱包'])
    expect(tokenize('钱包')).toEqual(['钱包'])
  })
  it('finds no word in punctuation', () => {
    expect(queryWords(' … ?? ')).toEqual([])
  })
})
