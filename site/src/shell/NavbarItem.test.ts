import { expect, it } from 'vitest'
import { nextFocus } from './NavbarItem.tsx'

it('moves through the entries of a menu and round at its ends', () => {
  expect(nextFocus('ArrowDown', -1, 3)).toBe(0)
  expect(nextFocus('ArrowDown', 2, 3)).toBe(0)
  expect(nextFocus('ArrowUp', 0, 3)).toBe(2)
  expect(nextFocus('ArrowUp', -1, 3)).toBe(2)
  expect(nextFocus('Home', 2, 3)).toBe(0)
  expect(nextFocus('End', 0, 3)).toBe(2)
})

it('leaves other keys, and Home and End on the closed menu, to the browser', () => {
  expect(nextFocus('a', 0, 3)).toBeUndefined()
  expect(nextFocus('Home', -1, 3)).toBeUndefined()
  expect(nextFocus('ArrowDown', -1, 0)).toBeUndefined()
})
