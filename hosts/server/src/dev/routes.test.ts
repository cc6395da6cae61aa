import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type LoggedRequest, ROUTES, type SeenDelivery } from '@keywright/devhost'
import { generateP256KeyPair, platformRandom, toHex, uncompressP256PublicKey } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import { startTestDev } from '../../test/support/devServer.ts'
import { dev, withTestDev } from '../../test/support/shared.ts'

withTestDev()

const wallet = (walletName: string) =>
  dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
let names = 0
const newName = () => `wallet ${++names}`

describe('who may use /dev', () => {
  it.each([
    [{ origin: 'https://example.com' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:5173' }, 200],
  ])('answers a page of %o with %i', async (headers, status) => {
    const response = await fetch(`${dev.server.url}/dev/clock`, { headers })
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe(status === 200 ? headers.origin : null)
  })

  it.each(ROUTES.map((route) => [route.method, route.path, route] as const))(
    'does not serve %s %s to a link, image or frame of another site',
    async (method, path, { crossSite }) => {
      const url = `${dev.server.url}${path.replace(/\{\w+\}/, 'nothing')}`
      const statusFor = async (headers: Record<string, string>) =>
        (await fetch(url, { method, headers, redirect: 'manual' })).status
      for (const site of ['cross-site', 'same-site', 'unheard-of']) {
        const metadata = { 'sec-fetch-site': site }
        const status = await statusFor(metadata)
        if (crossSite === 'links too') expect(status).not.toBe(403)
        else expect(status).toBe(403)
        if (crossSite === 'none')
          expect(await statusFor({ ...metadata, origin: 'http://localhost:5173' })).toBe(403)
        expect(await statusFor({ ...metadata, origin: 'https://example.com' })).toBe(403)
      }
    },
  )

  it.each(['none', 'same-origin'])('serves a browser request from %s', async (site) => {
    const response = await fetch(`${dev.server.url}/dev/export`, { headers: { 'sec-fetch-site': site } })
    expect(response.status).toBe(200)
  })

  it.each([
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:5173' }, 200],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:5173' }, 200],
  ])('serves an application on this machine with %o', async (headers, status) => {
    expect((await fetch(`${dev.server.url}/dev/inbox`, { headers })).status).toBe(status)
  })

  it('returns 404 for unknown routes', async () => {
    expect(await dev.get('/dev/secrets')).toMatchObject({ code: 5 })
  })
})

describe('inbox', () => {
  it('contains the code of an OTP email, and its page shows it without scripts', async () => {
    await dev.remove('/dev/inbox')
    const { subOrganizationId } = await subOrganization('mail@example.com')
    const { otpId } = await dev.root
      .about(subOrganizationId)
      .run('ACTIVITY_TYPE_INIT_OTP_AUTH', { otpType: 'OTP_TYPE_EMAIL', contact: 'mail@example.com' })
    expect(otpId).toBeTypeOf('string')
    const { messages } = await dev.get<{ messages: { id: string; text: string; to: string }[] }>(
      '/dev/inbox?to=mail@example.com&kind=mail',
    )
    expect(messages).toHaveLength(1)
    expect(messages[0]!.text).toMatch(/\b\d{6}\b/)
    expect(await dev.get(`/dev/inbox/${messages[0]!.id}`)).toEqual(messages[0])
    expect((await dev.get<{ messages: [] }>('/dev/inbox?to=stranger@example.com')).messages).toEqual([])
  })

  it('accepts 000000 for user@example.com', async () => {
    const { subOrganizationId } = await subOrganization('user@example.com')
    const about = dev.root.about(subOrganizationId)
    const { otpId } = await about.run('ACTIVITY_TYPE_INIT_OTP_AUTH', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'user@example.com',
    })
    const targetPublicKey = toHex(uncompressP256PublicKey(generateP256KeyPair(platformRandom).publicKey))
    const { apiKeyId } = await about.run('ACTIVITY_TYPE_OTP_AUTH', {
      otpId,
      otpCode: '000000',
      targetPublicKey,
    })
    expect(apiKeyId).toBeTypeOf('string')
  })
})

