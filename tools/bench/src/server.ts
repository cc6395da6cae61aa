/** The server on a socket, compared with the raw cryptography and an empty Hono route in the same run. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query, startPostgres } from '@keywright/server/test'
import { startDev } from './server/child.ts'
import { type Load, startLoad } from './server/load.ts'
import { openDatabase } from './server/openDatabase.ts'
import { benchOutbox } from './server/outbox.ts'
import { benchSigning } from './server/signing.ts'
import { benchStatements } from './server/statements.ts'
import { makeTargets } from './server/targets.ts'
import { printTable, type Row } from './table.ts'

export async function benchServer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-bench-'))
  const load = startLoad()
  try {
    printTable('server', [
      ...(await onSqlite(join(folder, 'sqlite'), load)),
      ...(await onPostgres(folder, load)),
    ])
  } finally {
    load.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onSqlite(folder: string, load: Load): Promise<Row[]> {
  mkdirSync(folder)
  const dev = await startDev(folder)
  const name = 'dev on SQLite'
  const served = {
    name,
    cpuAim: 0.6,
    urls: [dev.url],
    pids: [dev.pid],
    targets: await makeTargets(dev),
    apiKey: dev.apiKey,
  }
  const rows = await benchSigning(served, load)
  await dev.stop()
  return rows
}

async function onPostgres(folder: string, load: Load): Promise<Row[]> {
  const postgres = await startPostgres({ waitsForDisk: true })
  try {
    return [
      ...(await onDatabase(await postgres.createDatabase(), folder, load)),
      ...(await benchStatements(() => postgres.createDatabase())),
      ...(await benchOutbox(() => postgres.createDatabase())),
    ]
  } finally {
    await postgres.stop()
  }
}

async function onDatabase(databaseUrl: string, folder: string, load: Load): Promise<Row[]> {
  const { organizationId, apiKey, start } = await openDatabase(databaseUrl, folder, 'Bench')
  const first = await start(1)
  const targets = await makeTargets({ url: first.url, organizationId, apiKey })
  // The database does this within a minute; until then, connections keep query plans for empty tables.
  await query(databaseUrl, 'ANALYZE')
  const one = {
    name: 'serve on PostgreSQL, 1 process',
    cpuAim: 0.8,
    urls: [first.url],
    pids: [first.pid],
    targets,
    apiKey,
    databaseUrl,
  }
  const rows = await benchSigning(one, load)
  const second = await start(2)
  const two = {
    ...one,
    name: 'serve on PostgreSQL, 2 processes',
    cpuAim: 0.65,
    urls: [first.url, second.url],
    pids: [first.pid, second.pid],
  }
  rows.push(...(await benchSigning(two, load)))
  await Promise.all([first.stop(), second.stop()])
  return rows
}
