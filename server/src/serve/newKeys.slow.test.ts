/** New keys for a database of the release before data keys. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { collectContents, type StoreContents } from '@keywright/engine'
import { apiKeyStamper, createClient } from '@keywright/engine/testing'
import { decryptAll } from '@keywright/engine/testing/erasure'
import { parseHex, platformRandom, toHex } from '@keywright/keys'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { toKeys, verifyJournals } from '../journals.ts'
import { openTestStore, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { query } from '../testing/teamServer.ts'
import { restoreDatabase } from './backupFile.ts'
import { changeKeys } from './newKeys.ts'
import { retireRoot, rotateRoot } from './rotateRoot.ts'
import { startServer, type TeamServer } from './startServer.ts'

const EARLIER = fileURLToPath(new URL('../testing/earlier/', import.meta.url))
const team = JSON.parse(readFileSync(join(EARLIER, 'team.json'), 'utf8')) as Record<string, string>
const key = {
  curve: 'API_KEY_CURVE_P256',
  privateKey: team['privateKey']!,
  publicKey: team['publicKey']!,
} as const

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

let folder: string
let databaseUrl: string
let keyFile: string
const servers: TeamServer[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keywright-earlier-'))
  keyFile = join(folder, 'root.secret')
  writeFileSync(keyFile, team['rootSecret']!)
  const file = join(folder, 'backup')
  writeFileSync(file, gunzipSync(readFileSync(join(EARLIER, 'team.backup.gz'))))
  databaseUrl = await postgres.createDatabase()
  await restoreDatabase({ databaseUrl, file })
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
  rmSync(folder, { recursive: true })
})

async function start(file = keyFile): Promise<TeamServer> {
  const options = { databaseUrl, host: '127.0.0.1', port: 0, connections: 4 }
  const server = await startServer({ ...options, unseal: { keyFile: file } })
  servers.push(server)
  return server
}
const clientAt = ({ url }: TeamServer, organizationId = team['organizationId']!, stampedBy = key) =>
  createClient({
    handle: (request) => fetch(request),
    clock: Date.now,
    organizationId,
    stamper: apiKeyStamper(stampedBy),
    baseUrl: url,
  })
const sign = (server: TeamServer, signWith: string, hashFunction = 'HASH_FUNCTION_NO_OP') =>
  clientAt(server).run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith,
    payload: toHex(platformRandom(32)),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: hashFunction as 'HASH_FUNCTION_NO_OP',
  })
const signWithEach = async (server: TeamServer) => {
  await sign(server, team['address']!)
  await sign(server, team['privateKeyId']!, 'HASH_FUNCTION_NOT_APPLICABLE')
}
const verdictsOf = async (file = keyFile) => {
  const verified = await verifyJournals({ from: { databaseUrl, secret: { keyFile: file } } })
  return verified.map(({ verdict }) => verdict.ok || verdict)
}

it('a server serves an earlier database, whose root secret cannot be rotated yet', async () => {
  await signWithEach(await start())
  expect(await verdictsOf()).toEqual([true, true])
  const to = { keyFile: join(folder, 'second') }
  await expect(rotateRoot({ databaseUrl, from: { keyFile }, to })).rejects.toMatchObject({
    code: 'DATABASE_NOT_MIGRATED',
    hint: expect.stringContaining('--new-keys'),
  })
})

it('new keys open everything, and after a rotation the first root secret opens no live secret', async () => {
  expect((await changeKeys(databaseUrl, { keyFile })).map(({ verdict }) => verdict.ok)).toEqual([true, true])
  expect(await verdictsOf()).toEqual([true, true])
  const server = await start()
  await signWithEach(server)
  const { activities } = await clientAt(server).query('list_activities', {
    filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  })
  expect(activities).toHaveLength(1)
  await clientAt(server).run('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint: activities[0]!.fingerprint })
  const { wallets } = await clientAt(server).query('list_wallets')
  await clientAt(server).run('ACTIVITY_TYPE_DELETE_WALLETS', {
    walletIds: wallets.map(({ walletId }) => walletId),
    deleteWithoutExport: true,
  })
  const second = join(folder, 'second')
  await rotateRoot({ databaseUrl, from: { keyFile }, to: { keyFile: second } })
  await retireRoot({ databaseUrl, from: { keyFile: second } })
  expect(await verdictsOf(second)).toEqual([true, true])
  const rows = (await query(databaseUrl, "SELECT value FROM rows WHERE name <> 'journal'")) as {
    value: string
  }[]
  const { vault } = toKeys(parseHex(team['rootSecret']!, 'root secret'))
  const organizationIds = [team['organizationId']!, team['subOrganizationId']!]
  const opened = await decryptAll({ vault, organizationIds, texts: rows.map(({ value }) => value) })
  expect([...opened]).toEqual([])
})

it('an interrupted change of keys continues, and no server starts before it is done', async () => {
  const store = await openTestStore(databaseUrl, { connections: 2 })
  const check = await store.get('~server', 'root', 'check')
  await changeKeys(databaseUrl, { keyFile })
  // As if the process had been killed after the first organization.
  const after = (await store.get('~server', 'root', 'check')) as { key: string }
  const interrupted = { ...(check as object), newKey: after.key }
  const write = { organization: '~server', table: 'root', id: 'check', value: interrupted }
  const kept = await collectContents(store.readAll())
  await restoreOne(store, kept, team['subOrganizationId']!)
  await store.commit({
    guards: [{ organization: '~server', version: await store.version('~server') }],
    writes: [write],
  })
  await store.close()
  await expect(start()).rejects.toMatchObject({ code: 'DATABASE_NOT_MIGRATED' })
  await changeKeys(databaseUrl, { keyFile })
  expect(await verdictsOf()).toEqual([true, true])
  await signWithEach(await start())
})

/** Puts an organization back to what the earlier release wrote. */
async function restoreOne(
  store: Awaited<ReturnType<typeof openTestStore>>,
  now: StoreContents,
  organizationId: string,
): Promise<void> {
  const lines = gunzipSync(readFileSync(join(EARLIER, 'team.backup.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
    .filter(Array.isArray) as string[][]
  const isIt = ([id]: readonly unknown[]) => id === organizationId
  const [organizations, rows] = [
    lines.filter(({ length }) => length < 4),
    lines.filter(({ length }) => length === 4),
  ]
  await store.replaceAll([
    {
      organizations: [
        ...now.organizations.filter((one) => !isIt(one)),
        ...organizations.filter(isIt).map(([id, version]) => [id!, Number(version)] as const),
      ],
      rows: [...now.rows.filter((one) => !isIt(one)), ...(rows.filter(isIt) as unknown as typeof now.rows)],
    },
  ])
}

it('changes nothing if a journal does not verify', async () => {
  await query(
    databaseUrl,
    "UPDATE rows SET value = replace(value, 'Team', 'Mine') WHERE name = 'organization'",
  )
  const before = await query(databaseUrl, 'SELECT * FROM rows ORDER BY organization, name, id')
  const verdicts = await changeKeys(databaseUrl, { keyFile })
  expect(verdicts.map(({ verdict }) => verdict.ok).sort()).toEqual([false, true])
  expect(await query(databaseUrl, 'SELECT * FROM rows ORDER BY organization, name, id')).toEqual(before)
})
