import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTestDevhost, TEST_URL } from '@keywright/devhost/test'
import { createTestEngine, type TestEngine } from '@keywright/engine/test'
import { createWebhookSigner } from '@keywright/host'
import express from 'express'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDevClient } from '../dev/index.ts'
import { fetchWebhookKeys, verifyWebhook } from '../webhooks/verifyWebhook.ts'
import { KeywrightServer, type KeywrightServerOptions, type ProxyOptions } from './index.ts'

let engine: TestEngine
let options: KeywrightServerOptions
let keywright: KeywrightServer

beforeAll(async () => {
  engine = createTestEngine('sdk server')
  const { organizationId, rootKey } = await engine.organization()
  options = {
    apiBaseUrl: 'https://engine.example.com',
    apiPublicKey: rootKey.publicKey,
    apiPrivateKey: rootKey.privateKey,
    defaultOrganizationId: organizationId,
    fetch: engine.handle,
    now: engine.clock,
  }
  keywright = new KeywrightServer(options)
})

describe('the server', () => {
  it('has every call', async () => {
    expect(await keywright.apiClient().whoami()).toMatchObject({ username: 'root' })
    expect(keywright.apiClient()).toBe(keywright.apiClient())
  })

  it('reads address, organization and key from the environment by default', async () => {
    const { fetch, now, ...rest } = options as Required<KeywrightServerOptions>
    expect(() => new KeywrightServer({ fetch, now })).toThrow(/Pass it, or set KEYWRIGHT_API_PUBLIC_KEY\.$/)
    vi.stubEnv('KEYWRIGHT_BASE_URL', rest.apiBaseUrl)
    vi.stubEnv('KEYWRIGHT_ORGANIZATION_ID', rest.defaultOrganizationId)
    vi.stubEnv('KEYWRIGHT_API_PUBLIC_KEY', rest.apiPublicKey)
    vi.stubEnv('KEYWRIGHT_API_PRIVATE_KEY', rest.apiPrivateKey)
    const { username } = await new KeywrightServer({ fetch, now }).apiClient().whoami()
    vi.unstubAllEnvs()
    expect(username).toBe('root')
  })

  it.each<[string, Partial<KeywrightServerOptions>, string]>([
    ['no organization', { defaultOrganizationId: '' }, 'CONFIG_INVALID'],
    ['no address', { apiBaseUrl: '' }, 'CONFIG_INVALID'],
    ['mismatched keys', { apiPrivateKey: '11'.repeat(32) }, 'KEY_PAIR_MISMATCH'],
  ])('rejects %s in the constructor', (_, changes, code) => {
    expect(() => new KeywrightServer({ ...options, ...changes })).toThrow(expect.objectContaining({ code }))
  })
})

/** Each framework's handler as a function from a request to a response. */
const mounts: [string, (proxy: ProxyOptions) => (request: Request) => Promise<Response>][] = [
  ['fetch', (proxy) => keywright.fetchProxyHandler(proxy)],
  ['Next.js app router', (proxy) => keywright.nextProxyHandler(proxy)],
  [
    'Hono',
    (proxy) => {
      const app = new Hono()
      const handler = keywright.fetchProxyHandler(proxy)
      app.all('/keywright', (context) => handler(context.req.raw))
      return async (request) => app.fetch(request)
    },
  ],
  ['Express', (proxy) => overSocket(keywright.expressProxyHandler(proxy))],
  ['Next.js pages/api', (proxy) => overSocket(keywright.nextProxyHandler(proxy))],
]

function overSocket(handler: express.RequestHandler | ReturnType<KeywrightServer['expressProxyHandler']>) {
  return async (request: Request) => {
    const app = express()
    app.use(express.json(), express.urlencoded({ extended: true }), express.text())
    app.all('/keywright', handler as express.RequestHandler)
    const server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, resolve))
    try {
      const { port } = server.address() as AddressInfo
      const body = request.method === 'GET' ? null : await request.text()
      const headers = { 'content-type': request.headers.get('content-type') ?? '' }
      return await fetch(`http://127.0.0.1:${port}/keywright`, { method: request.method, body, headers })
    } finally {
      server.close()
      server.closeAllConnections()
    }
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

const ask = (methodName: string, params: object = {}) =>
  new Request('https://app.example.com/keywright', {
    method: 'POST',
    body: JSON.stringify({ methodName, params }),
    headers: JSON_TYPE,
  })

