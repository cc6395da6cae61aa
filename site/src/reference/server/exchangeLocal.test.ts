/** Requests to the local server: through a host in this process, and with unexpected responses. */
import type { Sandbox } from '@keywright/sandbox'
import { openSandboxInProcess } from '@keywright/sandbox/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { knownOf } from '../try/known.ts'
import { clockSkewOf, exchangeLocal } from './exchangeLocal.ts'
import { readServer } from './readServer.ts'
import type { LocalAnswer, Send } from './send.ts'
import { readSettings, type ServerSettings } from './settings.ts'

const WALLET = '/public/v1/submit/create_wallet'
const base = 'http://sandbox.example'
const target = { base, origin: base }

let sandbox: Sandbox
let settings: ServerSettings
beforeAll(async () => {
  sandbox = await openSandboxInProcess()
  const { organizationId, apiKey } = await sandbox.createOrganization('Local')
  settings = readSettings(
    [
      `KEYWRIGHT_ORGANIZATION_ID=${organizationId}`,
      `KEYWRIGHT_API_PUBLIC_KEY=${apiKey.publicKey}`,
      `KEYWRIGHT_API_PRIVATE_KEY=${apiKey.privateKey}`,
    ].join('\n'),
  )
})

const host: Send = async (url, header, body) => {
  const response = await sandbox.fetch(url.replace(base, sandbox.url), {
    method: 'POST',
    headers: { [header.name]: header.value, 'content-type': 'application/json' },
    body,
  })
  return {
    status: response.status,
    contentType: 'application/json',
    requestId: response.headers.get('x-request-id'),
    text: await response.text(),
  }
}
const odd =
  (answer: Partial<LocalAnswer>): Send =>
  async () => ({ status: 200, contentType: 'application/json', requestId: null, text: '{}', ...answer })

const walletAt = (timestampMs: number) =>
  JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: String(timestampMs),
    organizationId: settings.organizationId,
    parameters: { walletName: `Wallet ${timestampMs}`, accounts: [] },
  })

describe('a request to the local server', () => {
  it('is stamped with the pasted key, and its policy evaluations are queried', async () => {
    const body = walletAt(await sandbox.clock.now())
    const done = await exchangeLocal(host, target, settings, WALLET, body)
    expect(done).toMatchObject({ status: 200, header: { name: 'X-Stamp' }, evaluations: [] })
    expect(done.requestId).not.toBeNull()
  })

  it('reports the clock difference when the server rejects the timestamp', async () => {
    const [there, here] = [await sandbox.clock.now(), 1_600_000_000_000]
    const done = await exchangeLocal(host, target, settings, WALLET, walletAt(here))
    expect(done.status).toBe(400)
    const skew = clockSkewOf(done.answer, here)!
    expect(here + skew).toBeGreaterThanOrEqual(there)
    expect((await exchangeLocal(host, target, settings, WALLET, walletAt(here + skew))).status).toBe(200)
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
    const done = await exchangeLocal(odd({ status: 403, text }), target, settings, WALLET, '{}')
    expect(done.evaluations).toEqual(policyEvaluations)
  })

  it.each([
    [
      { text: '<!doctype html><p>Not\n found', status: 404, contentType: 'text/html' },
      /returned 404 with text\/html instead of JSON: “<!doctype html><p>Not found…”/,
    ],
    [
      { text: '', contentType: '' },
      /returned 200 with no content type instead of JSON\. Check that the address is the base URL/,
    ],
  ])('reports a response other than JSON', async (answer, message) => {
    await expect(exchangeLocal(odd(answer), target, settings, WALLET, '{}')).rejects.toThrow(message)
  })

  it.each(['null', '[]', '"text"', '{"details":[null]}', '{"activity":null}'])(
    'shows %s as it is',
    async (text) => {
      const done = await exchangeLocal(odd({ text }), target, settings, WALLET, '{}')
      expect(done).toMatchObject({ answer: JSON.parse(text), evaluations: undefined })
      expect(clockSkewOf(done.answer, 0)).toBeUndefined()
    },
  )
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
    const made = await exchangeLocal(host, target, settings, WALLET, JSON.stringify(body))
    const { walletId, addresses } = Object(made.answer).activity.result.createWalletResult
    const known = knownOf(await readServer(host, target, settings))
    expect(known.suggest('walletId')).toContain(walletId)
    expect(known.suggest('signWith')).toContain(addresses[0])
    expect(known.suggest('subOrganizationId')).toEqual([settings.organizationId])
    expect(known.suggest('activityId')).toContain(Object(made.answer).activity.id)
    expect(known.suggest('userIds')).toHaveLength(1)
    expect(known.names).toContain('Known')
  })

  it('reports why the server rejects the key', async () => {
    const stranger = { ...settings, organizationId: '00000000-0000-4000-8000-000000000000' }
    await expect(readServer(host, target, stranger)).rejects.toThrow(/organization/)
  })

  it.each([
    '{}',
    'null',
    '[]',
    '{"users":7,"organizationIds":"x"}',
    '{"users":[null,1,{}],"wallets":[{}],"policies":[[]]}',
  ])('reads %s as an empty organization', async (text) => {
    const known = knownOf(await readServer(odd({ text }), target, settings))
    for (const field of ['walletId', 'signWith', 'policyId', 'userIds', 'apiKeyId', 'fingerprint'])
      expect(known.suggest(field)).toEqual([])
  })
})
