// @vitest-environment happy-dom
/** In-site navigation with failing history, network and responses. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { examplePage, twoVersionConfig, twoVersionSite } from '../../../test/twoVersionSite.ts'
import { pageStyles } from '../../config/model.ts'
import { createStorage } from '../../shared/storage.ts'
import { renderFragment, renderPage } from '../Document.tsx'
import { createSite } from './createSite.ts'
import { lateParts } from './lateParts.ts'
import { navigation } from './navigation.ts'
import { swapPage } from './swapPage.ts'

const assets = { styles: pageStyles(() => ({ text: '' })), theme: { text: '' }, boot: '/boot.js' }
const shared = { site: twoVersionSite, config: twoVersionConfig }
const origin = 'https://docs.example'

/** Responses per fragment. Missing routes fail like a broken network. */
const answers = new Map<string, () => Response>()
const fragmentOf = (route: string) => renderFragment({ page: examplePage(route), ...shared })

function setAddress(address: string): void {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(origin + address)
}

/** Opens a document under any URL and starts navigation on it. */
function open(route: string, address = route) {
  leave()
  setAddress(address)
  const { document: html } = renderPage({ page: examplePage(route), assets, ...shared })
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  parsed.querySelector('script[type=module]')!.remove()
  document.head.innerHTML = parsed.head.innerHTML
  document.body.innerHTML = parsed.body.innerHTML
  const { visits } = lateParts(document)
  return createSite(document, history, createStorage(), { navigation, visits: visits! })
}

/** Removes the document's listeners. */
const listening: (() => void)[] = []
const leave = () => {
  for (const stop of listening.splice(0)) stop()
}

const boxes = () => [...document.querySelectorAll('#main .error-box')]
const shownRoute = () => document.querySelector<HTMLElement>('.layout')!.dataset['route']
const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

beforeEach(() => {
  sessionStorage.clear()
  answers.clear()
  for (const target of [document, window]) {
    const listen = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
      listen(type, listener as EventListener)
      listening.push(() => target.removeEventListener(type, listener as EventListener))
    })
  }
  for (const route of ['/faq', '/changelog', '/concepts/wallets'])
    answers.set(`/_p${route}.json`, () => Response.json(fragmentOf(route)))
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = answers.get(address)
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
  vi.spyOn(location, 'assign').mockImplementation(() => {})
  vi.spyOn(location, 'reload').mockImplementation(() => {})
})
afterEach(() => {
  leave()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each([
  [
    'starts no transition',
    () => {
      throw new DOMException('hidden', 'InvalidStateError')
    },
  ],
  ['has no transitions', undefined],
])('shows a page without a transition if the browser %s', async (_, startViewTransition) => {
  open('/faq')
  Object.assign(document, { startViewTransition })
  await swapPage(document, fragmentOf('/changelog'), true, () => true)
  expect(shownRoute()).toBe('/changelog')
})

it('starts no transition for readers who prefer reduced motion', async () => {
  open('/faq')
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }))
  const startViewTransition = vi.fn()
  Object.assign(document, { startViewTransition })
  await swapPage(document, fragmentOf('/changelog'), true, () => true)
  expect(startViewTransition).not.toHaveBeenCalled()
  expect(shownRoute()).toBe('/changelog')
})

it('leaves no rejection unhandled if the browser skips the transition', async () => {
  open('/faq')
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const skipped = () => Promise.reject(new DOMException('New ViewTransition started', 'AbortError'))
  Object.assign(document, {
    startViewTransition: (swap: () => void) => ({
      ready: skipped(),
      updateCallbackDone: Promise.resolve().then(swap),
      finished: Promise.resolve(),
    }),
  })
  await swapPage(document, fragmentOf('/changelog'), true, () => true)
  await new Promise((done) => setTimeout(done))
  process.off('unhandledRejection', unhandled)
  expect(shownRoute()).toBe('/changelog')
  expect(unhandled).not.toHaveBeenCalled()
})

describe('a history that rejects entries', () => {
  it('falls back to a page load', async () => {
    const site = open('/faq')
    vi.spyOn(history, 'pushState').mockImplementation(() => {
      throw new DOMException('more than 100 times per 10 seconds', 'SecurityError')
    })
    site.navigate('/changelog?a=b#c')
    await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith('/changelog?a=b#c'))
    expect(boxes()).toEqual([])
  })

  it('does not break startup', () => {
    vi.spyOn(history, 'replaceState').mockImplementation(() => {
      throw new DOMException('more than 100 times per 10 seconds', 'SecurityError')
    })
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    open('/faq', '/faq.html')
    expect(reported).not.toHaveBeenCalled()
  })
})

