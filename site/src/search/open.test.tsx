// @vitest-environment happy-dom

import type { SearchProvider, SearchResults } from '@keywright/search'
import { act } from '@keywright/ui/test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSearch } from './open.tsx'
import { QUESTIONS } from './questions.ts'

const provider = vi.hoisted(() => ({ current: undefined as SearchProvider | undefined }))
vi.mock('./openProvider.ts', () => ({
  openAnswers: () => ({ async *ask() {} }),
  openProvider: () => {
    if (!provider.current) throw new Error('outer', { cause: new Error('inner') })
    return provider.current
  },
}))

const nothing: SearchProvider = {
  search: async (query) => ({ query, groups: [], count: 0, suggestions: ['wallets'] }),
}
const found = (text: string): SearchResults => ({
  query: text,
  groups: [
    {
      title: text,
      hits: [{ href: `/${text}`, external: false, heading: [{ text, marked: false }], excerpt: () => [] }],
    },
  ],
  count: 1,
  suggestions: [],
})
const dialog = () => document.querySelector('dialog')
const field = () => document.querySelector('input')
const open = (text?: string) => act(async () => openSearch(text === undefined ? {} : { text }))
const click = (label: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click(),
  )
const pressEnter = () =>
  act(async () => {
    field()!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
let test: AbortController
/** Records the links that are clicked in this test, and follows none. */
function followedLinks(): readonly string[] {
  const links: string[] = []
  const note = (event: MouseEvent) => {
    event.preventDefault()
    links.push((event.target as Element).closest('a')!.getAttribute('href')!)
  }
  document.addEventListener('click', note, { signal: test.signal })
  return links
}

beforeEach(() => {
  test = new AbortController()
  provider.current = nothing
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  test.abort()
  if (dialog()) await click('Close')
  vi.restoreAllMocks()
})

describe('the search dialog', () => {
  it('opens once, with the typed text', async () => {
    await open('wal')
    await open()
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
    expect(field()!.value).toBe('wal')
  })
  it('closes and opens again', async () => {
    await open()
    await click('Close')
    expect(dialog()).toBeNull()
    await open()
    expect(dialog()).not.toBeNull()
  })
  it('that crashes shows a notice and recovers with "Try again"', async () => {
    provider.current = undefined
    await open('wal')
    expect(dialog()!.textContent).toContain('This page crashed.')
    expect(dialog()!.textContent).toContain('inner')
    provider.current = nothing
    await click('Try again')
    expect(field()!.value).toBe('wal')
  })
  it('that crashed recovers when opened again and can be closed', async () => {
    provider.current = undefined
    await open('wal')
    provider.current = nothing
    await open('pol')
    expect(field()!.value).toBe('pol')
    await click('Close')
    provider.current = undefined
    await open('wal')
    await click('Close')
    expect(dialog()).toBeNull()
    provider.current = nothing
    await open()
    expect(field()).not.toBeNull()
  })
  it('that can’t be shown leaves nothing behind', async () => {
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementationOnce(() => {
      throw new Error('no dialogs here')
    })
    vi.stubGlobal('reportError', vi.fn())
    // `act` would intercept the error before the root's own handler.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    openSearch()
    await new Promise((resolve) => setTimeout(resolve))
    expect(reportError).toHaveBeenCalledExactlyOnceWith(new Error('no dialogs here'))
    vi.unstubAllGlobals()
    expect(dialog()).toBeNull()
    await open()
    expect(dialog()).not.toBeNull()
  })
  it('Enter opens the result for the full text, not for a prefix', async () => {
    let finish = () => {}
    provider.current = {
      search: (query) =>
        new Promise((done) => {
          finish = () => done(found(query))
          if (query === 'read') finish()
        }),
    }
    const opened = followedLinks()
    await open('read')
    const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    await act(async () => {
      type.call(field()!, 'read-only')
      field()!.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await pressEnter()
    expect(opened).toEqual([])
    await act(async () => finish())
    expect(opened).toEqual(['/read-only'])
  })
  it('shows what a reader can ask, and asks it', async () => {
    await open()
    expect(dialog()!.textContent).toContain('or ask a question')
    await click(QUESTIONS[0])
    expect(field()!.value).toBe(QUESTIONS[0])
  })
  it('shows suggestions if nothing is found', async () => {
    await open('qqzzxx')
    expect(dialog()!.textContent).toContain('No results for “qqzzxx”')
    expect(dialog()!.textContent).toContain('Try searching for')
    await click('wallets')
    expect(field()!.value).toBe('wallets')
  })
})
