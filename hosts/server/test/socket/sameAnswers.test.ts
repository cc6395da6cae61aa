/** A development server and an in-process engine with the same state and seed return the same bytes. */

import { parseSnapshot, rootSecretOf } from '@keywright/devhost'
import { createEngine, type Engine } from '@keywright/engine'
import { apiKeyStamper, type Client, createClient, type Posted, type Stamper } from '@keywright/engine/test'
import { seededRandom } from '@keywright/host'
import { sha256Hex, toUtf8 } from '@keywright/keys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { startTestDev, type TestDev } from '../support/devServer.ts'

const SEED = 7

let dev: TestDev
let engine: Engine
let stamper: Stamper
let client: Client
beforeAll(async () => {
  dev = await startTestDev({ seed: SEED })
  const text = await (await fetch(`${dev.server.url}/dev/export`)).text()
  const { now } = await dev.get<{ now: number }>('/dev/clock')
  // After an import, the randomness of the server depends on its seed and the import.
  await fetch(`${dev.server.url}/dev/import`, { method: 'POST', body: text })
  const snapshot = await parseSnapshot(text)
  const store = openSqliteStore(':memory:')
  await store.replaceAll([snapshot])
  const nothing = async () => undefined
  engine = createEngine({
    store,
    clock: () => now,
    random: seededRandom(`keywright development ${SEED} snapshot ${sha256Hex(toUtf8(text))}`),
    rootSecret: rootSecretOf(snapshot.state),
    mail: nothing,
    sms: nothing,
    webhook: nothing,
    fetch: () => Promise.reject(new Error('nothing is fetched')),
    settings: {
      hasSandboxOtp: true,
      allowsPrivateTargets: true,
      callerClock: Date.now,
      messageLinkOrigins: 'any',
    },
  })
  stamper = apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...dev.server.apiKey })
  client = createClient({
    handle: (request) => engine.handle(request),
    clock: () => now,
    organizationId: dev.server.organizationId,
    stamper,
  })
})
afterAll(() => dev.close())

const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Headers of the connection or of the development host, which are not part of the response. */
const OF_THE_SOCKET = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'x-request-id',
  'access-control-expose-headers',
]

async function read(response: Response): Promise<Answered> {
  const headers = [...response.headers].filter(([name]) => !OF_THE_SOCKET.includes(name))
  return { status: response.status, headers: Object.fromEntries(headers), text: await response.text() }
}

/** Returns the response after checking that both are the same. */
async function answerOf(posted: Posted, headers: Record<string, string>): Promise<Answered> {
  const init = { method: 'POST', body: posted.text, headers }
  const here = await read(await engine.handle(new Request(`http://localhost${posted.path}`, init)))
  const there = await read(await fetch(`${dev.server.url}${posted.path}`, init))
  expect(there).toEqual(here)
  return there
}

async function stamped(posted: Posted): Promise<Answered> {
  const [name, value] = stamper(toUtf8(posted.text))
  return answerOf(posted, { [name]: value })
}

it('queries, submits, replays and errors have the same responses', async () => {
  const about = (more = {}) => JSON.stringify({ organizationId: dev.server.organizationId, ...more })
  const query = (name: string, more = {}) => stamped({ path: `/public/v1/query/${name}`, text: about(more) })

  expect((await query('whoami')).status).toBe(200)
  const made = await stamped(
    client.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'same', accounts: [ACCOUNT] }),
  )
  const { walletId, addresses } = JSON.parse(made.text).activity.result.createWalletResult
  expect((await query('get_wallet', { walletId })).status).toBe(200)
  const signing = client.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith: addresses[0],
    payload: 'hello',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  })
  expect((await stamped(signing)).text).toContain('signRawPayloadResult')
  // A replay returns the same activity.
  expect((await stamped(signing)).text).toContain('signRawPayloadResult')
  const taken = { walletName: 'same', accounts: [], mnemonicLength: 24 }
  expect((await stamped(client.compose('ACTIVITY_TYPE_CREATE_WALLET', taken))).text).toContain('NAME_TAKEN')
  const session = await stamped(client.compose('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {}))
  expect(session.status).toBe(200)
  expect((await query('list_activities')).text).toContain(walletId)

  expect((await answerOf({ path: '/public/v1/query/whoami', text: about() }, {})).status).toBe(401)
  expect((await answerOf({ path: '/public/v1/query/whoami', text: '{' }, {})).status).toBe(400)
  expect((await answerOf({ path: '/public/v1/query/nothing', text: '{}' }, {})).status).toBe(404)
})
