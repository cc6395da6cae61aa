/** A page and its frame in a real browser, on two origins, against the engine. */
import { readFileSync } from 'node:fs'
import { createTestEngine, type TestEngine } from '@keywright/engine/test'
import { type Browser, chromium, type Frame, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserForTests } from '../../../../tools/scripts/lib/browser.mjs'
import { type Pages, servePages } from '../../test/framePages.ts'
import type { Stamp } from '../stamper.ts'
import type { IframeStamper, IframeStamperOptions } from './index.ts'

declare global {
  // Globals of the test page: see PAGE.
  var makeStamper: (options: unknown) => void
  var stamper: IframeStamper
}

/** The page. `makeStamper` creates a stamper where the tests find it. */
const PAGE = `
import { IframeStamper } from './src/iframe/index.ts'
globalThis.makeStamper = (options) => {
  globalThis.stamper = new IframeStamper({ iframeContainer: document.querySelector('main'), ...options })
}`

const API = 'https://api.example'
/** The directives that the READMEs name, and no others. */
function policyOf(path: string, frameUrl: string): string | undefined {
  if (path !== '/allowed' && path !== '/lacking') return undefined
  const [api, frame] = path === '/allowed' ? [API, frameUrl] : ["'self'", "'self'"]
  return `default-src 'none'; script-src 'self'; connect-src ${api}; frame-src ${frame}`
}

let engine: TestEngine
let organization: Awaited<ReturnType<TestEngine['organization']>>
let pages: Pages
let browser: Browser
let page: Page

beforeAll(async () => {
  engine = createTestEngine('iframe stamper')
  organization = await engine.organization()
  pages = await servePages(PAGE, engine.signerPublicKey, policyOf)
  const executablePath = browserForTests()
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox'],
  })
})
afterAll(async () => {
  await browser?.close()
  pages?.close()
})
beforeEach(async () => {
  page = await browser.newPage()
  await page.goto(pages.pageUrl)
  await page.waitForFunction(() => 'makeStamper' in globalThis)
})
afterEach(() => page.close())

const make = (options: Partial<IframeStamperOptions> = {}) =>
  page.evaluate(
    (all) => globalThis.makeStamper(JSON.parse(all)),
    JSON.stringify({ iframeUrl: pages.frameUrl, ...options }),
  )
const init = () => page.evaluate(() => globalThis.stamper.init())
const frame = (): Frame => page.frames().find((one) => one !== page.mainFrame())!

/** The page's view of an error. */
const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: Error) => /KW:(\w+)/.exec(error.message)?.[1] ?? error.message,
  )

