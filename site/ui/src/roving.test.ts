import { expect, it } from 'vitest'
import { rovingTarget } from './roving.ts'

const press = (key: string, modifiers = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})

it('moves along its axis and wraps around', () => {
  expect(rovingTarget(press('ArrowRight'), 2, 3, 'horizontal')).toBe(0)
  expect(rovingTarget(press('ArrowLeft'), 0, 3, 'horizontal')).toBe(2)
  expect(rovingTarget(press('ArrowDown'), 2, 3, 'vertical')).toBe(0)
  expect(rovingTarget(press('ArrowUp'), 0, 3, 'vertical')).toBe(2)
  expect(rovingTarget(press('Home'), 2, 3, 'vertical')).toBe(0)
  expect(rovingTarget(press('End'), 0, 3, 'horizontal')).toBe(2)
})

it('enters from outside with arrow keys only', () => {
  expect(rovingTarget(press('ArrowDown'), -1, 3, 'vertical')).toBe(0)
  expect(rovingTarget(press('ArrowUp'), -1, 3, 'vertical')).toBe(2)
  expect(rovingTarget(press('Home'), -1, 3, 'vertical')).toBeUndefined()
})

it('leaves other keys, the other axis and empty sets to the browser', () => {
  expect(rovingTarget(press('Enter'), 0, 3, 'horizontal')).toBeUndefined()
  expect(rovingTarget(press('ArrowDown'), 0, 3, 'horizontal')).toBeUndefined()
  expect(rovingTarget(press('ArrowDown'), -1, 0, 'vertical')).toBeUndefined()
})

it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])(
  'leaves a key with %s to the browser, such as Back',
  (modifier) => {
    expect(rovingTarget(press('ArrowLeft', { [modifier]: true }), 0, 3, 'horizontal')).toBeUndefined()
  },
)
