import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

const textOf = (passages: readonly string[], ...terms: string[]) =>
  excerptOf(passages, terms)
    .map(({ text }) => text)
    .join('')

describe('excerptOf', () => {
  it('is the whole passage with the most matching words', () => {
    expect(textOf(['A wallet.', 'A wallet has a seed.', 'A seed.'], 'wallet', 'seed')).toBe(
      'A wallet has a seed.',
    )
  })
  it('is the first passage without a match, and empty without passages', () => {
    expect(textOf(['First.', 'Second.'], 'zebra')).toBe('First.')
    expect(textOf([], 'zebra')).toBe('')
  })
  it('of a long passage consists of whole words around the match', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1, maxLength: 80 }),
        fc.nat(),
        (words, at) => {
          const passage = words.with(at % words.length, 'zebra').join(' ')
          const excerpt = textOf([passage], 'zebra')
          expect(excerpt).toContain('zebra')
          for (const word of excerpt.split(' '))
            expect(word === '…' || passage.split(' ').includes(word)).toBe(true)
        },
      ),
    )
  })
})