describe('clock', () => {
  it.each([{ seconds: -1 }, { milliseconds: 0.5 }, { seconds: 1e12 }, { hours: 1 }, { seconds: '1' }])(
    'rejects %o',
    async (input) => {
      expect(await dev.post('/dev/clock/advance', input)).toMatchObject({ code: 3 })
    },
  )
})

describe('request log', () => {
  it('contains stamp check, explanation and outcome, but no secrets', async () => {
    await dev.remove('/dev/requests')
    await wallet(newName())
    await dev.root.query('list_wallets')
    await fetch(`${dev.server.url}/public/v1/query/whoami`, { method: 'POST', body: '{}' })
    const { requests } = await dev.get<{ requests: LoggedRequest[] }>('/dev/requests')
    expect(requests.map(({ call, status, stamp }) => [call, status, stamp.header])).toEqual([
      ['whoami', 401, null],
      ['list_wallets', 200, 'X-Stamp'],
      ['create_wallet', 200, 'X-Stamp'],
    ])
    const [refused, , created] = requests as [LoggedRequest, LoggedRequest, LoggedRequest]
    expect(refused.error).toMatchObject({ code: 16, errorCode: 'STAMP_MISSING' })
    expect(created).toMatchObject({
      stamp: {
        check: 'valid',
        publicKey: dev.server.apiKey.publicKey,
        scheme: 'SIGNATURE_SCHEME_TK_API_P256',
      },
      explanation: { decision: { verdict: 'ALLOWED', reason: 'ROOT_QUORUM' } },
      activity: { status: 'ACTIVITY_STATUS_COMPLETED' },
    })
    const inFull = await dev.get(`/dev/requests/${created.id}`)
    expect(inFull).toEqual({ ...created, body: expect.any(String), answer: expect.any(String) })
    expect(JSON.stringify(requests)).not.toContain(dev.server.apiKey.privateKey)
  })
})

describe('faults', () => {
  it('keep an activity PENDING until the fault is removed', async () => {
    const fault = await dev.post<{ id: string }>('/dev/faults', {
      kind: 'pending',
      call: 'create_wallet',
      times: 1,
    })
    const activity = await dev.root.submit('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: newName(),
      accounts: [],
    })
    expect(activity).toMatchObject({ status: 'ACTIVITY_STATUS_PENDING', result: {} })
    const status = async () =>
      (await dev.root.query('get_activity', { activityId: activity.id })).activity.status
    expect(await status()).toBe('ACTIVITY_STATUS_PENDING')
    expect((await dev.remove(`/dev/faults/${fault.id}`)).status).toBe(204)
    expect(await status()).toBe('ACTIVITY_STATUS_COMPLETED')
  })

  it.each([
    { kind: 'flood' },
    { kind: 'status', status: 200 },
    { kind: 'status', call: 'nothing' },
    { kind: 'status', probability: 2 },
    { kind: 'status', probability: 0 },
    {},
  ])('rejects %o', async (input) => {
    expect(await dev.post('/dev/faults', input)).toMatchObject({ code: 3 })
  })
})

it('mints a token with further claims, which override its own', async () => {
  const claims = { groups: ['admins'], aud: 'another' }
  const minted = await dev.post<{ token: string }>('/dev/issuer/token', { subject: 'ada', claims })
  const [, body] = minted.token.split('.')
  expect(JSON.parse(Buffer.from(body!, 'base64url').toString())).toMatchObject({ sub: 'ada', ...claims })
})

it.each(['/dev/faults/nope', '/dev/snapshots/nope'])('answers 404 to the removal of %s', async (path) => {
  const response = await dev.remove(path)
  expect([response.status, (await response.json()).message]).toEqual([
    404,
    expect.stringContaining('no such'),
  ])
})

it.each(['0', '-1', '1.5', 'ten', '1001', ''])('lists no requests up to a limit of `%s`', async (limit) => {
  const response = await fetch(`${dev.server.url}/dev/requests?limit=${limit}`)
  expect(response.status).toBe(400)
})

