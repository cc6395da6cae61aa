// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { examplePage, twoVersionConfig, twoVersionSite } from '../../../test/twoVersionSite.ts'
import { pageStyles } from '../../config/model.ts'
import type { SiteConfig } from '../../config/types.ts'
import { createStorage } from '../../shared/storage.ts'
import { renderPage } from '../Document.tsx'
import { createSite } from './createSite.ts'
import { versionKey } from './docsVersions.ts'
import { internalLink } from './internalLink.ts'
import { navbar, readModel } from './navbar.ts'

const assets = { styles: pageStyles(() => ({ text: '' })), theme: { text: '' }, boot: '/boot.js' }

/** Shows a page and starts its navbar. */
function show(route: string, config: SiteConfig = twoVersionConfig): void {
  const page = examplePage(route)
  const html = renderPage({ page, site: twoVersionSite, config, assets }).document
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  document.body.innerHTML = parsed.body.innerHTML
  createSite(document, history, createStorage(), { navbar })
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

describe('preferred docs version', () => {
  const guide = () => document.querySelectorAll('.navbar-links a')[1]!.getAttribute('href')

  it('is cleared when it no longer exists', async () => {
    localStorage.setItem(versionKey('default'), '0.9')
    show('/faq')
    await vi.waitFor(() => expect(localStorage.getItem(versionKey('default'))).toBeNull(), {
      timeout: 20_000,
    })
  })

  it('does not change links within another version', () => {
    localStorage.setItem(versionKey('default'), '1.0')
    show('/concepts/wallets')
    expect(guide()).toBe('/concepts/wallets')
  })

  it('is ignored if versions are not stored', () => {
    localStorage.setItem(versionKey('default'), '1.0')
    show('/faq', {
      ...twoVersionConfig,
      docs: { ...twoVersionConfig.docs, versionPersistence: 'none' },
    })
    expect(readModel(document)).toBeUndefined()
    expect(guide()).toBe('/concepts/wallets')
  })
})

describe('the parts of the script', () => {
  it('start independently: an error is reported and does not stop the others', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const content = vi.fn()
    const slip = () => {
      throw new Error('a slip')
    }
    const site = createSite(document, history, createStorage(), {
      broken: slip,
      later: () => ({ content: slip }),
      sound: () => ({ content }),
    })
    expect(content).toHaveBeenCalledExactlyOnceWith(undefined)
    site.shown({ failed: true })
    expect(content).toHaveBeenLastCalledWith({ failed: true })
    expect(reported.mock.calls.map(([error]) => error.message)).toEqual([
      'shell part `broken` failed',
      'shell part `later` failed',
      'shell part `later` failed',
    ])
    vi.unstubAllGlobals()
  })

  it('fall back to a page load if no part can navigate', () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    createSite(document, history, createStorage(), {}).navigate('/faq')
    expect(assign).toHaveBeenCalledWith('/faq')
  })
})

describe('links that in-site navigation follows', () => {
  const link = (attributes: string) => {
    document.body.innerHTML = `<a ${attributes}>x</a>`
    return internalLink(document.querySelector('a')!, location.origin)
  }

  beforeEach(() => {
    ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
      'https://docs.example/faq',
    )
  })

  it('are normalized routes of this site', () => {
    expect(link('href="/concepts/wallets.html#export"')).toEqual({
      route: '/concepts/wallets',
      hash: '#export',
      search: '',
    })
  })

  it.each([
    'href="https://other.example/faq"',
    'href="/openapi.json"',
    'href="/faq" target="_blank"',
    'href="/faq" download',
    'href="/faq" rel="external noopener"',
  ])('are not %s', (attributes) => {
    expect(link(attributes)).toBeUndefined()
  })
})

describe('storage', () => {
  it('warns once and works without it', () => {
    const { kept, tab } = createStorage()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const denied = () => {
      throw new Error('denied')
    }
    vi.stubGlobal('localStorage', { getItem: denied, setItem: denied })
    vi.stubGlobal('sessionStorage', { getItem: denied })
    expect(kept.read('theme')).toBeNull()
    expect(tab.read('scroll')).toBeNull()
    expect(() => kept.write('theme', 'dark')).not.toThrow()
    expect(warn).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})
