import { expect, type Page, test } from '@playwright/test'
import { everyNth } from '../../../tools/scripts/lib/tries.ts'
import { ATTACKS, type Attack } from './attacks.ts'
import { openPage, type Ran, run } from './support.ts'

const target = (baseURL: string, name: string) => `${baseURL}/stray-${encodeURIComponent(name)}`

const body = ({ name, code }: Attack, address: string) => `
const T = ${JSON.stringify(address)}
const W = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
const tried = (async () => { ${code} })()
const outcome = await tried.then((got) => (got ? 'ESCAPED' : 'held'), (error) => 'held: ' + error)
console.log(${JSON.stringify(name)} + ' ' + outcome)
`

const said = ({ lines, message = '' }: Ran) => [...lines, message].join('\n')

/**
 * Runs an attack outside the function that wraps the reader's code, with all built-in functions. Only the frame's
 * origin and policy can block it.
 */
const raw = (attack: Attack, address: string) => ({
  compiled: `})
const early = (async () => { const console = { log: (line) => { said = line } }; ${body(attack, address)} })()
let said
__main(async function () { await early; console.log(said)`,
})

test.describe('code that tries to escape', () => {
  let page: Page
  const stray: string[] = []
  test.describe.configure({ mode: 'default' })

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    page.on('popup', () => stray.push('a popup'))
    page.on('download', () => stray.push('a download'))
    page.on('dialog', () => stray.push('a dialog'))
    await openPage(page)
    await page.evaluate(() => {
      const channel = new BroadcastChannel('attack')
      channel.onmessage = () => document.body.append('escaped')
      addEventListener('message', ({ data }) => {
        if (data === 'escaped') document.body.append('escaped')
      })
    })
  })
  test.afterAll(() => page.close())

  for (const attack of ATTACKS) {
    test(attack.name, async ({ baseURL }) => {
      const code = raw(attack, target(baseURL!, attack.name))
      const ran = await run(page, code, { silenceMs: 20_000 })
      expect(said(ran)).not.toContain('ESCAPED')
      // The attack ran and was blocked, as opposed to not starting.
      expect(said(ran)).toContain(`${attack.name} held`)
    })
  }

  test('all attacks in one example', async ({ baseURL }) => {
    const all = ATTACKS.map(
      (attack) => `await (async () => {${body(attack, target(baseURL!, attack.name))}})()`,
    )
    const code = { compiled: all.join('\n') }
    // The second run uses a context prepared in advance.
    for (const readiesNext of [true, false]) {
      const ran = await run(page, code, { silenceMs: 20_000 }, readiesNext)
      expect(said(ran)).not.toContain('ESCAPED')
      for (const { name } of ATTACKS) expect(said(ran)).toContain(`${name} held`)
    }
  })

  test('nothing escaped: no requests, no traces in the page or in storage', async ({ baseURL }) => {
    const strays = await (await page.request.get(`${baseURL}/strays`)).json()
    expect(strays).toEqual([])
    expect(stray).toEqual([])
    expect(page.url()).toBe(`${baseURL}/`)
    const left = await page.evaluate(async () => ({
      heading: document.body.textContent,
      storage: { ...localStorage, ...sessionStorage },
      cookies: document.cookie,
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      frames: document.querySelectorAll('iframe').length,
      polluted: Object.keys(Object.prototype),
    }))
    expect(left).toEqual({
      heading: 'Untouched',
      storage: {},
      cookies: '',
      caches: [],
      databases: ['keywright sandbox'],
      frames: 0,
      polluted: [],
    })
    expect(page.context().pages()).toHaveLength(1)
    // Control: the server does record requests, here from the page itself.
    await page.evaluate(() => fetch('/control'))
    expect(await (await page.request.get(`${baseURL}/strays`)).json()).toEqual(['GET /control'])
  })
})

