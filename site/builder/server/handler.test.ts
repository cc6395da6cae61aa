/** Tests the handler with a real socket. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../tools/scripts/lib/temporaryFolder.ts'
import { routes } from '../../e2e/support/routes.ts'
import { markdownPath } from '../../src/config/routes.ts'
import { documentFileOf } from '../content/routes.ts'
import { hostFiles } from '../output/hostFiles.ts'
import { siteHandler } from './handler.ts'
import { listen } from './listen.ts'

const root = temporaryFolder('serve')
const dir = join(root, 'dist')
const page = `<!doctype html><title>Wallets</title>${Array.from({ length: 300 }, (_, index) => `<p>Wallet ${(index * 7919) % 1000} has accounts</p>`).join('')}`
/** Of every route: its document, and its twin in Markdown. */
const pages = Object.fromEntries(
  routes.flatMap((route) => [
    [documentFileOf(route), `<!doctype html><title>${route}</title>`],
    [markdownPath(route).slice(1), `# ${route}`],
  ]),
)
const files = {
  ...pages,
  '.well-known/skills/SKILL.md': '# No page',
  'index.html': '<!doctype html><title>Home</title>',
  'concepts/wallets.html': page,
  'faq.html': page,
  'api/index.html': '<!doctype html><title>API</title>',
  '404.html': '<!doctype html><title>Page not found</title>',
  'assets/boot-abc.js': 'export {}',
  'search/index.json': '{}',
  'runner/frame.html': '<!doctype html><title>Frame</title>',
  'staticwebapp.config.json': hostFiles([], [], {}, { '/runner/frame': { 'X-Frame-Options': 'SAMEORIGIN' } })[
    'staticwebapp.config.json'
  ]!,
  _headers: 'secret',
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(join(dir, path, '..'), { recursive: true })
  writeFileSync(join(dir, path), text)
}
writeFileSync(join(root, 'outside.txt'), 'outside')
/** Copies with other contents, to tell them from what the server compresses itself. */
const copies = { br: '<title>Brotli copy</title>', gzip: '<title>Gzip copy</title>' }
writeFileSync(join(dir, 'faq.html.br'), brotliCompressSync(copies.br))
writeFileSync(join(dir, 'faq.html.gz'), gzipSync(copies.gzip))

const handle = siteHandler(dir)
const server = createServer(handle)
let port = 0
beforeAll(async () => {
  port = await listen(server, 0)
})
afterAll(() => server.close())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends a raw request, because `fetch` normalizes paths and decodes bodies. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', path, headers, method }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject).end()
  })
}

