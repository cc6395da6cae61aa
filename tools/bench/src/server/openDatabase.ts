/** A database with one organization for processes of `keywright serve`. */
import { join } from 'node:path'
import { type ApiKeyPair, generateApiKeyPair, platformRandom } from '@keywright/keys'
import { initializeServer } from '@keywright/server'
import { type Listening, startServe } from './child.ts'

export interface OpenedDatabase {
  readonly organizationId: string
  /** Key of the root user. */
  readonly apiKey: ApiKeyPair
  /** Starts process `n`; its log and the root secret are in the folder. */
  start(n: number): Promise<Listening>
}

export async function openDatabase(
  databaseUrl: string,
  folder: string,
  organizationName: string,
): Promise<OpenedDatabase> {
  const apiKey = generateApiKeyPair(platformRandom)
  const keyFile = join(folder, 'root secret')
  const { organizationId } = await initializeServer({
    databaseUrl,
    keyFile,
    organization: {
      organizationName,
      rootUsers: [{ userName: 'root', apiKeys: [{ apiKeyName: 'key', publicKey: apiKey.publicKey }] }],
    },
  })
  return {
    organizationId: organizationId!,
    apiKey,
    start: (n) => startServe({ databaseUrl, keyFile, logFile: join(folder, `serve ${n}.log`) }),
  }
}
