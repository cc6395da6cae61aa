// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { createScrollMemory } from './scrollMemory.ts'

function memoryWith(stored: string | null) {
  const tab = {
    read: () => stored,
    write: (_: string, value: string | null) => {
      stored = value
    },
  }
  return () => createScrollMemory(document, history, tab)
}

it('stores the place of a page that is left before its scroll event fires', () => {
  const open = memoryWith(null)
  open().start()
  window.scrollY = 500
  dispatchEvent(new Event('pagehide'))
  expect(open().remembered()?.scrollY).toBe(500)
})

it.each(['{"KEY":500}', '{"KEY":{"scrollY":"1"}}', '{"KEY":null}', 'no JSON', 'null'])(
  'ignores the damaged data %s',
  (stored) => {
    history.replaceState({ key: 'KEY' }, '')
    expect(memoryWith(stored)().remembered()).toBeUndefined()
  },
)
