// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderDocument } from '../app/Document.tsx'
import type { ShellModel } from '../app/fragment.ts'
import { examplePage, twoVersionConfig, twoVersionSite } from '../config/fixture.ts'
import { type ResolvedItem, resolveNavbar } from '../config/resolveNavbar.ts'
import { preferVersions, startDocsVersions, versionKey } from './docsVersions.ts'
import { wantsHydration } from './hydrate.ts'
import { internalLink } from './internalLink.ts'

const assets = { css: [], boot: '/boot.js', theme: '/theme.js', fonts: [] }

function show(route: string): ShellModel {
  const page = examplePage(route)
  const html = renderDocument({ page, site: twoVersionSite, config: twoVersionConfig, assets })
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  document.body.innerHTML = parsed.body.innerHTML
  return JSON.parse(parsed.getElementById('shell-model')!.textContent!)
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

describe('preferred docs version', () => {
  const hrefOf = (item: ResolvedItem | undefined) => item?.kind === 'link' && item.href
  const navbar = resolveNavbar(twoVersionConfig, twoVersionSite, { route: '/faq', version: 'current' })

  it('is remembered when a version is chosen', () => {
    startDocsVersions(show('/concepts/wallets'))
    document.querySelector<HTMLElement>('.navbar-links [data-remember$=" 1.0"]')!.click()
    expect(localStorage.getItem(versionKey('default'))).toBe('1.0')
  })

  it('is cleared when it no longer exists', () => {
    localStorage.setItem(versionKey('default'), '0.9')
    startDocsVersions(show('/faq'))
    expect(localStorage.getItem(versionKey('default'))).toBeNull()
  })

  it('leads from pages outside the docs into that version', () => {
    const model = show('/faq')
    localStorage.setItem(versionKey('default'), '1.0')
    expect(hrefOf(preferVersions(navbar, model).left[1])).toBe('/1.0/concepts/wallets')
  })

  it('does not lead away from the version that is being read', () => {
    const model = show('/concepts/wallets')
    localStorage.setItem(versionKey('default'), '1.0')
    expect(hrefOf(preferVersions(model.navbar, model).left[1])).toBe('/concepts/wallets')
  })

  it('is what the menu shows on pages outside the docs', () => {
    const model = show('/faq')
    localStorage.setItem(versionKey('default'), '1.0')
    const menu = preferVersions(navbar, model).right[0]!
    expect(menu).toMatchObject({ label: '1.0' })
    expect(menu.kind === 'menu' && menu.items.map((item) => item.kind === 'link' && item.current)).toEqual([
      undefined,
      'true',
    ])
  })

  it('is not used when nothing is to be remembered', () => {
    const model = { ...show('/faq'), rememberVersions: false }
    localStorage.setItem(versionKey('default'), '1.0')
    expect(hrefOf(preferVersions(navbar, model).left[1])).toBe('/concepts/wallets')
  })
})

describe('hydration', () => {
  it('is wanted by the navbar and the menu, not by the text, the sidebar or the contents', () => {
    show('/concepts/wallets')
    const wants = (selector: string) => wantsHydration(document.querySelector(selector))
    expect(['.navbar .brand', '.search-button', '.main-menu a'].map(wants)).toEqual([true, true, true])
    expect(['main p', '.sidebar a', '.toc a', '.footer a'].map(wants)).toEqual([false, false, false, false])
    expect(wantsHydration(null)).toBe(false)
    expect(wantsHydration(document)).toBe(false)
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

  it('are normalised routes of this site', () => {
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
  it('warns once and goes on when it is unavailable', async () => {
    vi.resetModules()
    const { readStored, writeStored } = await import('./storage.ts')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('denied')
      },
    })
    expect(readStored('theme')).toBeNull()
    expect(() => writeStored('theme', 'dark')).not.toThrow()
    expect(warn).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})
