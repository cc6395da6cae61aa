/** A whole build of the fixture with two docs versions, read back from the folder that it wrote. */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Fragment } from '../src/app/fragment.ts'
import type { NavbarItem } from '../src/config/types.ts'
import { pageStyles } from '../src/model.ts'
import { buildSite } from './buildSite.ts'
import type { Problem } from './problems.ts'
import { loadSite, siteDir } from './site.ts'

const outDir = mkdtempSync(join(tmpdir(), 'site-'))
const assets = {
  styles: pageStyles(() => ({ text: 'body{color:red}' })),
  theme: { text: 'void 0' },
  boot: '/assets/boot.js',
}
const site = await loadSite(join(siteDir, 'build/fixtures/two-versions'))
const { pages, problems } = await buildSite(site, { outDir, assets })
const read = (path: string) => readFileSync(join(outDir, path), 'utf8')
const fragment = (path: string): Fragment => JSON.parse(read(path))

describe('a build', () => {
  it('has nothing to complain about', () => {
    expect(problems).toEqual([])
  })

  it('writes a document and a fragment for every route', () => {
    for (const path of ['index', 'guides', 'guides/signing', 'api/index', 'search', 'v/1.0'])
      expect(existsSync(join(outDir, `${path}.html`)), path).toBe(true)
    for (const path of ['index', 'guides', 'guides/signing', 'api/index', 'v/1.0/guides/signing'])
      expect(existsSync(join(outDir, `_p/${path}.json`)), path).toBe(true)
    expect(read('404.html')).toContain('Page not found')
  })

  it('writes a route that is a folder, too, in both places, for hosts that look into folders first', () => {
    expect(read('guides/index.html')).toBe(read('guides.html'))
    expect(existsSync(join(outDir, 'guides/signing/index.html'))).toBe(false)
  })

  it('writes documents with one inline script and style, allowed by their hashes on every host', () => {
    const html = read('guides/signing.html')
    expect(html).not.toMatch(/ style="/)
    expect(html.match(/<style>(.*?)<\/style>/)?.[1]).toBe('body{color:red}')
    expect(html.match(/<script>(.*?)<\/script>/)?.[1]).toBe('void 0')
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    for (const file of ['_headers', 'vercel.json', 'staticwebapp.config.json']) {
      expect(read(file)).toContain(`script-src 'self' ${hash('void 0')};`)
      expect(read(file)).toContain(`style-src 'self' ${hash('body{color:red}')};`)
      expect(read(file)).not.toContain('unsafe')
    }
  })

  it('keeps the links of an older version inside it', () => {
    expect(fragment('_p/v/1.0/guides/signing.json').main).toContain('href="/v/1.0/guides"')
    expect(fragment('_p/v/1.0.json').main).toContain('href="/v/1.0/guides/signing"')
    expect(fragment('_p/index.json').main).toContain('href="/guides/signing#sign"')
  })

  it('gives an older version the sidebar entries that it has', () => {
    const { sidebar } = fragment('_p/v/1.0/guides/signing.json')
    expect(sidebar?.id).toBe('version-1.0/guides')
    expect(sidebar?.html).toContain('/v/1.0/guides/signing')
    expect(sidebar?.html).not.toContain('new')
  })

  it('turns a link to a Markdown file into one to its route', () => {
    expect(fragment('_p/guides/new.json').main).toContain('href="/guides/signing"')
  })

  it('makes the cards of a category of its pages', () => {
    const { main } = fragment('_p/guides.json')
    expect(main).toContain('<a href="/guides/new">New in two</a>')
    expect(main).toContain('A page that the first version')
    expect(pages.find(({ route }) => route === '/guides')?.kind).toBe('category')
  })

  it('lists every page in the sitemap, with absolute addresses, and no others', () => {
    const addresses = Array.from(read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)
    expect(addresses).toContain('https://docs.example.com/guides/signing')
    expect(addresses).toContain('https://docs.example.com/api/')
    expect(addresses).not.toContain('https://docs.example.com/search')
    expect(addresses).not.toContain('https://docs.example.com/404')
    expect(read('robots.txt')).toContain('Sitemap: https://docs.example.com/sitemap.xml')
  })

  it('writes host files with the headers and redirects of our own server', () => {
    expect(read('_headers')).toContain("Content-Security-Policy: default-src 'none'")
    expect(read('_headers')).not.toContain('unsafe-inline')
    expect(read('_redirects')).toContain('/guides/signing.html /guides/signing 301')
    expect(JSON.parse(read('vercel.json')).redirects).toContainEqual({
      source: '/guides/signing/index.html',
      destination: '/guides/signing',
      permanent: true,
    })
  })

  it('copies static files, and writes the API description and the search index', () => {
    expect(read('plain.txt')).toBe('plain\n')
    expect(JSON.parse(read('openapi.json')).openapi).toMatch(/^3\.1/)
    expect(existsSync(join(outDir, 'search/index.json'))).toBe(true)
  })

  it('outlines every call on the reference page, where links find it', () => {
    const { main } = fragment('_p/api/index.json')
    expect(main).toContain('id="create_wallet"')
    expect(main).toContain('data-island="reference"')
    expect(main).toContain('/public/v1/query/whoami')
  })
})

describe('a build that fails', () => {
  const built = read('index.html')
  const withNavbar = (items: readonly unknown[]) => ({
    ...site,
    config: { ...site.config, navbar: { ...site.config.navbar, items: items as readonly NavbarItem[] } },
  })

  it.each([
    [{ type: 'docSidebar', sidebarId: 'gudie', label: 'Guide' }, 'sidebar id `gudie` not found'],
    [{ type: 'tabs', label: 'Guide' }, 'unknown navbar item type `tabs`'],
    [null, 'a navbar item must be an object'],
    [{ type: 'dropdown', label: 'More' }, 'dropdown has no items'],
  ])(
    'names the file, the place and the wrong navbar item %j, and leaves what was built',
    async (item, why) => {
      const failed = await buildSite(withNavbar([{ to: '/', label: 'Home' }, item]), { outDir, assets })
      expect(failed.problems).toHaveLength(1)
      const [{ file, message }] = failed.problems as [Problem]
      expect(file).toBe('site.config.ts')
      expect(message).toContain(`navbar.items[1]: ${why}`)
      expect(message).toContain(JSON.stringify(item))
      expect(read('index.html')).toBe(built)
      expect(existsSync(`${outDir}.building`)).toBe(false)
    },
  )

  it('leaves what was built when it throws', async () => {
    const broken = { ...site, map: null as never }
    await expect(buildSite(broken, { outDir, assets })).rejects.toThrow()
    expect(read('index.html')).toBe(built)
    expect(existsSync(`${outDir}.building`)).toBe(false)
  })
})
