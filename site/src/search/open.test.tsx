// @vitest-environment happy-dom

import type { Answer, SearchProvider, SearchResults } from '@keywright/search'
import { act, click as clickOn, render } from '@keywright/ui/test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import SearchPage from './island.tsx'
import { openSearch } from './open.tsx'
import { QUESTIONS, SEARCH_SETTINGS_ID } from './settings.ts'

const provider = vi.hoisted(() => ({ current: undefined as SearchProvider | undefined }))
const assistant = vi.hoisted(() => ({ ask: async (): Promise<Answer> => ({ sources: [] }) }))
vi.mock('./openProvider.ts', () => ({
  openProvider: () => {
    if (!provider.current) throw new Error('outer', { cause: new Error('inner') })
    return provider.current
  },
}))
vi.mock('./hostedAnswers.ts', () => ({ askAssistant: () => assistant.ask() }))

const nothing: SearchProvider = {
  search: async (query) => ({ query, groups: [], count: 0, suggestions: ['wallets'] }),
}
const found = (query: string, ...titles: readonly string[]): SearchResults => ({
  query,
  groups: [query, ...titles].map((text) => ({
    title: text,
    hits: [{ href: `/${text}`, external: false, heading: [{ text, marked: false }], excerpt: () => [] }],
  })),
  count: 1 + titles.length,
  suggestions: [],
})
const dialog = () => document.querySelector('dialog')
const field = () => document.querySelector('input')
const open = (text?: string) => act(async () => openSearch(text === undefined ? {} : { text }))
const click = (label: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click(),
  )
const press = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => {
    field()!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }))
  })
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field()!, text)
    field()!.dispatchEvent(new Event('input', { bubbles: true }))
  })
const rows = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
const hrefs = () => rows().map((row) => row.getAttribute('href'))
/** Sends a pointer event to a row. */
const point = (event: string, row: number, init: PointerEventInit = {}) =>
  act(async () => {
    rows()[row]!.dispatchEvent(new PointerEvent(event, { bubbles: true, pointerType: 'mouse', ...init }))
  })
