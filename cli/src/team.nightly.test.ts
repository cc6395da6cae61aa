/** A deployment on the command line, with real processes and PostgreSQL. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { postgres, withPostgres } from '@keywright/server/test/shared'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../tools/scripts/lib/temporaryFolder.ts'
import { type Ended, type Running, runKeywright, startKeywright } from '../test/keywrightProcess.ts'

withPostgres()
const folder = temporaryFolder('team')
let key: { KEYWRIGHT_API_PUBLIC_KEY: string; KEYWRIGHT_API_PRIVATE_KEY: string }

beforeAll(async () => {
  const { stdout } = await run(['generate', 'api-key', '--json'], {})
  const { publicKey, privateKey } = JSON.parse(stdout) as { publicKey: string; privateKey: string }
  key = { KEYWRIGHT_API_PUBLIC_KEY: publicKey, KEYWRIGHT_API_PRIVATE_KEY: privateKey }
}, 60_000)

const servers: Running[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
}, 30_000)

const run = (words: readonly string[], env: Record<string, string>, input = ''): Promise<Ended> =>
  runKeywright(words, { cwd: folder, env, input })

interface Serving {
  readonly process: Running
  readonly env: Record<string, string>
  readonly url: string
  readonly operatorUrl: string
}

/** Starts `keywright serve` and waits until it listens. */
async function serve(env: Record<string, string>, ...words: string[]): Promise<Serving> {
  const process = startKeywright(
    ['serve', '--host', '127.0.0.1', '--port', '0', '--operator-port', '0', ...words],
    { cwd: folder, env },
  )
  servers.push(process)
  const [line] = await process.until(/^.*"message":"listening".*$/m)
  const { url, operatorUrl } = JSON.parse(line) as { url: string; operatorUrl: string }
  return {
    process,
    url,
    operatorUrl,
    env: { ...env, ...key, KEYWRIGHT_BASE_URL: url, KEYWRIGHT_OPERATOR_URL: operatorUrl },
  }
}

/** Creates a database with a root secret in shares or in a key file. */
async function init(...words: string[]) {
  const DATABASE_URL = await postgres.createDatabase()
  const { stdout, stderr, status } = await run(['init', ...words, '--json'], { DATABASE_URL, ...key })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const { organizationId, shares } = JSON.parse(stdout) as { organizationId: string; shares: string[] }
  return { env: { DATABASE_URL, KEYWRIGHT_ORGANIZATION_ID: organizationId }, shares }
}

describe('a root secret in a key file', { timeout: 120_000 }, () => {
  let env: Record<string, string>
  beforeAll(async () => {
    env = (await init('--key-file', 'root.key', '--user-email', 'ada@example.com')).env
  }, 60_000)
  const unsealed = ['--key-file', 'root.key']

  it('keeps organizations from allowing the origins of the service itself', async () => {
    const own = ['https://keys.example', 'http://localhost:3000']
    const server = await serve(env, ...unsealed, '--own-origins', own.join(', '))
    const allow = (value: string) => {
      const feature = { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value }
      return run(['request', 'set_organization_feature', JSON.stringify(feature), '--json'], server.env)
    }
    for (const origin of own) {
      const refused = await allow(origin)
      expect(refused.stdout + refused.stderr).toContain('it is an origin of the service itself')
      expect(refused.status).toBe(1)
    }
    for (const origin of ['https://app.example', 'https://keys.example:8443', 'http://localhost:3001'])
      expect((await allow(origin)).stdout, origin).toContain('ACTIVITY_STATUS_COMPLETED')
  })

  it('is readable only by the owner, and must be the right one', async () => {
    expect(statSync(join(folder, 'root.key')).mode & 0o777).toBe(0o600)
    const DATABASE_URL = await postgres.createDatabase()
    const over = await run(['init', '--key-file', 'root.key'], { DATABASE_URL, ...key })
    expect(over.stderr).toMatch(/the key file root\.key already exists\n +hint: /)
    expect(over.status).toBe(2)
    const other = await init('--key-file', 'other.key')
    expect(other.shares).toEqual([])
    const refused = await run(['serve', '--port', '0', '--key-file', 'other.key'], env)
    expect(refused.stderr).toMatch(/does not belong to this database\n +hint: /)
    expect(refused.status).toBe(2)
    const missing = await run(['serve', '--port', '0', '--key-file', 'missing.key'], env)
    expect(missing.stderr).toMatch(/the key file \S+ cannot be read \(ENOENT\)\n +hint: /)
    expect(missing.status).toBe(2)
  })
})