describe.each([
  ['its own origin', {}],
  ['an opaque origin', { isOpaque: true, iframeUrl: '/frame.html' }],
])('a frame with %s', (_, options) => {
  it('signs with a key that the page cannot read', async () => {
    await make(options)
    const targetPublicKey = await init()
    expect(await init()).toBe(targetPublicKey)
    const { root } = organization
    const { credentialBundle } = await root.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
      targetPublicKey,
    })
    const apiPublicKey = await page.evaluate(
      (bundle) => globalThis.stamper.injectCredentialBundle(bundle),
      credentialBundle,
    )
    expect(apiPublicKey).toMatch(/^0[23][\da-f]{64}$/)

    const body = JSON.stringify({ organizationId: organization.organizationId })
    const stamp: Stamp = await page.evaluate((payload) => globalThis.stamper.stamp(payload), body)
    const request = new Request('http://localhost/public/v1/query/whoami', {
      method: 'POST',
      body,
      headers: { [stamp.stampHeaderName]: stamp.stampHeaderValue },
    })
    expect(await (await engine.handle(request)).json()).toMatchObject({ username: 'root' })

    const isRead = await page.evaluate(() => {
      try {
        return Boolean(document.querySelector('iframe')!.contentWindow!.document)
      } catch {
        return false
      }
    })
    expect(isRead).toBe(false)
    expect(await page.evaluate(() => globalThis.stamper.clear())).toBe(true)
    expect(await page.evaluate(() => globalThis.stamper.publicKey())).toBeNull()
    expect(await init()).not.toBe(targetPublicKey)
  })

  it('displays an exported phrase and seals an imported one', async () => {
    const { root, organizationId, rootUserId: userId } = organization
    const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: `old ${_}`,
      accounts: [],
    })
    await make(options)
    const targetPublicKey = await init()
    const { exportBundle } = await root.run('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey })
    await page.evaluate(
      ([bundle, id]) => globalThis.stamper.injectWalletExportBundle(bundle!, id!),
      [exportBundle, organizationId],
    )
    const phrase = await frame().locator('output').innerText()
    expect(phrase.split(' ')).toHaveLength(12)
    expect(await page.content()).not.toContain(phrase)

    const second = await engine.organization(`Second ${_}`)
    const { importBundle } = await second.root.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', {
      userId: second.rootUserId,
    })
    await page.evaluate(
      ([bundle, id, user]) => globalThis.stamper.injectImportBundle(bundle!, id!, user!),
      [importBundle, second.organizationId, second.rootUserId],
    )
    await frame().getByLabel('Recovery phrase or private key').fill(phrase)
    const encryptedBundle = await page.evaluate(() => globalThis.stamper.extractWalletEncryptedBundle())
    expect(
      await second.root.run('ACTIVITY_TYPE_IMPORT_WALLET', {
        userId: second.rootUserId,
        walletName: 'new',
        encryptedBundle,
        accounts: [],
      }),
    ).toMatchObject({ walletId: expect.any(String) })
    expect(userId).toEqual(expect.any(String))
  })
})

it('works as shown in the README', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, code = ''] = /^```js\n([\s\S]*?)^```/m.exec(readme) ?? []
  const own = await servePages(code, engine.signerPublicKey)
  const logged = page.waitForEvent('console')
  await page.route('https://frame.example.com/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: own.frameUrl + pathname }) })
  })
  await page.goto(own.pageUrl)
  expect((await logged).text()).toBe(/\/\/ → (.*)/.exec(code)?.[1])
  own.close()
})

