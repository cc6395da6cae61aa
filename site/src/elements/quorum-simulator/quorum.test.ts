import { expect, test } from 'vitest'
import { FIRST, fromChoices, type Mark, outlookOf, toChoices } from './quorum.ts'

const outlook = (threshold: number, marks: string) =>
  outlookOf(fromChoices({ threshold: String(threshold), users: marks })!).word

test.each<[number, string, string]>([
  [2, 'hhh', 'safe'],
  [2, 'hhl', 'safe'],
  [2, 'hll', 'locked'],
  [2, 'hhs', 'safe'],
  [2, 'hss', 'taken'],
  [2, 'hhss', 'taken'],
  [1, 's', 'taken'],
  [3, 'hhs', 'locked'],
])('%i of %s is %s', (threshold, marks, word) => expect(outlook(threshold, marks)).toBe(word))

test('a link preserves the quorum', () => {
  const marks: Mark[] = ['held', 'lost', 'stolen']
  expect(fromChoices(toChoices({ threshold: 3, marks }))).toEqual({ threshold: 3, marks })
  expect(fromChoices(toChoices(FIRST))).toEqual(FIRST)
})

test.each([
  {},
  { threshold: '4', users: 'hhh' },
  { threshold: '0', users: 'h' },
  { threshold: '1', users: 'hhhhhhhh' },
  { threshold: '1', users: 'x' },
])('rejects %o', (choices) => expect(fromChoices(choices)).toBeUndefined())