describe.each(mounts)('a proxy for %s', (_, mount) => {
  it('signs allowed calls', async () => {
    const handler = mount({ allowedMethods: ['createWallet', 'whoami'] })
    const response = await handler(ask('createWallet', { walletName: `of ${_}`, accounts: [] }))
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ walletId: expect.any(String), activity: expect.anything() }),
    ])
    expect(await (await handler(ask('whoami'))).json()).toMatchObject({ username: 'root' })
  })

  it('rejects all other calls, and without a list every call', async () => {
    for (const handler of [mount({ allowedMethods: ['whoami'] }), mount({})]) {
      for (const name of ['createSubOrganization', 'constructor', 'send', 'stampWhoami', '__proto__', '']) {
        const response = await handler(ask(name))
        expect([name, response.status, (await response.json()).code]).toEqual([name, 403, 7])
      }
    }
  })

  it('asks `authorize`', async () => {
    const handler = mount({
      allowedMethods: ['whoami'],
      authorize: ({ params }) => params['organizationId'] === undefined,
    })
    expect((await handler(ask('whoami'))).status).toBe(200)
    expect((await handler(ask('whoami', { organizationId: '1' }))).status).toBe(403)
  })

  it('shows `authorize` only the organization that the call is for', async () => {
    const handler = mount({
      allowedMethods: ['getPolicyEvaluations'],
      authorize: ({ params }) => params['organizationId'] === 'own',
    })
    const ofParent = { type: 'ACTIVITY_TYPE_CREATE_WALLET', parameters: { organizationId: 'own' } }
    expect((await handler(ask('getPolicyEvaluations', ofParent))).status).toBe(403)
  })

  it('sends no other parameters than `authorize` saw', async () => {
    const handler = mount({
      allowedMethods: ['createWallet'],
      authorize: ({ params }) => !String(params['walletName']).startsWith('other'),
    })
    const status = async (params: object) => (await handler(ask('createWallet', params))).status
    const other = { walletName: `other ${_}`, accounts: [] }
    expect(await status(other)).toBe(403)
    expect(await status({ parameters: other })).toBe(403)
    expect(await status({ parameters: { ...other, walletName: `full ${_}` } })).toBe(200)
    const mixed = await handler(ask('createWallet', { walletName: `mixed ${_}`, parameters: other }))
    const { walletId } = (await mixed.json()) as { walletId: string }
    const { wallet } = await keywright.apiClient().getWallet({ walletId })
    expect(wallet.walletName).toBe(`mixed ${_}`)
  })

  it('sends no message with a link or text of the page, unless the server lists it', async () => {
    const own = 'https://app.example.com/#%s'
    const handler = mount({ allowedMethods: ['initOtp'], messageTemplates: [own, 'Code {{code}}'] })
    const contact = { otpType: 'OTP_TYPE_EMAIL', contact: 'alice@example.com' }
    const isForwarded = async (params: object) => {
      const { message } = await (await handler(ask('initOtp', params))).json()
      return message !== 'the message template is not among `messageTemplates`'
    }
    const link = (magicLinkTemplate: unknown) => ({ emailCustomization: { magicLinkTemplate } })
    const text = (template: string) => ({ smsCustomization: { template } })
    for (const foreign of [link('https://other.example/#%s'), link([own]), text('{{code}}')]) {
      expect(await isForwarded({ ...contact, ...foreign })).toBe(false)
      expect(await isForwarded({ parameters: { ...contact, ...foreign } })).toBe(false)
      expect(await isForwarded({ ...foreign, parameters: { ...contact, ...link(own) } })).toBe(false)
    }
    for (const allowed of [link(own), link(null), text('Code {{code}}'), {}]) {
      expect(await isForwarded({ ...contact, ...allowed })).toBe(true)
    }
  })

  it('forwards error responses of the API', async () => {
    const handler = mount({ allowedMethods: ['getWallet'] })
    const walletId = '00000000-0000-4000-8000-000000000000'
    const response = await handler(ask('getWallet', { walletId }))
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        code: 5,
        message: expect.stringContaining(walletId),
        details: [expect.objectContaining({ errorCode: 'RESOURCE_NOT_FOUND' })],
      },
    ])
  })

  it('rejects other HTTP methods and malformed bodies', async () => {
    const handler = mount({ allowedMethods: ['whoami'] })
    expect((await handler(new Request('https://app.example.com/keywright'))).status).toBe(405)
    for (const body of ['{}', '[]', '{"methodName":1}', '{"methodName":"whoami","params":[]}']) {
      const response = await handler(
        new Request('https://app.example.com/keywright', { method: 'POST', body, headers: JSON_TYPE }),
      )
      expect(response.status).toBe(400)
    }
  })

  it.each([
    ['text/plain', '{"methodName":"whoami"}'],
    ['application/x-www-form-urlencoded', 'methodName=whoami'],
    ['text/plain; application/json', '{"methodName":"whoami"}'],
  ])('rejects bodies that pages of other sites can send with cookies: %s', async (type, body) => {
    const handler = mount({ allowedMethods: ['whoami'] })
    const forged = { method: 'POST', body, headers: { 'content-type': type } }
    const response = await handler(new Request('https://app.example.com/keywright', forged))
    expect([response.status, (await response.json()).code]).toEqual([415, 3])
  })
})

