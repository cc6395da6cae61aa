// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReloads } from './reloads.ts'
import { searchKeys } from './searchKeys.ts'
import type { Site } from './site.ts'
import { createStorage } from './storage.ts'

vi.mock('../search/open.tsx', () => ({ openSearch() {} }))

/** @param index the button's index URL, or empty with a hosted service */
function openWith(index: string): (string | null)[] {
  document.body.innerHTML = `<button data-search-open="${index}">Search</button>`
  searchKeys({ document, reloads: createReloads(createStorage().tab) } as unknown as Site)
  for (let twice = 0; twice < 2; twice++) press('/')
  return [...document.head.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href'))
}

function press(key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  return event
}

beforeEach(() => {
  // Keep happy-dom from fetching it.
  const { settings } = (window as unknown as { happyDOM: { settings: { fetch: { interceptor: unknown } } } })
    .happyDOM
  settings.fetch.interceptor = { beforeAsyncRequest: async () => new Response('{}') }
})
afterEach(async () => {
  // Until search is loaded, it takes the keys of the document, which the next test file shares.
  await expect.poll(() => press('a').defaultPrevented).toBe(false)
  document.head.replaceChildren()
  document.body.replaceChildren()
})

describe('opening search', () => {
  it('prefetches the index once, in parallel with the code', () => {
    expect(openWith('/search/index.json')).toEqual(['/search/index.json'])
  })

  it('prefetches no index with a hosted service', () => {
    expect(openWith('')).toEqual([])
  })
})
