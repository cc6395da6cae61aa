// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { createScrollMemory } from './scrollMemory.ts'

it('stores the position of a page that is left before its scroll event fires', () => {
  let stored: string | null = null
  const tab = {
    read: () => stored,
    write: (_: string, value: string | null) => {
      stored = value
    },
  }
  const site = { document, history, storage: { tab, kept: tab } }
  createScrollMemory(site).start()
  window.scrollY = 500
  dispatchEvent(new Event('pagehide'))
  expect(createScrollMemory(site).remembered()).toBe(500)
})
