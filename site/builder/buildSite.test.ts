/** Builds the fixture with two docs versions, reads the output folder and serves it with generic static servers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../tools/scripts/lib/temporaryFolder.ts'
import { pageStyles } from '../src/config/model.ts'
import type { NavbarItem } from '../src/config/types.ts'
import type { Fragment } from '../src/frame/fragment.ts'
import { buildSite } from './buildSite.ts'
import { stageDir } from './output/write.ts'
import { loadSite, repositoryRoot, siteDir } from './site.ts'

const outDir = temporaryFolder('site')
const assets = {
  styles: pageStyles(() => ({ text: 'body{color:red}' })),
  theme: { text: 'void 0' },
  boot: '/assets/boot.js',
}
const site = await loadSite(join(siteDir, 'builder/fixtures/two-versions'))
const { pages, problems } = await buildSite(site, { outDir, assets })
const read = (path: string) => readFileSync(join(outDir, path), 'utf8')
const fragment = (path: string): Fragment => JSON.parse(read(path))

describe('a build', () => {
  it('reports no problems', () => {
    expect(problems).toEqual([])
  })

  it('writes a document and a fragment for every route, of the API reference only a document', () => {
    for (const path of ['index', 'guides', 'guides/signing', 'api/index', 'search', 'v/1.0'])
      expect(existsSync(join(outDir, `${path}.html`)), path).toBe(true)
    for (const path of ['index', 'guides', 'guides/signing', 'v/1.0/guides/signing'])
      expect(existsSync(join(outDir, `_p/${path}.json`)), path).toBe(true)
    expect(existsSync(join(outDir, '_p/api/index.json'))).toBe(false)
    expect(read('404.html')).toContain('Page not found')
  })

  it('writes a route that is also a folder in both places, for hosts that prefer folders', () => {
    expect(read('guides/index.html')).toBe(read('guides.html'))
    expect(existsSync(join(outDir, 'guides/signing/index.html'))).toBe(false)
  })

  it('writes documents with one inline script and style, allowed by hash on every host', () => {
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

  it('keeps the links of an older version within that version', () => {
    expect(fragment('_p/v/1.0/guides/signing.json').main).toContain('href="/v/1.0/guides"')
    expect(fragment('_p/v/1.0.json').main).toContain('href="/v/1.0/guides/signing"')
    expect(fragment('_p/index.json').main).toContain('href="/guides/signing#sign"')
  })

  it('omits missing pages from an older version’s sidebar', () => {
    const { sidebar } = fragment('_p/v/1.0/guides/signing.json')
    expect(sidebar?.id).toBe('version-1.0/guides')
    expect(sidebar?.html).toContain('/v/1.0/guides/signing')
    expect(sidebar?.html).not.toContain('new')
  })

  it('resolves a link to a Markdown file to its route', () => {
    expect(fragment('_p/guides/new.json').main).toContain('href="/guides/signing"')
  })

  it('renders the cards of a category', () => {
    const { main } = fragment('_p/guides.json')
    expect(main).toContain('<a href="/guides/new">New in two</a>')
    expect(main).toContain('A page that the first version')
    expect(pages.find(({ route }) => route === '/guides')?.kind).toBe('category')
  })

  it('lists exactly the pages in the sitemap, with absolute URLs', () => {
    const addresses = Array.from(read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)
    expect(addresses).toContain('https://docs.example.com/guides/signing')
    expect(addresses).toContain('https://docs.example.com/api/')
    expect(addresses).not.toContain('https://docs.example.com/search')
    expect(addresses).not.toContain('https://docs.example.com/404')
    expect(read('robots.txt')).toContain('Sitemap: https://docs.example.com/sitemap.xml')
  })

  it('writes host files with the same headers and redirects as our server', () => {
    expect(read('_headers')).toContain("Content-Security-Policy: default-src 'none'")
    expect(read('_headers')).not.toContain('unsafe-inline')
    expect(read('_redirects')).toContain('/guides/signing.html /guides/signing 301')
    for (const other of [
      '/Guides/Signing /guides/signing',
      '/sdks/ruby /sdks/Ruby',
      '/API /api/',
      '/GUIDES/SIGNING.md /guides/signing.md',
      '/GUIDES/SIGNING.MD /guides/signing.md',
      '/sdks/ruby.md /sdks/Ruby.md',
      '/API/INDEX.md /api/index.md',
    ])
      expect(read('_redirects')).toContain(`\n${other} 301\n`)
    const patterns = JSON.parse(read('vercel.json')).redirects as { source: string; destination: string }[]
    const leadsTo = (path: string) =>
      patterns
        .filter(({ source }) => new RegExp(`^${source}$`).test(path))
        .map(({ destination }) => destination)
    expect(leadsTo('/gUiDeS/SIGNING')).toEqual(['/guides/signing'])
    expect(leadsTo('/sdks/ruby')).toEqual(['/sdks/Ruby'])
    expect(leadsTo('/API')).toEqual(['/api/'])
    expect(leadsTo('/gUiDeS/SIGNING.Md')).toEqual(['/guides/signing.md'])
    expect(leadsTo('/INDEX.md')).toEqual(['/index.md'])
    expect(leadsTo('/V/1.0/guides')).toEqual(['/v/1.0/guides'])
    for (const own of [
      '/',
      '/guides/signing',
      '/sdks/Ruby',
      '/api',
      '/api/',
      '/guides/signing.md',
      '/index.md',
      '/v/1x0/guides',
    ])
      expect(leadsTo(own)).toEqual([])
    const targets = patterns.map(({ destination }) => destination).filter((path) => path.endsWith('.md'))
    expect(targets).toContain('/v/1.0/guides/signing.md')
    for (const twin of targets) expect(existsSync(join(outDir, twin)), twin).toBe(true)
    expect(JSON.parse(read('vercel.json')).redirects).toContainEqual({
      source: '/guides/signing/index.html',
      destination: '/guides/signing',
      permanent: true,
    })
  })

  it('copies static files and writes the API description and the search index', () => {
    expect(read('plain.txt')).toBe('plain\n')
    expect(JSON.parse(read('openapi.json')).openapi).toMatch(/^3\.1/)
    expect(existsSync(join(outDir, 'search/index.json'))).toBe(true)
  })

  it('draws the icon that phones show on the home screen, in the size that they expect', () => {
    const [, path] = read('guides/signing.html').match(/<link rel="apple-touch-icon" href="\/([^"]+)"/)!
    const png = readFileSync(join(outDir, path!))
    // Width and height from the file header (PNG, §11.2.2).
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([180, 180])
  })

  it('writes compressed copies of texts over 1 KB, and host files that name them', () => {
    const all = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
    const hasCopies = ['openapi.json', 'api/index.html', 'search/index.json']
    for (const path of hasCopies) {
      const text = readFileSync(join(outDir, path))
      expect(brotliDecompressSync(readFileSync(join(outDir, `${path}.br`))), path).toEqual(text)
      expect(gunzipSync(readFileSync(join(outDir, `${path}.gz`))), path).toEqual(text)
    }
    const isCopied = (path: string) => all.includes(`${path}.br`) || all.includes(`${path}.gz`)
    expect(['vercel.json', 'staticwebapp.config.json', '_headers', 'favicon.svg'].filter(isCopied)).toEqual(
      [],
    )
    expect(all.filter((path) => path.endsWith('.png') && isCopied(path))).toEqual([])
    for (const file of ['_headers', 'vercel.json', 'staticwebapp.config.json'])
      for (const encoding of ['br', 'gzip'])
        expect(read(file), file).toMatch(new RegExp(`Content-Encoding\\W+(?:value\\W+)?${encoding}\\b`))
  })

  it('outlines every call on the reference page, with anchors', () => {
    const main = read('api/index.html')
    expect(main).toContain('id="create_wallet"')
    expect(main).toContain('data-island="reference"')
    expect(main).toContain('/public/v1/query/whoami')
  })
})

/** Canonical URLs, with their titles. */
const CANONICAL: readonly (readonly [route: string, title: string])[] = [
  ['/', 'Example home'],
  ['/guides', ''],
  ['/guides/signing', 'Signing'],
  ['/guides/new', 'New in two'],
  ['/v/1.0/guides/signing', 'Signing'],
  ['/sdks/Ruby', 'Ruby'],
  ['/api/', 'API reference'],
]

