/** A whole build of the fixture with two docs versions, read back from the folder that it wrote. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Fragment } from '../src/app/fragment.ts'
import { buildSite } from './buildSite.ts'
import { loadSite, siteDir } from './site.ts'

const outDir = mkdtempSync(join(tmpdir(), 'site-'))
const assets = { css: ['/assets/a.css'], boot: '/assets/boot.js', theme: '/assets/theme.js', fonts: [] }
const site = await loadSite(join(siteDir, 'build/fixtures/two-versions'))
const { pages, problems } = await buildSite(site, { outDir, assets })
const read = (path: string) => readFileSync(join(outDir, path), 'utf8')
const fragment = (path: string): Fragment => JSON.parse(read(path))

describe('a build', () => {
  it('has nothing to complain about', () => {
    expect(problems).toEqual([])
  })

  it('writes a document and a fragment for every route', () => {
    for (const path of [
      'index',
      'guides/index',
      'guides/signing/index',
      'api/index',
      'search/index',
      'v/1.0/index',
    ])
      expect(existsSync(join(outDir, `${path}.html`)), path).toBe(true)
    for (const path of ['index', 'guides', 'guides/signing', 'api/index', 'v/1.0/guides/signing'])
      expect(existsSync(join(outDir, `_p/${path}.json`)), path).toBe(true)
    expect(read('404.html')).toContain('Page not found')
  })

  it('writes documents without inline script or style', () => {
    const html = read('guides/signing/index.html')
    expect(html).not.toMatch(/ style="/)
    expect(html).not.toMatch(/<style|<script(?![^>]*(?:src=|application\/json))/)
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
