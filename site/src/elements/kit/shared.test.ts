// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { linkTo, readShared } from './shared.ts'

test('a link round-trips', () => {
  const choices = { threshold: '2', marks: 'o-l_s' }
  expect(readShared('quorum-simulator', new URL(linkTo('quorum-simulator', choices)).hash)).toEqual(choices)
})

test.each([
  '',
  '#create',
  '#other=threshold-2',
  '#quorum-simulator=',
  '#quorum-simulator=%',
  '#quorum-simulator=a b',
])('nothing is read from %j', (fragment) => expect(readShared('quorum-simulator', fragment)).toBeUndefined())