describe('errors', () => {
  const attempt = (code: string) =>
    codeOf(
      page.evaluate(
        `(async () => { try { await ${code} } catch (error) { throw new Error('KW:' + error.code) } })()`,
      ),
    )

  it("a frame on the page's origin", async () => {
    expect(await attempt(`makeStamper({ iframeUrl: '/frame.html' })`)).toBe('FRAME_SAME_ORIGIN')
  })

  it('a page without a secure origin, which has neither crypto.subtle nor randomUUID', async () => {
    await page.addInitScript(() => {
      for (const name of ['subtle', 'randomUUID']) {
        Object.defineProperty(Crypto.prototype, name, { value: undefined })
      }
    })
    await page.goto(pages.pageUrl)
    await page.waitForFunction(() => 'makeStamper' in globalThis)
    await make()
    expect(await attempt('stamper.init()')).toBe('CRYPTO_UNAVAILABLE')
  })

  it('no container, an invalid address, a duplicate id', async () => {
    expect(await attempt(`makeStamper({ iframeUrl: '${pages.frameUrl}', iframeContainer: null })`)).toBe(
      'FRAME_CONFIG_INVALID',
    )
    expect(await attempt(`makeStamper({ iframeUrl: 'http://[' })`)).toBe('FRAME_CONFIG_INVALID')
    await make()
    await init()
    expect(await attempt(`makeStamper({ iframeUrl: '${pages.frameUrl}' })`)).toBe('FRAME_CONFIG_INVALID')
  })

  it('a call before init, and after destroy', async () => {
    await make()
    expect(await attempt(`stamper.stamp('{}')`)).toBe('FRAME_NOT_READY')
    await init()
    expect(await attempt(`stamper.stamp('{}')`)).toBe('FRAME_EMPTY')
    expect(await attempt(`stamper.extractWalletEncryptedBundle()`)).toBe('FRAME_EMPTY')
    await page.evaluate(() => globalThis.stamper.destroy())
    expect(await attempt(`stamper.stamp('{}')`)).toBe('FRAME_NOT_READY')
  })

  it('a bundle for another key, or a malformed bundle', async () => {
    await make()
    await init()
    const other =
      'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf'
    expect(await attempt(`stamper.injectCredentialBundle('${other}')`)).toMatch(/^BUNDLE_/)
    expect(await attempt(`stamper.injectWalletExportBundle('{}', 'a')`)).toBe('BUNDLE_MALFORMED')
  })

  it("an address that doesn't serve a frame", async () => {
    await page.route('http://127.0.0.1:*/nothing', (route) =>
      route.fulfill({ body: 'nothing', contentType: 'text/html' }),
    )
    await make({ iframeUrl: `${pages.frameUrl}/nothing`, timeout: 300 })
    expect(await attempt('stamper.init()')).toBe('FRAME_TIMEOUT')
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('a frame of another release', async () => {
    const script = `<script>parent.postMessage({ protocol: 'keywright-frame-0', ready: true }, '*')</script>`
    await page.route('http://127.0.0.1:*/old', (route) =>
      route.fulfill({ body: script, contentType: 'text/html' }),
    )
    await make({ iframeUrl: `${pages.frameUrl}/old` })
    expect(await attempt('stamper.init()')).toBe('FRAME_VERSION_MISMATCH')
  })

  it('messages from other windows are ignored', async () => {
    await make()
    const targetPublicKey = await init()
    const answers = await page.evaluate(async () => {
      const heard: unknown[] = []
      window.addEventListener('message', ({ data }) => heard.push(data))
      // A nested page, which can reach the frame through its window but isn't its parent.
      const stranger = document.createElement('iframe')
      stranger.srcdoc = `<script>
        parent.frames[0].postMessage({ protocol: 'keywright-frame-1', id: 'x', method: 'init', params: {} }, '*')
        parent.postMessage({ protocol: 'keywright-frame-1', ready: true }, '*')
        setTimeout(() => parent.postMessage('done', '*'), 200)
      </script>`
      document.body.append(stranger)
      await new Promise<void>((resolve) =>
        window.addEventListener('message', ({ data }) => data === 'done' && resolve()),
      )
      return heard
    })
    expect(answers.filter((one) => Object(one).id === 'x')).toEqual([])
    expect(await init()).toBe(targetPublicKey)
  })
})

it('stops loading and removes the frame when it is destroyed or its signal is aborted', async () => {
  const outcomes = await page.evaluate(async (iframeUrl) => {
    const seen: unknown[] = []
    for (const end of ['destroy', 'abort']) {
      const controller = new AbortController()
      globalThis.makeStamper({ iframeUrl, signal: controller.signal })
      const loading = globalThis.stamper.init().catch(({ code }) => code)
      if (end === 'abort') controller.abort()
      else globalThis.stamper.destroy()
      seen.push(await loading, document.querySelectorAll('iframe').length)
    }
    return seen
  }, pages.frameUrl)
  expect(outcomes).toEqual(['FRAME_NOT_READY', 0, 'FRAME_NOT_READY', 0])
})

it.each([
  ['allows the API and the frame', '/allowed', true],
  ['lacks both', '/lacking', false],
])('a page whose content security policy %s', async (_, path, isAllowed) => {
  await page.route(`${API}/`, (route) =>
    route.fulfill({ body: '{}', headers: { 'access-control-allow-origin': '*' } }),
  )
  await page.goto(pages.pageUrl + path)
  await page.waitForFunction(() => 'makeStamper' in globalThis)
  const isConnected = page.evaluate(
    (url) =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    `${API}/`,
  )
  expect(await isConnected).toBe(isAllowed)
  await make(isAllowed ? {} : { timeout: 300 })
  const framed = await init().catch(({ message }: Error) => message)
  expect(framed).toMatch(isAllowed ? /^[\da-f]{66,130}$/ : /frame/)
})