describe('a proxy', () => {
  it.each(['nothing', 'send', 'stampWhoami', 'waitForActivity', 'constructor', 'nextTimestamp', 'sleep'])(
    'cannot allow `%s`',
    (name) => {
      expect(() => keywright.fetchProxyHandler({ allowedMethods: [name as 'whoami'] })).toThrow(
        expect.objectContaining({ code: 'CONFIG_INVALID' }),
      )
    },
  )

  it('stops reading a body that is too long for the API', async () => {
    let read = 0
    const body = new ReadableStream({
      pull(controller) {
        read += 65_536
        if (read > 10 * 1_048_576) controller.error(new Error('read too much'))
        else controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const posted = { method: 'POST', body, headers: JSON_TYPE, duplex: 'half' } as const
    const handler = keywright.fetchProxyHandler({ allowedMethods: ['whoami'] })
    const response = await handler(new Request('https://app.example.com/keywright', posted))
    expect([response.status, (await response.json()).code]).toEqual([400, 3])
    expect(read).toBeLessThan(2 * 1_048_576)
  })

  it.each([
    ['no parser', undefined, 500],
    ['express.raw()', express.raw({ type: '*/*' }), 500],
    ['express.text()', express.text({ type: '*/*' }), 500],
    ['express.json()', express.json(), 200],
  ])('says whether its server parsed the body: %s', async (_, parser, status) => {
    const app = express()
    if (parser) app.use(parser)
    app.post('/', keywright.expressProxyHandler({ allowedMethods: ['whoami'] }))
    const server = app.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const post = (body?: string) => fetch(url, { method: 'POST', headers: JSON_TYPE, body: body ?? null })
    const answer = await post('{"methodName":"whoami"}')
    expect(answer.status).toBe(status)
    if (status === 500) expect(await answer.text()).toContain('express.json()')
    expect((await post()).status).toBe(400)
  })

  it('exposes nothing about internal failures', async () => {
    const fetchNothing = async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7')
    }
    const broken = new KeywrightServer({ ...options, fetch: fetchNothing, retries: 0 })
    const response = await broken.fetchProxyHandler({ allowedMethods: ['whoami'] })(ask('whoami'))
    expect([response.status, await response.text()]).toEqual([503, expect.not.stringContaining('10.0.0.7')])
  })
})

describe('a webhook', () => {
  const signer = createWebhookSigner(new Uint8Array(32))
  const body = '{"id":"an activity","organizationId":"o"}'
  const delivery = { id: 'event 1', url: '', organizationId: 'o', eventType: 'ACTIVITY_UPDATES', body }
  const at = 1_735_787_045_000
  const headers = signer.headers(delivery, at)
  const keys = signer.jwks.keys as never
  const check = { keys, now: () => at }
  /** The headers of a host that doesn't know Standard Webhooks. */
  const protocolOnly = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith('webhook-')),
  )

  it('follows Standard Webhooks', () => {
    const publicKey = createPublicKey({ key: signer.jwks.keys[0] as never, format: 'jwk' })
    const [version, signature] = headers['webhook-signature']!.split(',')
    const text = `event 1.${Math.floor(at / 1000)}.${body}`
    expect([version, headers['webhook-id'], headers['webhook-timestamp']]).toEqual([
      'v1a',
      'event 1',
      '1735787045',
    ])
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(signature!, 'base64'))).toBe(true)
  })

  it('is accepted by receivers with either key during a key rotation', () => {
    const rotating = createWebhookSigner(new Uint8Array(32), undefined, () => [2, 1])
    const [newest, before] = rotating.jwks.keys
    expect(before).toEqual(signer.jwks.keys[0])
    const signed = rotating.headers(delivery, at)
    for (const key of [newest, before]) {
      const options = { ...check, keys: [key] as never }
      expect(verifyWebhook(body, signed, options).eventId).toBe('event 1')
    }
    const protocol = Object.fromEntries(
      Object.entries(signed).filter(([name]) => !name.startsWith('webhook-')),
    )
    expect(verifyWebhook(body, protocol, { ...check, keys: [newest] as never }).eventId).toBe('event 1')
    expect(() => verifyWebhook(body, protocol, check)).toThrow(
      expect.objectContaining({ code: 'WEBHOOK_KEY_UNKNOWN' }),
    )
  })

  it.each<[string, string, Record<string, string>, object, string]>([
    ['another body', `${body} `, {}, {}, 'WEBHOOK_SIGNATURE_INVALID'],
    ['another time', body, { 'x-keywright-timestamp': String(at + 1) }, {}, 'WEBHOOK_SIGNATURE_INVALID'],
    ['another event', body, { 'x-keywright-event-id': 'event 2' }, {}, 'WEBHOOK_SIGNATURE_INVALID'],
    ['not hexadecimal', body, { 'x-keywright-signature': 'x' }, {}, 'WEBHOOK_SIGNATURE_INVALID'],
    ['no key', body, {}, { keys: [] }, 'WEBHOOK_KEY_UNKNOWN'],
    ['a replay from yesterday', body, {}, { now: () => at + 86_400_000 }, 'WEBHOOK_STALE'],
  ])('is rejected with protocol headers: %s', (_, text, changes, changedCheck, code) => {
    expect(verifyWebhook(body, protocolOnly, check).eventId).toBe('event 1')
    expect(() => verifyWebhook(text, { ...protocolOnly, ...changes }, { ...check, ...changedCheck })).toThrow(
      expect.objectContaining({ code }),
    )
  })

  it('belongs to the organization in the signed body, whatever an unsigned header says', () => {
    // Every organization gets deliveries that the same key signed.
    for (const signed of [headers, protocolOnly]) {
      const claimed = { ...signed, 'x-keywright-organization-id': 'victim' }
      expect(verifyWebhook(body, claimed, check).organizationId).toBe('o')
    }
  })

  it.each(['{"id":"a","organizationId":"o","id":"b"}', 'not JSON', '{"id":"a"}', 'null'])(
    'is rejected if its body is ambiguous or invalid: %s',
    (text) => {
      const signed = signer.headers({ ...delivery, body: text }, at)
      expect(() => verifyWebhook(text, signed, check)).toThrow(
        expect.objectContaining({ code: 'WEBHOOK_BODY_INVALID' }),
      )
    },
  )

  it('may have headers with another prefix', () => {
    const renamed = createWebhookSigner(new Uint8Array(32), 'x-other').headers(delivery, at)
    expect(Object.keys(renamed).filter((name) => name.includes('keywright'))).toEqual([])
    const { 'webhook-signature': _, ...protocol } = renamed
    expect(verifyWebhook(body, protocol, { ...check, headerPrefix: 'x-other' }).eventId).toBe('event 1')
    expect(verifyWebhook(body, renamed, { ...check, headerPrefix: 'x-other' }).eventId).toBe('event 1')
    expect(() => verifyWebhook(body, renamed, check)).toThrow(
      expect.objectContaining({ code: 'WEBHOOK_UNSIGNED' }),
    )
  })
})

