/** Databases that run out of space: servers answer 503, write nothing partially, and recover once there is space. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WholeStore } from '@keywright/engine'
import { verifyJournal } from '@keywright/engine'
import { apiKeyStamper, type Client, createClient, type Posted } from '@keywright/engine/test'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startDevServer } from '../../src/dev/startDevServer.ts'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { startTestDev } from '../support/devServer.ts'
import { query, startTestTeam, type TestTeam } from '../support/teamServer.ts'
import { canLimitFiles, limitFiles, spawnServer } from './killable.ts'
import { connections } from './watchedLibsql.ts'

vi.mock('libsql', () => import('./watchedLibsql.ts'))

const newWallet = (client: Client, walletName: string): Posted =>
  client.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })

interface Answer {
  status: number
  retryAfter: string | null
  body: { code?: number; message?: string; activity?: { id: string; status: string } }
}

async function post(client: Client, posted: Posted): Promise<Answer> {
  const response = await client.post(posted)
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Answer['body'],
  }
}

/** The error that clients get, which they may retry. */
function expectUnavailable({ status, retryAfter, body }: Answer, reason: string): void {
  expect([status, retryAfter, body.code]).toEqual([503, '1', 14])
  expect(body.message).toContain(`(${reason})`)
  expect(body).toMatchObject({ details: [{ errorCode: 'STORE_UNAVAILABLE' }] })
}

const walletNames = async (client: Client) =>
  (await client.query('list_wallets')).wallets.map(({ walletName }) => walletName).sort()

async function expectSound(store: WholeStore): Promise<void> {
  for (const id of await store.organizations()) {
    if (await store.get(id, 'organization', 'organization')) {
      expect(await verifyJournal(store, id)).toMatchObject({ ok: true })
    }
  }
}

/** Creates wallets until one fails. @returns acknowledged names, and the failed request */
async function fillUp(client: Client): Promise<{ made: string[]; refused: Posted; answer: Answer }> {
  const made: string[] = []
  for (let n = 0; n < 90; n++) {
    const posted = newWallet(client, `wallet ${n}`)
    const answer = await post(client, posted)
    if (answer.status !== 200) return { made: made.sort(), refused: posted, answer }
    made.push(`wallet ${n}`)
  }
  throw new Error('the database did not run full')
}

describe('SQLite', () => {
  it('rejects writes while it is full, keeps its data, and recovers', async () => {
    const dev = await startTestDev()
    const database = connections.at(-1)!
    const setMaxPages = (count: number) => void database.pragma(`max_page_count = ${count}`)
    const [{ page_count: pages }] = database.pragma('page_count') as [{ page_count: number }]
    setMaxPages(pages + 4)
    const { made, refused, answer } = await fillUp(dev.root)
    expectUnavailable(answer, 'it is full')
    const others = Array.from({ length: 10 }, (_, n) => newWallet(dev.root, `together ${n}`))
    const many = await Promise.all([refused, ...others].map((posted) => post(dev.root, posted)))
    for (const again of many) expectUnavailable(again, 'it is full')
    expect(await walletNames(dev.root)).toEqual(made)

    setMaxPages(1_000_000)
    const done = await Promise.all(Array.from({ length: 10 }, () => post(dev.root, refused)))
    expect(new Set(done.map(({ body }) => body.activity?.status))).toEqual(
      new Set(['ACTIVITY_STATUS_COMPLETED']),
    )
    expect(new Set(done.map(({ body }) => body.activity?.id)).size).toBe(1)
    expect(await walletNames(dev.root)).toHaveLength(made.length + 1)
    for (const { status } of await Promise.all(others.map((posted) => post(dev.root, posted)))) {
      expect(status).toBe(200)
    }
    expect(await walletNames(dev.root)).toHaveLength(made.length + 11)
    const reader = openSqliteStore(join(dev.folder, 'keywright.db'))
    await expectSound(reader)
    reader.close()
    await dev.close()
  })

  it.skipIf(!canLimitFiles)('meets the end of what its files may take, in a process of its own', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'keywright-full-'))
    const first = await startDevServer({ stateDir, port: 0 })
    const { organizationId, apiKey } = first
    await first.close()
    const server = await spawnServer('dev', { stateDir, port: 0 })
    onTestFinished(server.kill)
    const client = createClient({
      handle: (request) => fetch(request),
      clock: Date.now,
      organizationId,
      stamper: apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...apiKey }),
      baseUrl: server.url,
    })
    const sizes = ['keywright.db', 'keywright.db-wal'].map((name) => statSync(join(stateDir, name)).size)
    limitFiles(server.pid, Math.max(...sizes) + 64 * 1024)
    const { made, refused, answer } = await fillUp(client)
    expectUnavailable(answer, 'it cannot be read or written')
    expect(await walletNames(client)).toEqual(made)

    limitFiles(server.pid, 'unlimited')
    expect(await post(client, refused)).toMatchObject({
      body: { activity: { status: 'ACTIVITY_STATUS_COMPLETED' } },
    })
    await server.kill()
    const store = openSqliteStore(join(stateDir, 'keywright.db'))
    await expectSound(store)
    const wallets = await store.list(organizationId, 'wallets')
    expect(wallets).toHaveLength(made.length + 1)
    store.close()
    rmSync(stateDir, { recursive: true })
  })
})

