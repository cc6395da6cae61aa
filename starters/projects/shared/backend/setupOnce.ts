/** What a setup script needs: a user and a key for a program, and a file for its settings. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { KeywrightClient } from '@keywright/client'
import { generateApiKeyPair } from '@keywright/client/api-key'
import { createClient, readSettings } from './keywright.ts'

/** Runs the setup unless the file has its settings for this server already. */
export async function setupOnce(
  file: string,
  setup: (client: KeywrightClient) => Promise<Record<string, string>>,
): Promise<void> {
  // Not .env.local, because Next.js would give the root user's key to the server.
  const setting = readSettings('.env.root')
  const of = `# ${setting('KEYWRIGHT_BASE_URL')} ${setting('KEYWRIGHT_ORGANIZATION_ID')}\n`
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(of)) return
  const settings = {
    KEYWRIGHT_BASE_URL: setting('KEYWRIGHT_BASE_URL'),
    KEYWRIGHT_ORGANIZATION_ID: setting('KEYWRIGHT_ORGANIZATION_ID'),
    ...(await setup(createClient(setting))),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(file, of + lines.join(''), { mode: 0o600 })
  console.log(`Wrote ${file}`)
}

/** Creates a user for a program. Until a policy names it, it may only read, and manage keys of its own. */
export async function createProgramUser(client: KeywrightClient, userName: string) {
  const key = await generateApiKeyPair()
  const apiKeys = [{ apiKeyName: userName, publicKey: key.apiPublicKey, curveType: key.curveType }]
  const user = { userName, apiKeys, authenticators: [], oauthProviders: [], userTags: [] }
  const { userIds } = await client.createUsers({ users: [user] })
  return {
    userId: userIds[0]!,
    settings: { KEYWRIGHT_API_PUBLIC_KEY: key.apiPublicKey, KEYWRIGHT_API_PRIVATE_KEY: key.apiPrivateKey },
  }
}
