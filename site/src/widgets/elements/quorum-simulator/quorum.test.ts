import { expect, test } from 'vitest'
import { FIRST, fromFragment, type Mark, outlookOf, toFragment } from './quorum.ts'

const outlook = (threshold: number, marks: string) =>
  outlookOf(fromFragment(`#quorum-simulator=threshold-${threshold}.users-${marks}`)!).word

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
  expect(fromFragment(toFragment({ threshold: 3, marks }))).toEqual({ threshold: 3, marks })
  expect(fromFragment(toFragment(FIRST))).toEqual(FIRST)
})

test.each([
  '',
  '#create',
  '#other=threshold-1.users-h',
  '#quorum-simulator=%',
  '#quorum-simulator=threshold-4.users-hhh',
  '#quorum-simulator=threshold-0.users-h',
  '#quorum-simulator=threshold-1.users-hhhhhhhh',
  '#quorum-simulator=threshold-1.users-x',
])('rejects %j', (fragment) => expect(fromFragment(fragment)).toBeUndefined())