describe('PostgreSQL', () => {
  let team: TestTeam
  beforeAll(async () => {
    team = await startTestTeam()
    await query(
      team.databaseUrl,
      `CREATE FUNCTION run_full() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
    )
  }, 120_000)
  afterAll(() => team.close(), 60_000)

  it.each([
    ['on write', 'CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON rows'],
    [
      'on commit',
      'CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT OR UPDATE ON rows DEFERRABLE INITIALLY DEFERRED',
    ],
  ])('rejects writes while it is full (%s), keeps its data, and recovers', async (moment, trigger) => {
    const server = await team.start()
    const client = team.clientAt(server.url)
    const before = await walletNames(client)
    await query(team.databaseUrl, `${trigger} FOR EACH ROW EXECUTE FUNCTION run_full()`)
    const posted = newWallet(client, `made ${moment}`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(client, posted)))
    for (const answer of answers) expectUnavailable(answer, 'it is full')
    expect(await walletNames(client)).toEqual(before)

    await query(team.databaseUrl, 'DROP TRIGGER full_disk ON rows')
    const done = await Promise.all(Array.from({ length: 10 }, () => post(client, posted)))
    expect(new Set(done.map(({ body }) => body.activity?.id)).size).toBe(1)
    expect(await walletNames(client)).toEqual([...before, `made ${moment}`].sort())
    const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
    await expectSound(store)
    await store.close()
  })

  it('rejects commits in turn of two processes while it is full, and executes the retries', async () => {
    const servers = [await team.start(), await team.start()]
    const clients = servers.map(({ url }) => team.clientAt(url))
    const { privateKeys } = await clients[0]!.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: [
        { privateKeyName: 'signs', curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [] },
      ],
    })
    const signatures = Array.from({ length: 60 }, (_, n) =>
      clients[0]!.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: privateKeys[0]!.privateKeyId,
        payload: n.toString(16).padStart(64, '0'),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }),
    )
    const postAll = (some: readonly Posted[]) =>
      Promise.all(some.map((posted, n) => post(clients[n % 2]!, posted)))
    const [before, during] = [signatures.slice(0, 30), signatures.slice(30)]
    for (const { status } of await postAll(before)) expect(status).toBe(200)
    await query(
      team.databaseUrl,
      `CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT OR UPDATE ON rows DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION run_full()`,
    )
    for (const answer of await postAll(during)) expectUnavailable(answer, 'it is full')

    await query(team.databaseUrl, 'DROP TRIGGER full_disk ON rows')
    const done = await postAll(signatures)
    expect(new Set(done.map(({ body }) => body.activity?.status))).toEqual(
      new Set(['ACTIVITY_STATUS_COMPLETED']),
    )
    const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
    const type = 'by-type:SIGN_RAW_PAYLOAD_V2:COMPLETED'
    expect(await store.list(team.organizationId, type)).toHaveLength(60)
    await expectSound(store)
    await store.close()
  })
})