let test: AbortController
/** Records the links that are clicked in this test, and follows none. */
function followedLinks(): readonly string[] {
  const links: string[] = []
  const note = (event: MouseEvent) => {
    event.preventDefault()
    const link = (event.target as Element).closest('a')
    if (link) links.push((event.ctrlKey ? 'elsewhere: ' : '') + link.getAttribute('href'))
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
  it('keys pressed while results load are about the results for the full text', async () => {
    let finish = () => {}
    provider.current = {
      search: (query) =>
        new Promise((done) => {
          finish = () => done(found(query, 'second', 'third'))
          if (query === 'read') finish()
        }),
    }
    const opened = followedLinks()
    for (const [keys, href] of [
      [['Enter'], '/read-only'],
      [['ArrowDown', 'Enter'], '/second'],
      [['ArrowUp', 'Enter'], '/third'],
    ] as const)
      for (const ctrlKey of [false, true]) {
        await open('read')
        await type('read-only')
        for (const key of keys) await press(key, key === 'Enter' ? { ctrlKey } : {})
        expect(opened).toEqual([])
        await act(async () => finish())
        expect((opened as string[]).splice(0)).toEqual([ctrlKey ? `elsewhere: ${href}` : href])
        if (dialog()) await click('Close')
      }
  })
  it('opens a row once while Enter is held down', async () => {
    provider.current = { search: async (query) => found(query) }
    const opened = followedLinks()
    await open('first')
    await press('Enter', { ctrlKey: true })
    await press('Enter', { ctrlKey: true, repeat: true })
    expect(opened).toEqual(['elsewhere: /first'])
  })
  it('ignores results that arrive late, for a text before', async () => {
    const late: (() => void)[] = []
    provider.current = {
      search: (query) =>
        new Promise((done) => {
          if (query === 'newer') done(found(query))
          else late.push(() => done(found(query)))
        }),
    }
    await open('older')
    await type('newer')
    await act(async () => {
      for (const finish of late) finish()
    })
    expect(hrefs()).toEqual(['/newer'])
  })
  it('scrolls to the row that keys choose, but never under the pointer', async () => {
    provider.current = { search: async (query) => found(query, 'second', 'third') }
    await open('first')
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    await point('pointermove', 1)
    expect(rows()[1]!.getAttribute('aria-selected')).toBe('true')
    expect(scroll).not.toHaveBeenCalled()
    await press('ArrowDown')
    expect(scroll.mock.instances).toEqual([rows()[2]])
  })
  it('says how many results there are', async () => {
    provider.current = {
      search: async (query) => (query === 'one' ? found(query) : found(query, 'second')),
    }
    const status = () => document.querySelector('[role=status]')!.textContent
    await open('one')
    expect(status()).toBe('1 result')
    await type('two')
    expect(status()).toBe('2 results')
  })
  it('leads to all results only if there are more than it shows', async () => {
    const settings = document.body.appendChild(document.createElement('script'))
    settings.id = SEARCH_SETTINGS_ID
    settings.textContent = JSON.stringify({ searchPagePath: '/search' })
    provider.current = {
      search: async (query) => (query === 'one' ? found(query) : found(query, 'second')),
    }
    await open('two')
    expect(dialog()!.textContent).toContain('See all 2 results')
    await type('one')
    expect(dialog()!.textContent).not.toContain('See all')
    settings.remove()
  })
  it('shows what a reader can ask, and asks it', async () => {
    await open()
    expect(dialog()!.textContent).toContain('or ask a question')
    await click(QUESTIONS[0])
    expect(field()!.value).toBe(QUESTIONS[0])
  })
  it('shows each page of the latest text once, also pages of one title', async () => {
    const paths: Readonly<Record<string, string[]>> = { wallets: ['/a', '/1.0/a'], limits: ['/limits'] }
    const resultsFor = (query: string): SearchResults => {
      const { hits } = found(query).groups[0]!
      const groups = paths[query]!.map((href) => ({ title: query, hits: [{ ...hits[0]!, href }] }))
      return { ...found(query), groups }
    }
    provider.current = { search: async (query) => resultsFor(query) }
    await open('wallets')
    await type('limits')
    expect(hrefs()).toEqual(['/limits'])
  })
  it('closes when the main button is pressed outside, and not for other buttons', async () => {
    const button = (event: string, button: number) =>
      act(async () => void dialog()!.dispatchEvent(new MouseEvent(event, { bubbles: true, button })))
    await open()
    await button('mousedown', 1)
    await button('mousedown', 2)
    expect(dialog()).not.toBeNull()
    await button('mousedown', 0)
    expect(dialog()).toBeNull()
  })
  it('after a click on text, keys go on in the field, and shortcuts still copy', async () => {
    provider.current = { search: async (query) => found(query, 'second') }
    await open('first')
    const key = (init: KeyboardEventInit) =>
      act(async () => dialog()!.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init })))
    // As browsers do.
    field()!.blur()
    await key({ key: 'c', ctrlKey: true })
    await key({ key: 'Tab' })
    expect(document.activeElement).not.toBe(field())
    await key({ key: 'ArrowDown' })
    expect(document.activeElement).toBe(field())
    expect(rows()[1]!.getAttribute('aria-selected')).toBe('true')
    field()!.blur()
    await key({ key: 'x' })
    expect(document.activeElement).toBe(field())
  })
  it('shows suggestions if nothing is found', async () => {
    await open('qqzzxx')
    expect(dialog()!.textContent).toContain('No results for “qqzzxx”')
    expect(dialog()!.textContent).toContain('Try searching for')
    await click('wallets')
    expect(field()!.value).toBe('wallets')
  })
})

