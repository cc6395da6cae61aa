/** `keywright journal verify` on an organization that has signed often, compared with the checks of its stamps alone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStamp, generateApiKeyPair, platformRandom, toUtf8, verifyStamp } from '@keywright/keys'
import { plugNodeCrypto } from '@keywright/server'
import { query, startPostgres } from '@keywright/server/test'
import { costOf, usageOf } from '../measure.ts'
import { atLeast, atMost, mb, percent, perSecond, printTable, us } from '../table.ts'
import { load, makeTargets, openDatabase } from './load.ts'
import { CLI, startDev } from './processes.ts'
import { databaseSeconds } from './server.ts'

const ENTRIES = 20_000
const SAMPLE_MS = 50

export async function benchJournal(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-bench-'))
  const postgres = await startPostgres({ isOwn: true })
  try {
    const databaseUrl = await postgres.createDatabase()
    const { organizationId, apiKey, keyFile, start } = await openDatabase(databaseUrl, folder)
    const server = await start()
    const targets = (await makeTargets(server.url, organizationId, apiKey)).slice(0, 1)
    await load({ urls: [server.url], targets, apiKey, atOnce: 32, count: ENTRIES })
    await server.stop()
    await query(databaseUrl, 'VACUUM ANALYZE rows')
    const [stored] = await query(databaseUrl, "SELECT pg_total_relation_size('rows')::int AS bytes")
    const onPostgres = Math.round((stored as { bytes: number }).bytes / ENTRIES)
    const onSqlite = await bytesOnSqlite(folder)
    const stamp = await costOfStamp()
    const { command, database, seconds, bytes } = await verify(databaseUrl, keyFile)
    const each = ((command + database) / ENTRIES) * 1e6
    const rate = ENTRIES / seconds
    printTable('journal', [
      {
        what: 'verify, processor time per entry',
        value: us(each),
        reference: `${us(stamp)} its stamp alone`,
        ratio: percent(stamp / each),
      },
      { what: '  of the command', value: us((command / ENTRIES) * 1e6) },
      { what: '  of the database', value: us((database / ENTRIES) * 1e6) },
      { what: '  entries per second', value: perSecond(rate), ...atLeast(rate, 5_000, '5000/s') },
      { what: '  memory', value: mb(bytes), ...atMost(bytes, 150 * 1024 * 1024, '150 MB') },
      {
        what: 'bytes per signature, PostgreSQL',
        value: `${onPostgres}`,
        ...atMost(onPostgres, 3_600, '3600'),
      },
      { what: '  SQLite', value: `${onSqlite}`, ...atMost(onSqlite, 3_400, '3400') },
    ])
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bytes that a signature takes in the file, indexes and journal included. */
async function bytesOnSqlite(folder: string): Promise<number> {
  const { url, told, stop } = await startDev(folder)
  const targets = (await makeTargets(url, told.organizationId, told.apiKey)).slice(0, 1)
  await load({ urls: [url], targets, apiKey: told.apiKey, atOnce: 32, count: ENTRIES })
  // As it ends, the log moves into the file.
  await stop()
  return Math.round(statSync(join(folder, '.keywright', 'keywright.db')).size / ENTRIES)
}

/** Microseconds to check one stamp. */
async function costOfStamp(): Promise<number> {
  plugNodeCrypto(() => undefined)
  const body = toUtf8('x'.repeat(400))
  const { privateKey } = generateApiKeyPair(platformRandom)
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', body, privateKey)
  await costOf(2_000, () => verifyStamp(stamp, body))
  return costOf(10_000, () => verifyStamp(stamp, body))
}

/** Seconds of processor time, and the most memory. */
async function verify(databaseUrl: string, keyFile: string) {
  const child = spawn(process.execPath, [CLI, 'journal', 'verify', '--key-file', keyFile], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const started = performance.now()
  const exited = once(child, 'exit')
  let [command, database, bytes] = [0, 0, 0]
  while (child.exitCode === null) {
    const { cpuSeconds, peak } = usageOf(child.pid!)
    command = Math.max(command, cpuSeconds)
    bytes = Math.max(bytes, peak)
    database = Math.max(database, await databaseSeconds(databaseUrl))
    await new Promise((done) => setTimeout(done, SAMPLE_MS))
  }
  const [code] = await exited
  if (code !== 0) throw new Error(`verify ended with ${code}`)
  return { command, database, seconds: (performance.now() - started) / 1_000, bytes }
}
