/** A second language by a folder: what is translated, what is shown as it is, and what fails the build. */
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

  it('shows what is translated at its own address, in a shell with its words', () => {
    const page = read('de/concepts/wallets.html')
    expect(page).toContain('<html lang="de"')
    expect(page).toContain('Zum Hauptinhalt springen')
    expect(page).toContain('Auf dieser Seite')
    expect(page).toContain('<link rel="canonical" href="https://docs.example/de/concepts/wallets"/>')
    expect(page).toContain('>Handbuch</a>')
    expect(page).not.toContain('class="not-translated"')
    // A link leads to the same language, whether its page is translated or not.
    expect(json('_p/de/concepts/wallets.json').main).toContain('href="/de/concepts/users"')
  })

  it('shows what is not translated as it is, says so, and leaves its address to the original', () => {
    const page = read('de/concepts/users.html')
    expect(page).toContain('Diese Seite ist noch nicht übersetzt. Sie steht hier auf English.')
    expect(page).toContain('<div class="content" lang="en">')
    expect(page).toContain('<link rel="canonical" href="https://docs.example/concepts/users"/>')
    expect(page).not.toContain('text/markdown')
  })

  it('names each page in each language to crawlers, and only what is written in it', () => {
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

  it('has Markdown twins of its own, beside the map of the originals', () => {
    expect(read('de/concepts/wallets.md')).toMatch(/^# Wallets und ihre Schlüssel/)
    expect(() => read('de/concepts/users.md')).toThrow()
    expect(read('llms-full.txt')).not.toContain('Wallets und ihre Schlüssel')
  })

  it('is searched by its own words and their forms; what is in another language comes after', async () => {
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

  it('is none of the English index', () => {
    const routes = json('search/index.json').pages.map(({ route }: { route: string }) => route)
    expect(routes.filter((route: string) => route.startsWith('/de'))).toEqual([])
  })
})

describe('what fails the build, with its place', () => {
  beforeEach(begin)
  afterEach(end)

  it('a translation of a page that there is not', async () => {
    cpSync(
      join(site.dir, 'languages/de/content/concepts/wallets.mdx'),
      join(site.dir, 'languages/de/content/concepts/walets.mdx'),
    )
    expect(await build()).toContainEqual(
      'languages/de/content/concepts/walets.mdx:: translates no page: there is none at `/concepts/walets` (did you mean `/concepts/wallets`?)',
    )
  })

  it('a label without a word, and a word without a label', async () => {
    edit('words.yaml', (text) => text.replace('Guide: Handbuch', 'Gide: Handbuch'))
    expect(await build()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^languages\/de\/words\.yaml:1: no word for `Guide`/),
        'languages/de/words.yaml:5: `Gide` is a label of nothing',
      ]),
    )
  })

  it('a broken link of a translation, at its line', async () => {
    edit('content/index.mdx', (text) => text.replace('(/limits)', '(/limit)'))
    expect(await build()).toContainEqual(
      expect.stringMatching(/^languages\/de\/content\/index\.mdx:8: broken link `\/limit`/),
    )
  })

  it('a language without a folder, and one whose words the shell does not have', async () => {
    const locales = [...site.config.locales, { code: 'fr', label: 'Français', path: '/fr' }]
    const french = { ...site, config: { ...site.config, locales } }
    expect(await build(french)).toContainEqual('site.config.ts:: language `fr`: languages/fr is missing')
    expect(missingMessages('fr')).toEqual([{ key: 'fr', message: 'the shell has no words in `fr`' }])
  })

  it('a message that is missing, unknown, or has a place that it cannot fill', () => {
    const { next: _, ...without } = messagesOf('de')
    expect(missingMessages('de', without)).toEqual([
      { key: 'next', message: 'message `next` (“Next”) is missing' },
    ])
    expect(missingMessages('de', { ...messagesOf('de'), nxt: 'Weiter' } as never)).toEqual([
      { key: 'nxt', message: 'message `nxt` is none of the shell' },
    ])
    expect(missingMessages('de', { ...messagesOf('de'), resultCount: '{n} Treffer' })).toEqual([
      { key: 'resultCount', message: 'message `resultCount` has the unknown place `{n}`' },
    ])
    expect(missingMessages('de')).toEqual([])
  })
})
