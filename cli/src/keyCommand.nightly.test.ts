/** A team server whose root secret is encrypted by a key service outside of Keywright. OpenSSL plays the service. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '@keywright/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../tools/scripts/lib/temporaryFolder.ts'
import { runKeywright, startKeywright } from '../test/keywrightProcess.ts'

const DECRYPT = 'openssl enc -d -aes-256-cbc -pbkdf2 -pass file:service.key -in root.encrypted'

describe('a root secret that a key command prints', { timeout: 120_000 }, () => {
  let postgres: TestPostgres
  const folder = temporaryFolder('key-command')
  const env: Record<string, string> = {}
  const run = (words: readonly string[], more: Record<string, string> = {}) =>
    runKeywright(words, { cwd: folder, env: { ...env, ...more }, input: '' })

  beforeAll(async () => {
    postgres = await startPostgres()
    env['DATABASE_URL'] = await postgres.createDatabase()
    const key = JSON.parse((await run(['generate', 'api-key', '--json'])).stdout) as Record<string, string>
    env['KEYWRIGHT_API_PUBLIC_KEY'] = key['publicKey']!
    env['KEYWRIGHT_API_PRIVATE_KEY'] = key['privateKey']!
    writeFileSync(join(folder, 'service.key'), 'the key of the service\n')
    const made = spawnSync(
      '/bin/sh',
      ['-c', `openssl rand -hex 32 | ${DECRYPT.replace('-d ', '').replace('-in', '-out')}`],
      {
        cwd: folder,
      },
    )
    expect(made.status).toBe(0)
  }, 60_000)
  afterAll(async () => {
    await postgres.stop()
  }, 60_000)

  it('initializes nothing if the service rejects the request', async () => {
    const { status, stderr } = await run(['init', '--key-command', 'echo AccessDenied >&2; exit 254'])
    expect(stderr).toContain('the key command failed: exit code 254: AccessDenied')
    expect(status).not.toBe(0)
  })

  it('initializes the database with the secret of the service', async () => {
    const { status, stdout, stderr } = await run(['init', '--key-command', DECRYPT, '--json'])
    expect(stderr).toBe('')
    expect(status).toBe(0)
    env['KEYWRIGHT_ORGANIZATION_ID'] = (JSON.parse(stdout) as { organizationId: string }).organizationId
  })

  it('unseals a server at startup', async () => {
    const words = ['serve', '--host', '127.0.0.1', '--port', '0', '--operator-port', '0']
    const server = startKeywright(words, { cwd: folder, env: { ...env, KEYWRIGHT_KEY_COMMAND: DECRYPT } })
    const [line] = await server.until(/^.*"message":"listening".*$/m)
    const { url } = JSON.parse(line) as { url: string }
    const created = await run(['wallets', 'create', 'By the service'], { KEYWRIGHT_BASE_URL: url })
    expect(created.stderr).toBe('')
    await server.stop()
  })

  it('checks the journal, and can be replaced by shares', async () => {
    const verified = await run(['journal', 'verify', '--key-command', DECRYPT])
    expect(verified.stdout).not.toContain('MACs were not checked')
    expect(verified.status).toBe(0)
    const words = ['reshare', '--key-command', DECRYPT, '--shares', '3', '--threshold', '2', '--json']
    const { shares } = JSON.parse((await run(words)).stdout) as { shares: string[] }
    expect(shares).toHaveLength(3)
  })

  it('does not start a server with another secret', async () => {
    const words = ['serve', '--port', '0', '--operator-port', '0', '--key-command', 'openssl rand -hex 32']
    const { status, stderr } = await run(words)
    expect(stderr).toContain('the root secret does not belong to this database')
    expect(status).not.toBe(0)
  })
})