describe('webhooks', () => {
  it('are signed and retried, and can be duplicated and replayed', async () => {
    const received: { headers: Record<string, unknown>; body: string }[] = []
    let status = 500
    const receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (piece) => {
        body += piece
      })
      request.on('end', () => {
        received.push({ headers: request.headers, body })
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
    const value = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    await dev.root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK', value })
    await wallet(newName())
    const deliveries = async () => (await dev.get<{ deliveries: SeenDelivery[] }>('/dev/webhooks')).deliveries
    await expect.poll(async () => (await deliveries()).at(0)?.tries.length).toBeGreaterThanOrEqual(1)
    expect((await deliveries())[0]!.tries[0]).toMatchObject({ status: 500, outcome: 'RETRY' })
    status = 200
    await dev.post('/dev/faults', { kind: 'duplicate_delivery', times: 1 })
    await dev.post('/dev/clock/advance', { seconds: 60 })
    await expect.poll(async () => (await deliveries())[0]!.tries.at(-1)?.outcome).toBe('DELIVERED')
    const [delivery] = await deliveries()
    const count = received.length
    await dev.post(`/dev/webhooks/${delivery!.id}/replay`)
    expect(received).toHaveLength(count + 1)
    const ids = received.map(({ headers }) => headers['x-keywright-event-id'])
    expect(ids.filter((id) => id === delivery!.id).length).toBeGreaterThanOrEqual(3)
    const delivered = ({ tries }: SeenDelivery) =>
      tries.filter(({ outcome }) => outcome === 'DELIVERED').length
    // One delivery was duplicated, and the newest was replayed.
    const all = await deliveries()
    expect(all.reduce((sum, seen) => sum + delivered(seen), 0)).toBe(all.length + 2)
    const { headers, body } = received.at(-1)!
    const { keys } = await dev.get<{ keys: [JsonWebKey & { kid: string }] }>(
      '/public/v1/discovery/webhooks/jwks',
    )
    const timestamp = headers['x-keywright-timestamp']
    const text = `v1.ed25519.${keys[0].kid}.${timestamp}.${delivery!.id}.${body}`
    const signature = Buffer.from(String(headers['x-keywright-signature']), 'hex')
    const key = createPublicKey({ key: keys[0] as never, format: 'jwk' })
    expect(verify(null, Buffer.from(text), key, signature)).toBe(true)
    expect(verify(null, Buffer.from(`${text} `), key, signature)).toBe(false)
    receiver.close()
    await dev.root.run('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK' })
  })
})

describe('snapshots', () => {
  it('move to another server by export and import, keys included', async () => {
    const { walletId } = await wallet(newName())
    const exported = await (await fetch(`${dev.server.url}/dev/export`)).text()
    const other = await startTestDev()
    const answer = await fetch(`${other.server.url}/dev/import`, { method: 'POST', body: exported })
    expect(await answer.json()).toMatchObject({
      organizationId: dev.server.organizationId,
      apiKey: dev.server.apiKey,
    })
    expect(other.server.apiKey).toEqual(dev.server.apiKey)
    const { rootOf } = await import('../../test/support/devServer.ts')
    const root = rootOf(other.server)
    expect((await root.query('get_wallet', { walletId })).wallet.walletId).toBe(walletId)
    const accounts = [
      {
        curve: 'CURVE_ED25519',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/501'/0'/0'",
        addressFormat: 'ADDRESS_FORMAT_SOLANA',
      } as const,
    ]
    // Needs the wallet's entropy, which only the imported root secret decrypts.
    expect(
      (await root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', { walletId, accounts })).addresses,
    ).toHaveLength(1)
    await other.close()
  })

  it.each(['..%2Fescape', '%2e%2e', 'a b', 'x'.repeat(65)])('reject the name %s', async (name) => {
    const response = await fetch(`${dev.server.url}/dev/snapshots/${name}`, { method: 'POST' })
    expect([400, 404]).toContain(response.status)
    expect((await dev.get<{ snapshots: unknown[] }>('/dev/snapshots')).snapshots).toEqual([])
  })
})

async function subOrganization(userEmail: string) {
  return dev.root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
    subOrganizationName: userEmail,
    rootQuorumThreshold: 1,
    rootUsers: [
      {
        userName: 'end user',
        userEmail,
        apiKeys: [
          {
            apiKeyName: 'k',
            publicKey: toHex(generateP256KeyPair(platformRandom).publicKey),
            curveType: 'API_KEY_CURVE_P256',
          },
        ],
        authenticators: [],
        oauthProviders: [],
      },
    ],
  })
}