describe('a page that can’t load', () => {
  it('clears the title, robots tag and marks of the previous page', async () => {
    const site = open('/concepts/wallets')
    answers.delete('/_p/faq.json')
    site.navigate('/faq')
    await vi.waitFor(() => expect(boxes()).toHaveLength(1))
    expect(document.title).toMatch(/^This page could not be loaded \| /)
    expect(document.querySelector('link[rel=canonical]')).toBeNull()
    expect(document.querySelector('link[type="text/markdown"]')).toBeNull()
    expect([metaOf('description'), metaOf('robots')]).toEqual([undefined, 'noindex'])
    expect(document.querySelectorAll('.sidebar [aria-current]')).toHaveLength(0)
    expect(shownRoute()).toBe('')
  })

  it('is retried by every link to it, including links to a section', async () => {
    const site = open('/concepts/wallets')
    const faq = answers.get('/_p/faq.json')!
    answers.delete('/_p/faq.json')
    site.navigate('/faq')
    await vi.waitFor(() => expect(boxes()).toHaveLength(1))
    answers.set('/_p/faq.json', faq)
    document.getElementById('main')!.insertAdjacentHTML('beforeend', '<a href="/faq#answer">x</a>')
    document.querySelector<HTMLElement>('#main a')!.click()
    await vi.waitFor(() => expect(shownRoute()).toBe('/faq'))
    expect(metaOf('robots')).toBeUndefined()
    expect(metaOf('description')).toBe(examplePage('/faq').description)
  })

  it('is not retried by the skip link', async () => {
    const site = open('/concepts/wallets')
    answers.delete('/_p/faq.json')
    site.navigate('/faq')
    await vi.waitFor(() => expect(boxes()).toHaveLength(1))
    const [box] = boxes()
    document.querySelector<HTMLElement>('.skip-link')!.click()
    expect(document.activeElement?.id).toBe('main')
    expect(boxes()).toEqual([box])
  })

  it.each([
    ['a failure', () => new Response('', { status: 500 })],
    ['a document', () => new Response('<!doctype html>')],
    ['nothing', () => new Response('null')],
    ['another page', () => Response.json(fragmentOf('/faq'))],
    ['a page of another shape', () => Response.json({ route: '/changelog' })],
  ])('but returns %s falls back to a page load, each time that this helps', async (_, answer) => {
    answers.set('/_p/changelog.json', answer)
    for (const turn of [1, 2, 3]) {
      open('/faq').navigate('/changelog')
      await vi.waitFor(() => expect(location.assign).toHaveBeenCalledTimes(turn))
      open('/changelog')
    }
    // The document fails too, so show the error instead of reloading forever.
    const site = open('/faq')
    site.navigate('/changelog')
    await vi.waitFor(() => expect(location.assign).toHaveBeenCalledTimes(4))
    site.navigate('/changelog')
    await vi.waitFor(() => expect(boxes()).toHaveLength(1))
    expect(location.assign).toHaveBeenCalledTimes(4)
  })

  it('is not reported if the reader leaves the document', async () => {
    const site = open('/faq')
    answers.delete('/_p/changelog.json')
    site.navigate('/changelog')
    dispatchEvent(new Event('pagehide'))
    await new Promise((done) => setTimeout(done))
    expect(boxes()).toEqual([])
    expect(shownRoute()).toBe('/faq')
  })
})

describe('the URL of a document', () => {
  it.each(['/concepts/%77allets', '/Concepts/Wallets', '/concepts%2Fwallets', '/concepts/wallets.html'])(
    'served for %s becomes the route of its page',
    (address) => {
      open('/concepts/wallets', `${address}?a=b#c`)
      expect(location.pathname + location.search + location.hash).toBe('/concepts/wallets?a=b#c')
    },
  )

  it('that is missing is reloaded if it differs from the current one only in its hash', async () => {
    answers.set('/_p/nowhere.json', () => new Response('', { status: 404 }))
    const site = open('/faq', '/faq')
    setAddress('/nowhere')
    site.navigate('/nowhere#part')
    await vi.waitFor(() => expect(location.reload).toHaveBeenCalledOnce())
    expect(location.hash).toBe('#part')
  })
})
