/** A root secret encrypted by a PKCS#11 token, on the command line, with SoftHSM and PostgreSQL. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  findSoftHsm,
  makeSoftHsm,
  query,
  type SoftHsm,
  startPostgres,
  type TestPostgres,
} from '@keywright/server/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../tools/scripts/lib/temporaryFolder.ts'
import { type Ended, type Running, runKeywright, startKeywright } from '../../test/keywrightProcess.ts'

const module = findSoftHsm()

describe.skipIf(!module)('a root secret in a token', { timeout: 120_000 }, () => {
  let token: SoftHsm
  let postgres: TestPostgres
  const folder = temporaryFolder('token-cli')
  /** Settings of the database and its first root user, and after `init` of the organization. */
  let env: Record<string, string>
  let shares: readonly string[]

  const run = (words: readonly string[], more: Record<string, string> = {}, input = ''): Promise<Ended> =>
    runKeywright(words, { cwd: folder, env: { ...env, ...more }, input })
  const tokenFlags = () => ['--pkcs11-module', module!, '--pkcs11-token', token.tokenLabel]
  const withPin = () => ({ KEYWRIGHT_PKCS11_PIN: token.pin })

  const servers: Running[] = []
  function start(words: readonly string[], more: Record<string, string> = {}): Running {
    const anyPorts = ['--host', '127.0.0.1', '--port', '0', '--operator-port', '0']
    const server = startKeywright(['serve', ...anyPorts, ...words], { cwd: folder, env: { ...env, ...more } })
    servers.push(server)
    return server
  }
  /** Waits until the server listens and returns its URLs. */
  async function addressOf(server: Running): Promise<Record<string, string>> {
    const [line] = await server.until(/^.*"message":"listening".*$/m)
    const { url, operatorUrl } = JSON.parse(line) as { url: string; operatorUrl: string }
    return { KEYWRIGHT_BASE_URL: url, KEYWRIGHT_OPERATOR_URL: operatorUrl }
  }

  beforeAll(async () => {
    token = makeSoftHsm(module!)
    postgres = await startPostgres()
    env = { DATABASE_URL: await postgres.createDatabase(), SOFTHSM2_CONF: token.config }
    const { stdout } = await run(['generate', 'api-key', '--json'])
    const key = JSON.parse(stdout) as { publicKey: string; privateKey: string }
    env['KEYWRIGHT_API_PUBLIC_KEY'] = key.publicKey
    env['KEYWRIGHT_API_PRIVATE_KEY'] = key.privateKey
  }, 60_000)
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop()
  }, 30_000)
  afterAll(async () => {
    await postgres.stop()
    token.remove()
  }, 60_000)

  it('is not created with a wrong or missing PIN', async () => {
    const missing = await run(['init', ...tokenFlags()])
    expect(missing.stderr).toMatch(/the PIN of the token is missing\n +hint: set KEYWRIGHT_PKCS11_PIN/)
    expect(missing.status).toBe(2)
    const wrong = await run(['init', ...tokenFlags()], { KEYWRIGHT_PKCS11_PIN: '0000-wrong' })
    expect(wrong.stderr).toContain('CKR_PIN_INCORRECT')
    expect(wrong.stderr).not.toContain('0000-wrong')
    expect(wrong.status).not.toBe(0)
    const other = await run(['init', '--pkcs11-module', module!, '--pkcs11-token', 'another'], withPin())
    expect(other.stderr).toContain('`keywright test`')
  })

  it('is created by init, together with shares in case the token fails', async () => {
    const words = ['init', ...tokenFlags(), '--shares', '2', '--threshold', '2', '--json']
    const { stdout, stderr, status } = await run(words, withPin())
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const made = JSON.parse(stdout) as { organizationId: string; shares: string[] }
    env['KEYWRIGHT_ORGANIZATION_ID'] = made.organizationId
    shares = made.shares
    expect(shares).toHaveLength(2)
  })

  it('unseals a server at startup, with settings from flags or the environment', async () => {
    const one = start(tokenFlags(), withPin())
    const first = await addressOf(one)
    const created = await run(['wallets', 'create', 'By the token'], first)
    expect(created.stderr).toBe('')
    expect(created.stdout).toMatch(/0x[0-9a-fA-F]{40}/)

    writeFileSync(join(folder, 'pin.txt'), `${token.pin}\n`, { mode: 0o600 })
    const named = { KEYWRIGHT_PKCS11_MODULE: module!, KEYWRIGHT_PKCS11_TOKEN: token.tokenLabel }
    const two = start(['--pkcs11-pin-file', 'pin.txt'], named)
    const listed = await run(['wallets', 'list'], await addressOf(two))
    expect(listed.stdout).toContain('By the token')
    expect(one.output() + two.output()).not.toContain(token.pin)
  })

  it('does not start a server with a wrong PIN, an invalid module, or the token of another database', async () => {
    const wrong = await start(tokenFlags(), { KEYWRIGHT_PKCS11_PIN: '0000-wrong' }).ended
    expect(wrong.stderr + wrong.stdout).toContain('CKR_PIN_INCORRECT')
    expect(wrong.stderr + wrong.stdout).not.toContain('0000-wrong')
    expect(wrong.status).not.toBe(0)
    const noModule = await start(['--pkcs11-module', join(folder, 'pin.txt')], withPin()).ended
    expect(noModule.stderr).toMatch(/the module cannot be loaded[\s\S]*hint: /)
    expect(noModule.status).not.toBe(0)
    const strange = makeSoftHsm(module!)
    const foreign = await start(tokenFlags(), { ...withPin(), SOFTHSM2_CONF: strange.config }).ended
    strange.remove()
    expect(foreign.stderr).toContain('the token has no key `keywright`')
    expect(foreign.status).not.toBe(0)
  })

  it('can be unsealed with shares without the token, and reshared with the token', async () => {
    const broken = start([])
    const address = await addressOf(broken)
    const given = await run(['unseal'], address, shares.join('\n'))
    expect(given.stdout).toBe('unsealed\n')
    expect((await run(['wallets', 'list'], address)).stdout).toContain('By the token')

    const words = ['reshare', ...tokenFlags(), '--shares', '3', '--threshold', '2', '--json']
    const reshared = await run(words, withPin())
    expect(reshared.status).toBe(0)
    const renewed = (JSON.parse(reshared.stdout) as { shares: string[] }).shares
    const again = await addressOf(start([]))
    expect((await run(['unseal'], again, renewed.slice(1).join('\n'))).stdout).toMatch(/^unsealed\nThe new/)
    expect((await run(['unseal'], again, shares.join('\n'))).stderr).toContain(
      'does not belong to this server',
    )
    expect((await addressOf(start(tokenFlags(), withPin())))['KEYWRIGHT_BASE_URL']).toMatch(/^http:/)
  })

  it('is stored only encrypted, and the PIN is not stored', async () => {
    const rows = JSON.stringify(await query(env['DATABASE_URL']!, 'SELECT * FROM rows'))
    expect(rows).toContain('ciphertext')
    expect(rows).not.toContain(token.pin)
  })
})