describe('the server', () => {
  it('serves exact routes', async () => {
    for (const path of ['/', '/concepts/wallets', '/api/']) expect((await ask(path)).status, path).toBe(200)
    expect((await ask('/concepts/wallets?x=1')).body.toString()).toBe(page)
  })

  it("serves the runner's frame and pages with their own headers", async () => {
    const [frame, page] = [await ask('/runner/frame'), await ask('/')]
    expect(frame.status).toBe(200)
    expect(frame.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(page.headers['x-frame-options']).toBe('DENY')
    expect(page.headers['content-security-policy']).toContain("frame-src 'self'")
  })

  it.each([
    ['/concepts/wallets/', '/concepts/wallets'],
    ['/concepts/wallets.html', '/concepts/wallets'],
    ['/concepts/wallets/index.html?a=b', '/concepts/wallets?a=b'],
    ['/concepts//wallets', '/concepts/wallets'],
    ['/index.html', '/'],
    ['/api', '/api/'],
    ['/index', '/'],
    ['/concepts/wallets.html/', '/concepts/wallets'],
    ['/concepts/%77allets', '/concepts/wallets'],
    ['/concepts%2Fwallets', '/concepts/wallets'],
    ['/Concepts/WALLETS?a=b', '/concepts/wallets?a=b'],
    ['/FAQ', '/faq'],
    ['/FAQ.html', '/faq'],
    ['/API', '/api/'],
    ['/Api/', '/api/'],
  ])('redirects %s to %s', async (from, to) => {
    const { status, headers } = await ask(from)
    expect([status, headers.location]).toEqual([301, to])
  })

  it.each(['toUpperCase', 'toLowerCase'] as const)(
    'redirects every route and twin in other letters: %s',
    async (change) => {
      const wrong: string[] = []
      for (const address of routes.flatMap((route) => [route, markdownPath(route)])) {
        const other = address[change]()
        const { status, headers } = await ask(other)
        const isRight = other === address ? status === 200 : status === 301 && headers.location === address
        if (!isRight) wrong.push(`${other}: ${status} ${headers.location ?? ''}`)
      }
      expect(wrong).toEqual([])
    },
  )

  it('redirects a twin whose name alone is in other letters', async () => {
    const { status, headers } = await ask('/FAQ.md?a=b')
    expect([status, headers.location]).toEqual([301, '/faq.md?a=b'])
  })

  it('returns the not-found page with status 404 for unknown paths', async () => {
    for (const path of [
      '/nothing/here',
      '/404',
      '/404/',
      '/404.html',
      '/Runner/Frame',
      '/SEARCH/INDEX.JSON',
      '/NOTHING.MD',
      '/.WELL-KNOWN/skills/skill.md',
      '/.well-known/skills/skill.md',
    ]) {
      const { status, body } = await ask(path)
      expect(status, path).toBe(404)
      expect(body.toString()).toContain('Page not found')
    }
  })

  it.each([
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/assets/..%5c..%5coutside.txt',
    '/%00',
    '/%E0%A4%A',
  ])('does not serve files for %s', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(404)
    expect(body.toString()).not.toContain('outside')
  })

  it('serves no host files and redirects to no other host', async () => {
    expect((await ask('/_headers')).status).toBe(404)
    expect((await ask('//evil.example/')).headers.location).toBeUndefined()
  })

  it('compresses with an accepted encoding', async () => {
    const brotli = await ask('/concepts/wallets', { 'Accept-Encoding': 'gzip, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(page)
    const gzip = await ask('/concepts/wallets', { 'Accept-Encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(page)
    expect(gzip.headers.vary).toBe('Accept-Encoding')
    expect((await ask('/concepts/wallets')).headers['content-encoding']).toBeUndefined()
  })

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip;q=0.001', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['BR', 'br'],
    ['gzip;q=0, *;q=0.5', 'br'],
    ['br;q=0, gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['identity;q=1, br;q=0.5', undefined],
    ['zstd, deflate', undefined],
    ['abr, xgzip', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)('for Accept-Encoding %j, sends the copy in %s', async (accepted, encoding) => {
    const asked = accepted === undefined ? {} : { 'Accept-Encoding': accepted }
    const { status, headers, body } = await ask('/faq', asked)
    const text = { br: brotliDecompressSync, gzip: gunzipSync, none: (raw: Buffer) => raw }
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toBe('Accept-Encoding')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-length']).toBe(String(body.length))
    expect(text[encoding ?? 'none'](body).toString()).toBe(encoding ? copies[encoding] : page)
  })

  it('tags each encoding of a file differently, and varies when nothing has changed', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (encoding) => (await ask('/faq', { 'Accept-Encoding': encoding })).headers.etag!,
      ),
    )
    expect(new Set(tags).size).toBe(3)
    const again = await ask('/faq', { 'Accept-Encoding': 'br', 'If-None-Match': tags[0]! })
    expect([again.status, again.headers.vary]).toEqual([304, 'Accept-Encoding'])
    expect((await ask('/faq', { 'Accept-Encoding': 'br', 'If-None-Match': tags[1]! })).status).toBe(200)
  })

  it('serves copies only in place of their file', async () => {
    for (const copy of ['/faq.html.br', '/faq.html.gz']) expect((await ask(copy)).status, copy).toBe(404)
  })

  it('caches hashed files forever and revalidates documents', async () => {
    expect((await ask('/assets/boot-abc.js')).headers['cache-control']).toMatch(/immutable/)
    const first = await ask('/concepts/wallets', { 'Accept-Encoding': 'br' })
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await ask('/concepts/wallets', {
      'Accept-Encoding': 'br',
      'If-None-Match': first.headers.etag!,
    })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await ask('/concepts/wallets', { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it('returns GET headers for HEAD and rejects other methods', async () => {
    const head = await ask('/concepts/wallets', {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(page.length),
      0,
    ])
    const post = await ask('/', {}, 'POST')
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('sends strict security headers with every response, transport security only over https', async () => {
    for (const path of ['/', '/nothing', '/assets/boot-abc.js']) {
      const { headers } = await ask(path)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/)
      expect(policy).toContain("connect-src 'self';")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      expect(headers['strict-transport-security']).toBeUndefined()
    }
    const secure = await ask('/', { 'X-Forwarded-Proto': 'https' })
    expect(secure.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
  })

  it('uses the next port if the requested one is busy', async () => {
    const other = createServer()
    expect(await listen(other, port)).toBeGreaterThan(port)
    other.close()
  })
})
