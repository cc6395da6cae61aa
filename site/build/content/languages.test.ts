/** A second language: translated pages, untranslated pages and build errors. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createEmbeddedSearch, type SearchFilesSource } from '@keywright/search'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messagesOf, missingMessages } from '../../src/messages/languages.ts'
import { pageStyles } from '../../src/model.ts'
import { textsPath } from '../../src/search/files.ts'
import { buildSite } from '../buildSite.ts'
import { loadSite, type SiteSource, siteDir } from '../site.ts'

const example = await loadSite(resolve(siteDir, 'e2e/fixture'))
const assets = { styles: pageStyles(() => ({ text: 'a{}' })), theme: { text: '1' }, boot: '/boot.js' }
let dir: string
let site: SiteSource

function begin(): void {
  dir = mkdtempSync(join(tmpdir(), 'keywright-languages-'))
  cpSync(example.dir, join(dir, 'site'), { recursive: true })
  site = { ...example, root: join(dir, 'site'), dir: join(dir, 'site') }
}
const end = () => rmSync(dir, { recursive: true, force: true })

const outDir = () => join(dir, 'out')
const build = async (changed = site) =>
  (await buildSite(changed, { outDir: outDir(), assets })).problems.map(
    ({ file, line, message }) => `${file}:${line ?? ''}: ${message}`,
  )
const read = (path: string) => readFileSync(join(outDir(), path), 'utf8')
const json = (path: string) => JSON.parse(read(path))
const edit = (path: string, change: (text: string) => string) => {
  const file = join(site.dir, 'languages/de', path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

describe('a second language', () => {
  beforeAll(async () => {
    begin()
    expect(await build()).toEqual([])
  })
  afterAll(end)

  it('serves translations at their own URLs in a translated shell', () => {
    const page = read('de/concepts/wallets.html')
    expect(page).toContain('<html lang="de"')
    expect(page).toContain('Zum Hauptinhalt springen')
    expect(page).toContain('Auf dieser Seite')
    expect(page).toContain('<link rel="canonical" href="https://docs.example/de/concepts/wallets"/>')
    expect(page).toContain('>Handbuch</a>')
    expect(page).not.toContain('class="not-translated"')
    // Links stay in the language, even if the target isn't translated.
    expect(json('_p/de/concepts/wallets.json').main).toContain('href="/de/concepts/users"')
  })

  it('shows untranslated pages with a notice and the canonical URL of the original', () => {
    const page = read('de/concepts/users.html')
    expect(page).toContain('Diese Seite ist noch nicht übersetzt. Sie steht hier auf English.')
    expect(page).toContain('<div class="content" lang="en">')
    expect(page).toContain('<link rel="canonical" href="https://docs.example/concepts/users"/>')
    expect(page).not.toContain('text/markdown')
  })

  it('lists each page in each language for crawlers, if translated', () => {
    for (const path of ['concepts/wallets.html', 'de/concepts/wallets.html']) {
      expect(read(path)).toContain('hrefLang="en" href="https://docs.example/concepts/wallets"')
      expect(read(path)).toContain('hrefLang="de" href="https://docs.example/de/concepts/wallets"')
      expect(read(path)).toContain('hrefLang="x-default" href="https://docs.example/concepts/wallets"')
    }
    const sitemap = read('sitemap.xml')
    expect(sitemap).toContain('<loc>https://docs.example/de/concepts/wallets</loc>')
    expect(sitemap).toContain('hreflang="de" href="https://docs.example/de/concepts/wallets"')
    expect(sitemap).not.toContain('<loc>https://docs.example/de/concepts/users</loc>')
  })

  it('has its own Markdown twins', () => {
    expect(read('de/concepts/wallets.md')).toMatch(/^# Wallets und ihre Schlüssel/)
    expect(() => read('de/concepts/users.md')).toThrow()
    expect(read('llms-full.txt')).not.toContain('Wallets und ihre Schlüssel')
  })

  it('is searchable by its own words and word forms, with other languages ranked last', async () => {
    const at = (path: string) => json(`de${path}`)
    const files: SearchFilesSource = {
      index: async () => at('/search/index.json'),
      texts: async (route, file) => at(textsPath(route, file)),
    }
    const search = createEmbeddedSearch(files)
    const first = async (query: string) => (await search.search(query)).groups[0]?.hits[0]?.href
    expect(await first('Schlüsseln sichern')).toBe('/de/concepts/wallets#sichern')
    expect(await first('konto ableiten')).toBe('/de/concepts/wallets#konten')
    expect(await first('credentials')).toBe('/de/concepts/users')
    const groups = (await search.search('wallet')).groups.map(({ title }) => title)
    expect(groups[0]).toBe('Wallets und ihre Schlüssel')
    expect((await search.search('die')).count).toBe(0)
  })

  it('is not in the English index', () => {
    const routes = json('search/index.json').pages.map(({ route }: { route: string }) => route)
    expect(routes.filter((route: string) => route.startsWith('/de'))).toEqual([])
  })
})

describe('fails the build and reports the place of', () => {
  beforeEach(begin)
  afterEach(end)

  it('a translation of a page that doesn’t exist', async () => {
    cpSync(
      join(site.dir, 'languages/de/content/concepts/wallets.mdx'),
      join(site.dir, 'languages/de/content/concepts/walets.mdx'),
    )
    expect(await build()).toContainEqual(
      'languages/de/content/concepts/walets.mdx:: translation without a page: no page at `/concepts/walets` (did you mean `/concepts/wallets`?)',
    )
  })

  it('a label without a translation, and a translation without a label', async () => {
    edit('words.yaml', (text) => text.replace('Guide: Handbuch', 'Gide: Handbuch'))
    expect(await build()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^languages\/de\/words\.yaml:1: no translation for `Guide`/),
        'languages/de/words.yaml:5: `Gide` is not a label of the site',
      ]),
    )
  })

  it('a broken link in a translation', async () => {
    edit('content/index.mdx', (text) => text.replace('(/limits)', '(/limit)'))
    expect(await build()).toContainEqual(
      expect.stringMatching(/^languages\/de\/content\/index\.mdx:8: broken link `\/limit`/),
    )
  })

  it('a language without a folder, and a language that the shell lacks', async () => {
    const locales = [...site.config.locales, { code: 'fr', label: 'Français', path: '/fr' }]
    const french = { ...site, config: { ...site.config, locales } }
    expect(await build(french)).toContainEqual('site.config.ts:: language `fr`: languages/fr is missing')
    expect(missingMessages('fr')).toEqual([{ key: 'fr', message: 'the shell has no texts in `fr`' }])
  })

  it('a message that is missing, unknown, or has an unknown placeholder', () => {
    const { next: _, ...without } = messagesOf('de')
    expect(missingMessages('de', without)).toEqual([
      { key: 'next', message: 'message `next` (“Next”) is missing' },
    ])
    expect(missingMessages('de', { ...messagesOf('de'), nxt: 'Weiter' } as never)).toEqual([
      { key: 'nxt', message: 'message `nxt` is not a message of the shell' },
    ])
    expect(missingMessages('de', { ...messagesOf('de'), resultCount: '{n} Treffer' })).toEqual([
      { key: 'resultCount', message: 'message `resultCount` has the unknown placeholder `{n}`' },
    ])
    expect(missingMessages('de')).toEqual([])
  })
})
