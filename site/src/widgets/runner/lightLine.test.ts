import { expect, it } from 'vitest'
import { placeOf } from './lightLine.ts'

const PROGRAM = ['/** Head. */', 'a()', '// #region one', '  b()', '', '  a()', '// #endregion', 'c()']

it('finds a line of the program among the shown ones', () => {
  const shown = ['a()', '  b()', '', '  a()', 'c()']
  expect([2, 4, 6, 8].map((line) => placeOf(line, PROGRAM, shown))).toEqual([0, 1, 3, 4])
})

it('finds a line in an excerpt with less indentation', () => {
  expect(placeOf(4, PROGRAM, ['b()', '', 'a()'])).toBe(0)
  expect(placeOf(6, PROGRAM, ['b()', '', 'a()'])).toBe(2)
})

it('finds nothing outside an excerpt', () => {
  expect(placeOf(8, PROGRAM, ['b()', '', 'a()'])).toBeUndefined()
  expect(placeOf(1, PROGRAM, ['b()'])).toBeUndefined()
  expect(placeOf(99, PROGRAM, ['b()'])).toBeUndefined()
})