it('reads the webhook keys of a development server', async () => {
  const { host } = await openTestDevhost()
  const keys = await fetchWebhookKeys(TEST_URL, { fetch: (url) => host.handle(new Request(url)) })
  expect(keys).toEqual([expect.objectContaining({ kid: expect.any(String), x: expect.any(String) })])
  const signals: unknown[] = []
  const hanging = fetchWebhookKeys(TEST_URL, {
    fetch: (_, { signal }) => {
      signals.push(signal)
      return Promise.reject(new Error('aborted'))
    },
  })
  await expect(hanging).rejects.toMatchObject({ code: 'UNREACHABLE' })
  expect(signals).toEqual([expect.any(AbortSignal)])
})

it('verifies a webhook by the clock of a development server that was advanced', async () => {
  const { host, root } = await openTestDevhost()
  await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: 'https://hooks.example/keywright',
  })
  const dev = createDevClient({ baseUrl: TEST_URL, fetch: host.handle })
  const before = await dev.clock.now()
  await dev.clock.advance({ seconds: 3600 })
  await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'later', accounts: [] })
  const keys = await fetchWebhookKeys(TEST_URL, { fetch: (url) => host.handle(new Request(url)) })
  const isOfWallet = ({ body }: { body: string }) => body.includes('CREATE_WALLET')
  const { body, tries } = await vi.waitUntil(async () => {
    const delivery = (await dev.webhooks.list()).find(isOfWallet)
    return delivery?.tries[0] && delivery
  })
  const { headers } = tries[0]!
  expect(() => verifyWebhook(body, headers, { keys, now: () => before })).toThrow(
    expect.objectContaining({ code: 'WEBHOOK_STALE' }),
  )
  const now = await dev.clock.now()
  expect(verifyWebhook(body, headers, { keys, now: () => now }).activity.type).toBe(
    'ACTIVITY_TYPE_CREATE_WALLET',
  )
})
