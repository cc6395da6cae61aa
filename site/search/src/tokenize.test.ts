import { describe, expect, it } from 'vitest'
import { plain, queryWords, tokenize } from './tokenize.ts'

describe('tokenize', () => {
  it('gives identifiers whole and in parts, in every spelling', () => {
    expect(tokenize('createWallet')).toEqual(['createwallet', 'create', 'wallet'])
    expect(tokenize('create_wallet')).toEqual(['createwallet', 'create', 'wallet'])
    expect(tokenize('X-Stamp')).toEqual(['xstamp', 'x', 'stamp'])
  })
  it('leaves stop words out and folds plurals', () => {
    expect(tokenize('the policies of an address')).toEqual(['policy', 'address'])
  })
  it('gives a verb and its particle as one word, in every form', () => {
    expect(tokenize('signed in, log in, sign-in')).toEqual(['signin', 'signin', 'signin'])
    expect(tokenize('log out, Sign Up')).toEqual(['signout', 'signup'])
    expect(tokenize('login, logins')).toEqual(['signin', 'signin'])
    expect(tokenize('sign a log')).toEqual(['sign', 'log'])
  })
  it('drops stop words in every form, and folds British spelling', () => {
    expect(tokenize('does it have an organisation')).toEqual(['organization'])
  })
  it('drops long hex', () => {
    expect(tokenize('ab'.repeat(40))).toEqual([])
  })
})

describe('plain', () => {
  it('removes what readers don’t see, and keeps plain quotation marks and dashes', () => {
    expect(plain('“don’t” s\u00ado\u00a0caf\u00e9\u200b x\u2011y')).toBe('"don\'t" so cafe x-y')
    expect(plain('don\u00b4t don\u2032t don\u201bt \u2212\u2212starter')).toBe("don't don't don't --starter")
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
  it('finds no word in punctuation', () => {
    expect(queryWords(' … ?? ')).toEqual([])
  })
})
