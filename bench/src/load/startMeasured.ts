/** A server to be measured: processes of `keywright serve` on a PostgreSQL of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import { initializeServer } from '@keywright/server'
import { startPostgres } from '@keywright/server/testing'
import { startServe } from '../server/child.ts'
import type { LoadedServer } from './loadServer.ts'

export async function startMeasured(processes: number): Promise<LoadedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-load-'))
  const postgres = await startPostgres()
  const databaseUrl = await postgres.createDatabase()
  const apiKey = generateApiKeyPair(platformRandom)
  const keyFile = join(folder, 'root secret')
  const { organizationId } = await initializeServer({
    databaseUrl,
    keyFile,
    organization: {
      organizationName: 'Load',
      rootUsers: [{ userName: 'root', apiKeys: [{ apiKeyName: 'key', publicKey: apiKey.publicKey }] }],
    },
  })
  const started = await Promise.all(
    Array.from({ length: processes }, (_, n) =>
      startServe({ databaseUrl, keyFile, logFile: join(folder, `serve ${n}.log`) }),
    ),
  )
  return {
    urls: started.map(({ url }) => url),
    pids: started.map(({ pid }) => pid),
    organizationId: organizationId!,
    apiKey,
    async stop() {
      await Promise.all(started.map((each) => each.stop()))
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