test.describe('attacks on the message channel', () => {
  test.beforeEach(({ page }) => openPage(page, { storage: 'memory' }))

  test('a message with extra members pollutes nothing', async ({ page }) => {
    const ran = await run(
      page,
      sendRaw(`
      send(JSON.parse('{"__proto__": {"polluted": 1}, "kind": "console", "text": "a"}'))
      send({ kind: 'console', level: '__proto__', text: 'b' })
      send({ kind: 'console', level: 'constructor', text: { toString: null } })
      send({ kind: '__proto__' }); send(null); send(1); send([]); send('done'); send(new Map([['kind', 'done']]))
    `),
    )
    expect(ran.outcome).toBe('finished')
    expect(ran.lines).toEqual(['a', 'b', '', 'end'])
    expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([])
  })

  test('invalid requests are dropped and valid ones reach only the sandbox', async ({ page, baseURL }) => {
    const ran = await run(
      page,
      sendRaw(`
      const fine = { kind: 'fetch', id: 1, method: 'GET', url: '${baseURL}/stray-message', headers: [], body: null }
      send(fine)
      send({ ...fine, url: 'https://sandbox.keywright.example/dev/export' })
      send({ ...fine, url: 'https://sandbox.keywright.example/dev/inbox/../export' })
      send({ ...fine, url: 'https://sandbox.keywright.example/dev/inbox%2f..%2fexport' })
      send({ ...fine, url: 'javascript:alert(1)' })
      send({ ...fine, url: 'x'.repeat(1e6) })
      send({ ...fine, id: 'one' })
      send({ ...fine, method: 'TRACE /' })
      send({ ...fine, headers: [['a']] })
      send({ ...fine, headers: Array.from({ length: 1000 }, () => ['a', 'b']) })
      send({ ...fine, body: new Uint8Array(8) })
      send({ ...fine, body: new ArrayBuffer(1e8) })
      await new Promise((done) => setTimeout(done, 300))
    `),
    )
    expect(ran.outcome).toBe('finished')
    expect(await (await page.request.get(`${baseURL}/strays`)).json()).not.toContain('GET /stray-message')
    const { requests } = await page.evaluate(() =>
      window.sandbox.dev<{ requests: [] }>('GET', '/dev/requests'),
    )
    expect(requests).toEqual([])
  })

  test('transferred ports and streams are useless', async ({ page }) => {
    const ran = await run(
      page,
      sendRaw(`
      const { port1, port2 } = new MessageChannel()
      send({ kind: 'console', level: 'log', text: 'with a port' }, [port2])
      port1.postMessage('escaped')
      const stream = new ReadableStream()
      try { send({ kind: 'console', level: 'log', text: 'with a stream', stream }, [stream]) } catch {}
    `),
    )
    expect(ran.outcome).toBe('finished')
    expect(ran.lines).toContain('with a port')
  })

  test('the page ignores messages that don’t come from the port', async ({ page }) => {
    const ran = await run(page, {
      compiled: `
        postMessage({ kind: 'frame ready' }); postMessage({ kind: 'done' }); self.postMessage('escaped')
        console.log('said')`,
    })
    expect(ran).toMatchObject({ outcome: 'finished', lines: ['said'] })
  })
})

/** Runs code with the real port, captured from the next heartbeat event. */
const sendRaw = (code: string) => ({
  compiled: `
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')
    // A run ends when nothing is pending, and a heartbeat isn't.
    const pending = setInterval(() => {}, 1000)
    const port = await new Promise((done) => {
      Object.defineProperty(MessageEvent.prototype, 'data', {
        get() {
          if (this.target instanceof MessagePort) done(this.target)
          return get.call(this)
        },
      })
    })
    const send = (...words) => port.postMessage(...words)
    ${code}
    clearInterval(pending)
    console.log('end')`,
})

test.describe('code that exceeds the limits', () => {
  test.beforeEach(({ page }) => openPage(page, { storage: 'memory' }))

  const cases = {
    'an endless loop': ['for (;;);', /endless loop/],
    'an endless loop behind a promise': ['await null; while (true) await null', /endless loop/],
    'an endless loop in what is printed': [
      "console.log({ [Symbol.for('nodejs.util.inspect.custom')]() { for (;;); } })",
      /endless loop/,
    ],
    'an endless loop in what is thrown': [
      'throw Object.defineProperty(new Error(), "message", { get() { for (;;); } })',
      /endless loop/,
    ],
    'a flood of output': ['for (;;) console.log("x")', /printed too much|endless loop/],
    'a flood in pieces': [
      'for (;;) { console.log("x".repeat(5000)); await new Promise((d) => setTimeout(d)) }',
      /printed too much/,
    ],
    'a flood of messages': [sendRaw('for (;;) send({ kind: "pong" })').compiled, /more than 5,000 messages/],
    'a flood of messages that mean nothing': [
      sendRaw('for (;;) send(new Uint8Array(100_000))').compiled,
      /more than 5,000 messages/,
    ],
    'a slow flood of messages': [
      sendRaw('for (;;) { send({ kind: "pong" }); await new Promise((d) => setTimeout(d)) }').compiled,
      /was still running after/,
    ],
    'a flood of requests': [
      'for (;;) await fetch(process.env.KEYWRIGHT_BASE_URL + "/dev/clock")',
      /more than 50 requests/,
    ],
    'waiting forever': ['await new Promise(() => {})', /awaits a promise that nothing settles/],
    'timers without end': [
      'const tick = () => setTimeout(tick); tick(); await new Promise(() => {})',
      /was still running after/,
    ],
    'workers without end': [
      'const make = () => { new Worker(URL.createObjectURL(new Blob(["for(;;);"]))) }; make(); await new Promise(() => {})',
      /was still running after|isn’t available/,
    ],
    'a regular expression that does not end': ['/^(a+)+$/.test("a".repeat(60) + "b")', /endless loop/],
    'memory without end': ['const all = []; for (;;) all.push(new Uint8Array(1 << 28).fill(1))', /.+/],
  } as const

  for (const [name, [code, message]] of everyNth(2, Object.entries(cases))) {
    test(name, async ({ page }) => {
      const limits = { silenceMs: 2_000, totalMs: 6_000, requests: 50, characters: 100_000 }
      const ran = await run(page, { compiled: code }, limits)
      expect(['cut off', 'failed']).toContain(ran.outcome)
      expect(ran.message).toMatch(message)
      // The page responds and the next run works.
      expect(await run(page, { compiled: 'console.log("next")' })).toMatchObject({
        outcome: 'finished',
        lines: ['next'],
      })
      expect(await page.locator('iframe').count()).toBe(0)
    })
  }
})