describe('the answer of a hosted assistant', () => {
  const answer = () => document.querySelector<HTMLElement>('.search-answer')!
  const settings = document.createElement('script')
  const settle = () => act(async () => void (await vi.advanceTimersByTimeAsync(300)))
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    settings.id = SEARCH_SETTINGS_ID
    settings.type = 'application/json'
    settings.textContent = JSON.stringify({ assistant: { endpoint: 'https://ask.example' } })
    document.body.append(settings)
  })
  afterEach(() => {
    settings.remove()
    vi.useRealTimers()
  })
  const ask = async () => {
    await open('why is the sky blue')
    await press('Enter')
    await settle()
  }

  it('goes when another text is searched for', async () => {
    assistant.ask = async () => ({ text: 'Because.', sources: [] })
    await ask()
    expect(answer().textContent).toContain('Because.')
    await type('wallets')
    await settle()
    expect(answer().hidden).toBe(true)
    await type('')
    expect(answer().hidden).toBe(true)
  })
  it('comes to a reader who asked for it, even if the pointer is over rows or another row is chosen', async () => {
    provider.current = { search: async (query) => found(query, 'second', 'third') }
    let finish = () => {}
    assistant.ask = () =>
      new Promise((done) => {
        finish = () => done({ text: 'Because.', sources: [] })
      })
    await ask()
    await point('pointermove', 1)
    await press('ArrowDown')
    await act(async () => finish())
    expect(answer().textContent).toContain('Because.')
  })
  it.each([
    ['an arrow key', async () => press('ArrowDown')],
    [
      'arrow keys',
      async () =>
        ['ArrowUp', 'ArrowDown', 'ArrowDown'].reduce(
          (done, key) => done.then(() => press(key)),
          Promise.resolve(),
        ),
    ],
    ['the pointer', async () => point('pointermove', 1)],
  ])('is not asked for by Enter on a row that %s chose: the row opens', async (_, choose) => {
    provider.current = { search: async (query) => found(query, 'second') }
    const asked = vi.fn(async () => ({ text: 'Because.', sources: [] }))
    assistant.ask = asked
    const opened = followedLinks()
    await open('why is the sky blue')
    expect(rows()[0]!.textContent).toContain("Ask this site's assistant")
    expect(rows()[0]!.getAttribute('aria-selected')).toBe('true')
    await choose()
    expect(rows()[1]!.getAttribute('aria-selected')).toBe('true')
    await press('Enter')
    await settle()
    expect(opened).toEqual(['/why is the sky blue'])
    expect(asked).not.toHaveBeenCalled()
  })
  it('is asked for before results are there, but a row that an arrow key chooses waits for them', async () => {
    let finish = () => {}
    provider.current = {
      search: (query) =>
        new Promise((done) => {
          finish = () => done(found(query))
        }),
    }
    const asked = vi.fn(async () => ({ text: 'Because.', sources: [] }))
    assistant.ask = asked
    const opened = followedLinks()
    await open('why is the sky blue')
    await press('ArrowDown')
    await press('Enter')
    expect(opened).toEqual([])
    await act(async () => finish())
    expect(opened).toEqual(['/why is the sky blue'])
    expect(asked).not.toHaveBeenCalled()
    await ask()
    expect(asked).toHaveBeenCalledTimes(1)
  })
  it('is asked for once by two presses, which open no row, and again after it came', async () => {
    provider.current = { search: async (query) => found(query) }
    let finish = () => {}
    const asked = vi.fn(
      () =>
        new Promise<Answer>((done) => {
          finish = () => done({ text: 'Because.', sources: [] })
        }),
    )
    assistant.ask = asked
    const opened = followedLinks()
    await ask()
    await press('Enter')
    expect(rows()[0]!.textContent).toContain('Asking')
    expect(asked).toHaveBeenCalledTimes(1)
    await act(async () => finish())
    expect(answer().textContent).toContain('Because.')
    // Still held down.
    await press('Enter', { repeat: true })
    expect(asked).toHaveBeenCalledTimes(1)
    await act(async () => rows()[0]!.click())
    expect(asked).toHaveBeenCalledTimes(2)
    expect(opened).toEqual([])
  })
  it('that can’t be read leaves the results, and says what is wrong', async () => {
    provider.current = { search: async (query) => found(query, 'second') }
    assistant.ask = () => Promise.reject(new Error('The service returned something else.'))
    await ask()
    expect(answer().textContent).toContain("The answer couldn't be fetched.")
    expect(answer().textContent).toContain('The service returned something else.')
    expect(hrefs()).toEqual([null, '/why is the sky blue', '/second'])
  })
  it('is asked for with Enter only, also when its text comes back', async () => {
    const asked = vi.fn(async () => ({ text: 'Because.', sources: [] }))
    assistant.ask = asked
    await ask()
    await type('why is the sky blue?')
    await type('why is the sky blue')
    await settle()
    expect(asked).toHaveBeenCalledTimes(1)
    expect(rows()[0]!.textContent).toContain("Ask this site's assistant")
    await press('Enter')
    await settle()
    expect(answer().textContent).toContain('Because.')
  })
})

