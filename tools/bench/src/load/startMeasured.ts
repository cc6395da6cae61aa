/** Starts a server to measure: processes of `keywright serve` with their own PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@keywright/server/test'
import { openDatabase } from '../server/openDatabase.ts'
import type { LoadedServer } from './loadServer.ts'

export async function startMeasured(processes: number): Promise<LoadedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-load-'))
  const postgres = await startPostgres({ waitsForDisk: true })
  const { organizationId, apiKey, start } = await openDatabase(
    await postgres.createDatabase(),
    folder,
    'Load',
  )
  const started = await Promise.all(Array.from({ length: processes }, (_, n) => start(n)))
  return {
    urls: started.map(({ url }) => url),
    pids: started.map(({ pid }) => pid),
    organizationId,
    apiKey,
    async stop() {
      await Promise.all(started.map((each) => each.stop()))
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
