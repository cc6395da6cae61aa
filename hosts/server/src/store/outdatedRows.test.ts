/** Rows in an earlier format are rejected by name, before a server opens: the engine would reject each request. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openDevState, parseSnapshot, rootSecretOf, toSnapshotText } from '@keywright/devhost'
import { collectContents } from '@keywright/engine'
import { expect, it, onTestFinished } from 'vitest'
import { startTestDev } from '../../test/support/devServer.ts'
import { postgres, startTestServer, withPostgres } from '../../test/support/shared.ts'
import { initializeTeam, query } from '../../test/support/teamServer.ts'
import { DATABASE_FILE, openStateFolder } from '../dev/stateFolder.ts'
import { initializeServer } from '../serve/initialize.ts'
import { openTeamStore } from '../serve/openTeamStore.ts'
import { readKeyFile, sealDeploymentKey, serverRows } from '../serve/rootSecret.ts'
import { openSqliteStore } from './sqlite.ts'

withPostgres()

const FIXTURE = new URL('../../test/fixtures/before-format-2.db.gz', import.meta.url)
const SEED = 1

function oldFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-outdated-'))
  writeFileSync(join(folder, DATABASE_FILE), gunzipSync(readFileSync(FIXTURE)))
  return folder
}

async function readOld() {
  const folder = oldFolder()
  const store = openSqliteStore(join(folder, DATABASE_FILE))
  const contents = await collectContents(store.readAll())
  store.close()
  return { contents, state: await openDevState(openStateFolder(folder, false).state, SEED) }
}

it('a development server rejects the state, and starts afresh', async () => {
  const stateDir = oldFolder()
  await expect(startTestDev({ stateDir, seed: SEED })).rejects.toMatchObject({
    code: 'STATE_OUTDATED',
    hint: expect.stringContaining('--fresh'),
  })
  const dev = await startTestDev({ stateDir, seed: SEED, fresh: true })
  onTestFinished(() => dev.close())
  expect((await dev.root.query('whoami')).organizationId).toBe(dev.server.organizationId)
})

it('a development server rejects a snapshot, and keeps its state', async () => {
  const dev = await startTestDev()
  onTestFinished(() => dev.close())
  const { contents, state } = await readOld()
  const body = await toSnapshotText(state, contents)
  expect((await parseSnapshot(body)).organizations).toEqual(contents.organizations)
  const response = await fetch(`${dev.server.url}/dev/import`, { method: 'POST', body })
  expect([response.status, (await response.json()).message]).toEqual([
    400,
    expect.stringContaining("can't verify the rows of the snapshot"),
  ])
  expect((await dev.root.query('whoami')).organizationId).toBe(dev.server.organizationId)
})

it('a team server rejects the database, and stays sealed', async () => {
  const databaseUrl = await postgres.createDatabase()
  const file = join(mkdtempSync(join(tmpdir(), 'keywright-outdated-')), 'key')
  await initializeServer({ databaseUrl, keyFile: file })
  const { contents, state } = await readOld()
  const store = await openTeamStore(databaseUrl)
  const check = (await serverRows(store).get<object>('root', 'check'))!
  // Development servers mark their database.
  await store.replaceAll([{ ...contents, rows: contents.rows.filter(([owner]) => owner !== '~dev') }])
  const key = sealDeploymentKey(rootSecretOf(state), readKeyFile(file), 1)
  await serverRows(store).put('root', 'check', { ...check, key })
  await store.close()
  await expect(startTestServer(databaseUrl, { unseal: { keyFile: file } })).rejects.toMatchObject({
    code: 'DATABASE_OUTDATED',
    hint: expect.stringContaining('restore a backup'),
  })
  const server = await startTestServer(databaseUrl)
  await expect(server.seal.open(readKeyFile(file))).rejects.toMatchObject({ code: 'DATABASE_OUTDATED' })
  expect(server.seal.state()).toMatchObject({ sealed: true })
})

it('a team server starts if one of many organizations is as it wrote it', async () => {
  const databaseUrl = await postgres.createDatabase()
  const keyFile = join(mkdtempSync(join(tmpdir(), 'keywright-altered-')), 'key')
  await initializeTeam(databaseUrl, { keyFile })
  // They come before it.
  await query(
    databaseUrl,
    `INSERT INTO organizations (organization, version) SELECT '!' || n, 1 FROM generate_series(1, 600) AS n`,
  )
  const server = await startTestServer(databaseUrl, { unseal: { keyFile } })
  expect(server.seal.state()).toMatchObject({ sealed: false })
})