describe('rows stay in place for a reader who is about to open one', () => {
  const answered = (answer: () => Promise<Answer>): SearchProvider => ({
    search: async (query) => ({ ...found(query, 'second', 'third'), answer }),
  })
  const answer = () => document.querySelector<HTMLElement>('.search-answer')!
  const settle = () => act(async () => void (await vi.advanceTimersByTimeAsync(300)))
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    provider.current = answered(async () => ({
      written: { question: 'Why?', html: 'Because.' },
      sources: [{ href: '/first', title: 'first', heading: '' }],
    }))
  })
  afterEach(() => void vi.useRealTimers())

  it('when the answer arrives: Enter opens the row that was chosen before, which the answer doesn’t remove', async () => {
    const opened = followedLinks()
    await open('first')
    expect(answer().hidden).toBe(true)
    await settle()
    expect(answer().textContent).toContain('Because.')
    expect(hrefs()).toEqual(['/first', '/second', '/third'])
    expect(rows()[0]!.textContent).toContain('The answer above is from this section.')
    await press('Enter')
    expect(opened).toEqual(['/first'])
  })
  it('a lost index is one failure with one Retry, which asks for the answer again', async () => {
    const online = provider.current!
    let isOnline = false
    provider.current = {
      search: async (query) => {
        if (!isOnline) throw new Error('offline')
        return online.search(query)
      },
    }
    await open('first')
    await settle()
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
    expect(dialog()!.textContent).toContain('Unable to fetch results')
    isOnline = true
    await click('Retry')
    await settle()
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(answer().textContent).toContain('Because.')
  })
  it('a lost answer is one failure with one Retry above the results', async () => {
    const tries: (() => Promise<Answer>)[] = [
      () => Promise.reject(new Error('offline')),
      async () => ({ written: { question: 'Why?', html: 'Because.' }, sources: [] }),
    ]
    provider.current = answered(() => tries.shift()!())
    await open('first')
    await settle()
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
    expect(rows()).not.toEqual([])
    await click('Retry')
    expect(document.activeElement).toBe(field())
    await settle()
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(answer().textContent).toContain('Because.')
  })
  it('a lost search says when a newer build has replaced the page', async () => {
    // Not a mocked module: another test of this process may have loaded who imports it.
    const find = document.querySelector.bind(document)
    const script = Object.assign(document.createElement('i'), {
      src: 'https://docs.example/assets/boot-1.js',
    })
    vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
      selector.startsWith('script') ? script : find(selector),
    )
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 404 }))
    provider.current = { search: () => Promise.reject(new Error('of another build')) }
    await open('first')
    await settle()
    expect(dialog()!.textContent).toContain('The site was updated after you opened this page.')
  })
  it('the answer waits while another row is chosen', async () => {
    await open('first')
    await press('ArrowDown')
    await settle()
    expect(answer().hidden).toBe(true)
    await press('ArrowUp')
    expect(answer().hidden).toBe(false)
  })
  it('the answer waits while the pointer moves over rows, and comes for another text', async () => {
    await open('first')
    await point('pointermove', 0)
    await settle()
    expect(answer().hidden).toBe(true)
    await point('pointerout', 0)
    expect(answer().hidden).toBe(false)
    await point('pointermove', 0)
    const body = document.querySelector('.search-body')!
    body.scrollTop = 100
    await type('other')
    // With the first row in sight, which is chosen.
    expect(body.scrollTop).toBe(0)
    await settle()
    expect(answer().hidden).toBe(false)
  })
  it.each(['click', 'pointercancel', 'pointerout'])(
    'results that arrive during a press wait for %s',
    async (end) => {
      let finish = () => {}
      provider.current = {
        search: (query) =>
          new Promise((done) => {
            finish = () => done(found(query))
            if (query === 'first') finish()
          }),
      }
      const opened = followedLinks()
      await open('first')
      await type('first steps')
      await point('pointerdown', 0, { buttons: 1 })
      await act(async () => finish())
      expect(hrefs()).toEqual(['/first'])
      await point('pointerup', 0)
      await point(end, 0, { cancelable: true })
      if (end === 'click') expect(opened).toEqual(['/first'])
      else expect(hrefs()).toEqual(['/first steps'])
    },
  )
})

describe('the search page', () => {
  afterEach(() => {
    document.body.replaceChildren()
    history.replaceState(null, '', '/')
  })

  it('says which keys it has: Escape closes nothing', async () => {
    const { host } = await render(<SearchPage />)
    expect(host.textContent).toMatch(/Enter to open$/)
  })

  it('moves the focus to the field when Retry disappears', async () => {
    history.replaceState(null, '', '/search?q=wallets')
    provider.current = { search: () => Promise.reject(new Error('offline')) }
    const { host } = await render(<SearchPage />)
    provider.current.search = nothing.search
    await clickOn(host.querySelector('[role="alert"] button')!)
    expect(host.querySelector('[role="alert"]')).toBeNull()
    expect(document.activeElement).toBe(host.querySelector('input'))
  })

  it('searches for no more of an address than the field takes', async () => {
    history.replaceState(null, '', `/search?q=${'a.'.repeat(5_000)}`)
    const asked: string[] = []
    provider.current = {
      search: async (query, options) => {
        asked.push(query)
        return nothing.search(query, options)
      },
    }
    const { host } = await render(<SearchPage />)
    expect(asked.map(({ length }) => length)).toEqual([host.querySelector('input')!.maxLength])
  })
})
