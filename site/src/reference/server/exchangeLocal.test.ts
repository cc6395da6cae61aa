/** Requests to the local server: through a host in this process, and with unexpected responses. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sandbox } from '@keywright/sandbox'
import { openSandboxInProcess } from '@keywright/sandbox/test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { knownOf } from '../try/known.ts'
import { clockSkewOf, exchangeLocal, type Local } from './exchangeLocal.ts'
import { readServer } from './readServer.ts'
import { readSettings } from './settings.ts'

const WALLET = '/public/v1/submit/create_wallet'

let sandbox: Sandbox
let local: Local
beforeAll(async () => {
  sandbox = await openSandboxInProcess()
  const { organizationId, apiKey } = await sandbox.createOrganization('Local')
  const settings = readSettings(
    [
      `KEYWRIGHT_ORGANIZATION_ID=${organizationId}`,
      `KEYWRIGHT_API_PUBLIC_KEY=${apiKey.publicKey}`,
      `KEYWRIGHT_API_PRIVATE_KEY=${apiKey.privateKey}`,
    ].join('\n'),
  )
  local = { base: 'http://sandbox.example', settings }
})

beforeEach(() => {
  vi.stubGlobal('fetch', (url: string, request: RequestInit) =>
    sandbox.fetch(url.replace(local.base, sandbox.url), request),
  )
})
afterEach(() => void vi.unstubAllGlobals())

/** Makes the server return this. */
const answer = (body: string | null, init?: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))

const walletAt = (timestampMs: number) =>
  JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: String(timestampMs),
    organizationId: local.settings.organizationId,
    parameters: { walletName: `Wallet ${timestampMs}`, accounts: [] },
  })

describe('a request to the local server', () => {
  it('is stamped with the pasted key, and its policy evaluations are queried', async () => {
    const body = walletAt(await sandbox.clock.now())
    const done = await exchangeLocal(local, WALLET, body)
    expect(done).toMatchObject({ status: 200, header: { name: 'X-Stamp' }, evaluations: [] })
    expect(done.requestId).not.toBeNull()
  })

  it('reports the clock difference when the server rejects the timestamp', async () => {
    const [there, here] = [await sandbox.clock.now(), 1_600_000_000_000]
    const done = await exchangeLocal(local, WALLET, walletAt(here))
    expect(done.status).toBe(400)
    const skew = clockSkewOf(done.answer, here)!
    expect(here + skew).toBeGreaterThanOrEqual(there)
    expect((await exchangeLocal(local, WALLET, walletAt(here + skew))).status).toBe(200)
    expect(
      clockSkewOf({ message: 'the server time is 5', details: [{ errorCode: 'OTHER' }] }, 0),
    ).toBeUndefined()
  })

  it('reads the policy evaluations of a rejection', async () => {
    const policyEvaluations = [{ policyId: 'p', outcome: 'OUTCOME_DENY_EXPLICIT' }]
    const text = JSON.stringify({
      code: 7,
      message: 'denied',
      details: [{ errorCode: 'X' }, { policyEvaluations }],
    })
    answer(text, { status: 403 })
    const done = await exchangeLocal(local, WALLET, '{}')
    expect(done.evaluations).toEqual(policyEvaluations)
  })

  it.each([
    [
      new Response('<!doctype html><p>Not\n found', {
        status: 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      }),
      /returned 404 with text\/html instead of JSON: “<!doctype html><p>Not found…”/,
    ],
    [
      new Response(null),
      /returned 200 with no content type instead of JSON\. Check that the address is the base URL/,
    ],
  ])('reports a response other than JSON', async (response, message) => {
    vi.stubGlobal('fetch', async () => response)
    await expect(exchangeLocal(local, WALLET, '{}')).rejects.toThrow(message)
  })

  it.each(['null', '[]', '"text"', '{"details":[null]}', '{"activity":null}'])(
    'shows %s as it is',
    async (text) => {
      answer(text)
      const done = await exchangeLocal(local, WALLET, '{}')
      expect(done).toMatchObject({ answer: JSON.parse(text), evaluations: undefined })
      expect(clockSkewOf(done.answer, 0)).toBeUndefined()
    },
  )
})

describe('a server on a port', () => {
  beforeEach(() => void vi.unstubAllGlobals())

  it('that redirects is not followed', async () => {
    const server = createServer((_, response) => response.writeHead(307, { location: '/elsewhere' }).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(exchangeLocal({ ...local, base }, WALLET, '{}')).rejects.toThrow(
      `${base} redirects the request`,
    )
    await new Promise((resolve) => server.close(resolve))
    await expect(exchangeLocal({ ...local, base }, WALLET, '{}')).rejects.toThrow(
      /No readable response from .*npx keywright dev/,
    )
  })
})

describe('readServer', () => {
  it('finds ids for the form', async () => {
    const accounts = [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ]
    const body = { ...JSON.parse(walletAt(Date.now())), parameters: { walletName: 'Known', accounts } }
    const made = await exchangeLocal(local, WALLET, JSON.stringify(body))
    const { walletId, addresses } = Object(made.answer).activity.result.createWalletResult
    const known = knownOf(await readServer(local))
    expect(known.suggest('walletId')).toContain(walletId)
    expect(known.suggest('signWith')).toContain(addresses[0])
    expect(known.suggest('subOrganizationId')).toEqual([local.settings.organizationId])
    expect(known.suggest('activityId')).toContain(Object(made.answer).activity.id)
    expect(known.suggest('userIds')).toHaveLength(1)
    expect(known.names).toContain('Known')
  })

  it('reports why the server rejects the key', async () => {
    const settings = { ...local.settings, organizationId: '00000000-0000-4000-8000-000000000000' }
    await expect(readServer({ ...local, settings })).rejects.toThrow(/organization/)
  })

  it.each([
    '{}',
    'null',
    '[]',
    '{"users":7,"organizationIds":"x"}',
    '{"users":[null,1,{}],"wallets":[{}],"policies":[[]]}',
  ])('reads %s as an empty organization', async (text) => {
    answer(text)
    const known = knownOf(await readServer(local))
    for (const field of ['walletId', 'signWith', 'policyId', 'userIds', 'apiKeyId', 'fingerprint'])
      expect(known.suggest(field)).toEqual([])
  })
})
