// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStorage } from '../../shared/storage.ts'
import { createReloads } from './reloads.ts'
import { searchKeys } from './searchKeys.ts'
import type { Site } from './site.ts'

vi.mock('../../search/open.tsx', () => ({ openSearch() {} }))

const requested: string[] = []

/** @param index the button's index URL, or empty with a hosted service @returns requested URLs */
function openWith(index: string): string[] {
  document.body.innerHTML = `<button data-search-open="${index}">Search</button>`
  searchKeys({ document, reloads: createReloads(createStorage().tab) } as unknown as Site)
  for (let twice = 0; twice < 2; twice++) press('/')
  return requested
}

function press(key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  return event
}

beforeEach(() => {
  requested.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    return new Response('{}')
  })
})
afterEach(async () => {
  // Until search is loaded, it takes the keys of the document, which the next test file shares.
  await expect.poll(() => press('a').defaultPrevented).toBe(false)
  vi.unstubAllGlobals()
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
