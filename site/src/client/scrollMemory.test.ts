// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { createScrollMemory } from './scrollMemory.ts'

it('remembers where a page was left that scrolled and told nobody: a browser does so with its next frame', () => {
  let stored: string | null = null
  const tab = {
    read: () => stored,
    write: (_: string, value: string | null) => {
      stored = value
    },
  }
  createScrollMemory(history, tab).start()
  window.scrollY = 500
  dispatchEvent(new Event('pagehide'))
  expect(createScrollMemory(history, tab).remembered()).toBe(500)
})