describe.each([
  ['serve', (port: number) => [outDir, '--listen', `tcp://127.0.0.1:${port}`, '--no-port-switching', '-L']],
  ['sirv', (port: number) => [outDir, '--host', '127.0.0.1', '--port', String(port), '--quiet']],
] as const)('%s, as it comes from npm', (name, args) => {
  let server: ChildProcess
  let base: string

  beforeAll(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    server = spawn(process.execPath, [join(repositoryRoot, 'node_modules/.bin', name), ...args(port)], {
      stdio: 'ignore',
    })
    const isUp = () =>
      fetch(base).then(
        ({ ok }) => ok,
        () => false,
      )
    await vi.waitUntil(isUp, { timeout: 30_000 })
  })
  afterAll(() => void server.kill())

  it.each(CANONICAL)('serves %s without a redirect', async (route, title) => {
    const answer = await fetch(base + route, { redirect: 'manual' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await answer.text()).toContain(`<h1>${title}`)
  })

  it('is case-sensitive', async () => {
    expect((await fetch(`${base}/sdks/ruby`)).status).toBe(404)
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

describe('a build that fails', () => {
  const built = read('index.html')
  const leftovers = () =>
    readdirSync(dirname(outDir)).filter((name) => name.startsWith(`${basename(outDir)}.`))
  const withNavbar = (items: readonly unknown[]) => ({
    ...site,
    config: { ...site.config, navbar: { ...site.config.navbar, items: items as readonly NavbarItem[] } },
  })

  it.each([
    {
      what: 'item that leads nowhere',
      wrong: [
        [{ type: 'docSidebar', sidebarId: 'gudie', label: 'Guide' }, ': sidebar id `gudie` not found'],
        [{ to: '/nowhere', label: 'Guide' }, ': route `/nowhere` not found'],
      ] as const,
    },
    {
      what: 'malformed item',
      wrong: [
        [{ type: 'tabs', label: 'Guide' }, ': unknown navbar item type `tabs`'],
        [null, ': must be an object'],
        [{ type: 'dropdown', label: 'More' }, '.items: is missing'],
      ] as const,
    },
  ])('names file and place of each $what in the navbar, and keeps the previous build', async ({ wrong }) => {
    const items = [{ to: '/', label: 'Home' }, ...wrong.map(([item]) => item)]
    const failed = await buildSite(withNavbar(items), { outDir, assets })
    expect(failed.problems).toHaveLength(wrong.length)
    for (const [n, [item, why]] of wrong.entries()) {
      const { file, message } = failed.problems[n]!
      expect(file).toBe('site.config.ts')
      expect(message).toContain(`navbar.items[${n + 1}]${why}`)
      expect(message).toContain(JSON.stringify(item))
    }
    expect(read('index.html')).toBe(built)
    expect(leftovers()).toEqual([])
  })

  it('keeps the previous build when it throws', async () => {
    const broken = { ...site, dir: null as never }
    await expect(buildSite(broken, { outDir, assets })).rejects.toThrow()
    expect(read('index.html')).toBe(built)
    expect(leftovers()).toEqual([])
  })

  it.each([
    ['title', { title: 5 }, 'title: must be a string: 5'],
    ['tagline', { tagline: undefined }, 'tagline: is missing'],
    ['an unknown setting', { color: 'red' }, 'color: is not a setting: "red"'],
    ['navbar', { navbar: [] }, 'navbar: must be an object: []'],
    ['footer link', { footer: { links: [null] } }, 'footer.links[0]: must be an object: null'],
    ['locales', { locales: {} }, 'locales: must be a list: {}'],
    ['a version', { docs: { versionPersistence: 'none', versions: [{ name: 1 }] } }, 'docs.versions[0].name'],
  ])('names the place in site.config.ts of a value of the wrong type: %s', async (_, change, message) => {
    const config = { ...site.config, ...change } as never
    const failed = await buildSite({ ...site, config }, { outDir, assets })
    expect(failed.problems[0]).toMatchObject({ file: 'site.config.ts', severity: 'error' })
    expect(failed.problems[0]!.message).toContain(message)
    expect(read('index.html')).toBe(built)
  })

  it.each([
    ['no map', null, 'default export: must be an object: null'],
    ['sidebars', { ...site.map, sidebars: { guides: 'x' } }, 'sidebars.guides: must be a list: "x"'],
    ['an item', { ...site.map, sidebars: { guides: [5] } }, 'sidebars.guides[0]: must be a route'],
    [
      'a category',
      { ...site.map, sidebars: { guides: [{ label: 'x' }] } },
      'sidebars.guides[0].items: is missing',
    ],
    ['promised', { ...site.map, promised: '/x' }, 'promised: must be a list: "/x"'],
  ])('names the place in sidebars.ts of a value of the wrong type: %s', async (_, map, message) => {
    const failed = await buildSite({ ...site, map: map as never }, { outDir, assets })
    expect(failed.problems[0]).toMatchObject({ file: 'sidebars.ts', severity: 'error' })
    expect(failed.problems[0]!.message).toContain(message)
  })

  /** Builds the fixture with another text at the end of a page. @returns the page's problems */
  async function problemsAfterAdding(text: string) {
    const dir = mkdtempSync(join(tmpdir(), 'site-source-'))
    cpSync(site.dir, dir, { recursive: true })
    const file = 'content/guides/signing.mdx'
    const before = readFileSync(join(dir, file), 'utf8')
    writeFileSync(join(dir, file), `${before}\n${text}\n`)
    const failed = await buildSite({ ...site, dir, root: dir }, { outDir, assets })
    expect(read('index.html')).toBe(built)
    const found = failed.problems.filter((problem) => problem.file === file)
    return { found, firstLine: before.split('\n').length + 1 }
  }

  it('names the page and line of a missing image, a damaged link and an unknown element', async () => {
    const { found, firstLine } = await problemsAfterAdding(
      '![Nothing](/nope.png)\n\n[x](/%E0%A4%A)\n\n<constructor />',
    )
    for (const [n, message] of [
      'image `/nope.png` is not among the static files',
      'broken link',
      // An element called like a part of every object.
      'unknown component `<constructor>`',
    ].entries()) {
      const about = found.filter((problem) => problem.message.includes(message))
      expect(about.map(({ line }) => line)).toEqual([firstLine + 2 * n])
    }
  })

  it('names a page with nesting without end', async () => {
    const { found } = await problemsAfterAdding(`${'* '.repeat(1_100)}x`)
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('could not be read: Maximum call stack'),
    ])
  })

  it('names a static file that conflicts with a page, and reads a page with a byte order mark and CRLF line ends', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'site-source-'))
    cpSync(site.dir, dir, { recursive: true })
    writeFileSync(join(dir, 'static/guides.html'), 'Lost without a word')
    const page = join(dir, 'content/guides/signing.mdx')
    writeFileSync(page, `\uFEFF${readFileSync(page, 'utf8').replaceAll('\n', '\r\n')}`)
    const failed = await buildSite({ ...site, dir, root: dir }, { outDir, assets })
    expect(failed.problems).toMatchObject([{ file: 'static/guides.html', severity: 'error' }])
    expect(read('index.html')).toBe(built)
  })

  it('restores the output of a build killed during the swap and removes its leftovers', () => {
    const dir = join(mkdtempSync(join(tmpdir(), 'killed-')), 'dist')
    // No process has this id, because it is above every system's maximum.
    mkdirSync(`${dir}.old-99999999`)
    mkdirSync(`${dir}.building-99999999`)
    writeFileSync(`${dir}.old-99999999/index.html`, 'good')
    stageDir(dir).discard()
    expect(readFileSync(join(dir, 'index.html'), 'utf8')).toBe('good')
    expect(readdirSync(dirname(dir))).toEqual(['dist'])
  })
})
