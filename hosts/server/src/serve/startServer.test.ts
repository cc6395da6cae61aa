import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LogEntry, WEBHOOK_JWKS_PATH } from '@keywright/host'
import { platformRandom } from '@keywright/keys'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { postgres, startTestServer, withPostgres } from '../../test/support/shared.ts'
import { initializeTeam, type NewTeam, query } from '../../test/support/teamServer.ts'
import { startDevServer } from '../dev/startDevServer.ts'
import { initializeServer } from './initialize.ts'
import { openTeamStore } from './openTeamStore.ts'
import { reshareRootSecret } from './reshare.ts'
import type { ServerOptions, TeamServer } from './startServer.ts'
import { rotateWebhookKey } from './webhookKeys.ts'

withPostgres()
const folder = temporaryFolder('serve')
let team: NewTeam
/** Each test gets a copy of it. */
let original: string
beforeAll(async () => {
  original = await postgres.createDatabase()
  team = await initializeTeam(original)
})

let databaseUrl: string
const log: LogEntry[] = []

beforeEach(async () => {
  databaseUrl = await postgres.createDatabase(original)
  log.length = 0
})

const unsealed = () => ({ shares: team.shares.slice(0, 2) })
const start = (options: Partial<ServerOptions> = {}) =>
  startTestServer(databaseUrl, { log: (entry) => void log.push(entry), ...options })
const clientOf = ({ url }: TeamServer) => team.clientAt(url)
const unseal = async ({ operatorUrl }: TeamServer, share: string, headers = {}) => {
  const body = JSON.stringify({ share })
  const response = await fetch(`${operatorUrl}/unseal`, { method: 'POST', body, headers })
  return { status: response.status, answer: await response.json() }
}

it('says that a database is read-only to a command that writes', async () => {
  const readOnly = `${databaseUrl}?options=-c%20default_transaction_read_only%3Don`
  const expected = { code: 'DATABASE_UNREACHABLE', message: 'the database is read-only' }
  await expect(rotateWebhookKey({ databaseUrl: readOnly, overlapMs: 0 })).rejects.toMatchObject(expected)
})

it('does not start with a file for heads that cannot be used', async () => {
  const code = 'STREAM_NOT_WRITTEN'
  for (const heads of ['/dev/full', join(folder, 'missing', 'heads.jsonl')])
    await expect(start({ heads })).rejects.toMatchObject({ code })
  writeFileSync(join(folder, 'text'), 'something else')
  await expect(start({ heads: join(folder, 'text') })).rejects.toMatchObject({ code: 'STREAM_MALFORMED' })
})

describe('a sealed server', () => {
  it('answers 503 until enough shares were submitted, and then serves calls', async () => {
    const server = await start()
    await expect(clientOf(server).query('whoami')).rejects.toMatchObject({ status: 503, errorCode: 'SEALED' })
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect((await fetch(`${server.url}/ready`)).status).toBe(503)
    expect(await unseal(server, team.shares[2]!)).toEqual({
      status: 200,
      answer: { sealed: true, given: 1, threshold: 2 },
    })
    expect(await unseal(server, team.shares[2]!)).toMatchObject({ answer: { given: 1 } })
    expect(await unseal(server, team.shares[0]!)).toEqual({ status: 200, answer: { sealed: false } })
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
    expect(await clientOf(server).query('whoami')).toMatchObject({ organizationName: 'Team' })
    expect(JSON.stringify(log)).not.toContain('kwshare1')
  })

  it('rejects mistyped, foreign and old shares, and pages in a browser', async () => {
    const server = await start()
    const [share] = team.shares
    expect(
      await unseal(
        server,
        share!.replace(/.$/, (letter) => (letter === 'q' ? 'p' : 'q')),
      ),
    ).toMatchObject({ status: 400 })
    expect(await unseal(server, share!, { origin: 'https://example.com' })).toMatchObject({ status: 403 })
    const renewed = await reshareRootSecret({ databaseUrl, from: unsealed(), count: 2, threshold: 2 })
    expect(await unseal(server, renewed[0]!)).toMatchObject({ status: 200, answer: { sealed: true } })
    expect(await unseal(server, renewed[1]!)).toMatchObject({ answer: { sealed: false } })
    expect(await unseal(server, share!)).toMatchObject({
      status: 400,
      answer: { details: [{ errorCode: 'SHARE_REFUSED' }] },
    })
    expect(await clientOf(server).query('whoami')).toMatchObject({ organizationName: 'Team' })
  })

  it('is unsealed only by the key file from init', async () => {
    databaseUrl = await postgres.createDatabase()
    const keyFile = join(folder, 'root.key')
    await initializeServer({ databaseUrl, keyFile })
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    const server = await start({ unseal: { keyFile } })
    expect((await fetch(`${server.operatorUrl}/ready`)).status).toBe(200)
    const other = join(folder, 'other.key')
    writeFileSync(other, Buffer.from(platformRandom(32)).toString('hex'))
    await expect(start({ unseal: { keyFile: other } })).rejects.toMatchObject({
      code: 'ROOT_SECRET_MISMATCH',
    })
    writeFileSync(other, '00'.repeat(32))
    await expect(start({ unseal: { keyFile: other } })).rejects.toMatchObject({ code: 'ROOT_SECRET_PUBLIC' })
    writeFileSync(other, 'nothing')
    await expect(start({ unseal: { keyFile: other } })).rejects.toMatchObject({
      code: 'ROOT_SECRET_MALFORMED',
    })
  })

  it('is initialized once, and never on a development database', async () => {
    await expect(initializeServer({ databaseUrl, shares: { count: 2, threshold: 2 } })).rejects.toMatchObject(
      {
        code: 'DATABASE_INITIALIZED_ALREADY',
      },
    )
    const empty = await postgres.createDatabase()
    await expect(start({ databaseUrl: empty })).rejects.toMatchObject({ code: 'DATABASE_NOT_INITIALIZED' })
    const stateDir = join(folder, 'development')
    const dev = await startDevServer({ stateDir, port: 0, databaseUrl: empty })
    expect((await fetch(`${dev.url}/health`)).status).toBe(200)
    await dev.close()
    await expect(start({ databaseUrl: empty })).rejects.toMatchObject({ code: 'DATABASE_IS_DEVELOPMENT' })
    await expect(startDevServer({ stateDir, port: 0, databaseUrl })).rejects.toMatchObject({
      code: 'DATABASE_NOT_DEVELOPMENT',
    })
  })
})

describe('several processes on one database', () => {
  it('send each message of the shared outbox once', async () => {
    const mails: string[] = []
    const sendMail = async ({ to }: { to: string }) => {
      await new Promise((done) => setTimeout(done, 30))
      mails.push(to)
    }
    const options = { unseal: unsealed(), sendMail }
    const [one] = await Promise.all([start(options), start(options), start(options)])
    await clientOf(one!).run('ACTIVITY_TYPE_UPDATE_USER', {
      userId: (await clientOf(one!).query('whoami')).userId,
      userEmail: 'team@example.com',
    } as never)
    await clientOf(one!).run('ACTIVITY_TYPE_INIT_OTP_AUTH', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'team@example.com',
    })
    await expect.poll(() => mails).toContain('team@example.com')
    await new Promise((done) => setTimeout(done, 2_200))
    expect(mails).toEqual(['team@example.com'])
  })

  it('send links only to the origins of the setting', async () => {
    const sendMail = async () => undefined
    const server = await start({
      unseal: unsealed(),
      sendMail,
      messageLinkOrigins: ['https://app.example.com'],
    })
    const send = (origin: string) =>
      clientOf(server).run('ACTIVITY_TYPE_INIT_OTP', {
        otpType: 'OTP_TYPE_EMAIL',
        contact: 'linked@example.com',
        emailCustomization: { magicLinkTemplate: `${origin}/#%s` },
      })
    await expect(send('https://mallory.example')).rejects.toMatchObject({
      errorCode: 'MAIL_TEMPLATE_INVALID',
    })
    await send('https://app.example.com')
  })
})

describe('operating', () => {
  it('counts requests and logs them without secrets', async () => {
    const server = await start({ unseal: unsealed() })
    await clientOf(server).query('whoami')
    const metrics = await (await fetch(`${server.operatorUrl}/metrics`)).text()
    expect(metrics).toContain('keywright_requests_total{call="whoami",status="200"} 1')
    expect(metrics).toContain('keywright_sealed 0')
    expect(log).toContainEqual(expect.objectContaining({ message: 'request', call: 'whoami', status: 200 }))
    expect(JSON.stringify(log)).not.toContain(team.key.privateKey)
  })

  it('has no development routes', async () => {
    const server = await start({ unseal: unsealed() })
    for (const path of ['/dev', '/dev/inbox', '/dev/export']) {
      expect((await fetch(`${server.url}${path}`)).status).toBe(404)
    }
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  })

  it('answers pending requests before it stops', async () => {
    const server = await start({ unseal: unsealed() })
    const client = clientOf(server)
    const answers = Array.from({ length: 10 }, (_, n) =>
      client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `last ${n}`, accounts: [] }),
    )
    await expect.poll(() => log.some(({ call }) => call === 'create_wallet')).toBe(true)
    await server.close()
    const settled = await Promise.allSettled(answers)
    const again = await start({ unseal: unsealed() })
    const { wallets } = await clientOf(again).query('list_wallets')
    const answered = settled.filter(({ status }) => status === 'fulfilled').length
    expect(answered).toBeGreaterThan(0)
    expect(wallets.length).toBeGreaterThanOrEqual(answered)
  })

  it('answers 503 with an error ID while the database is down', async () => {
    const server = await start({ unseal: unsealed() })
    const pg = await import('pg')
    const admin = new pg.default.Client({ connectionString: databaseUrl.replace(/\/[^/]*$/, '/postgres') })
    await admin.connect()
    const name = new URL(databaseUrl).pathname.slice(1)
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    const client = clientOf(server)
    const refused = await client
      .run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'gone', accounts: [] })
      .catch((e) => e)
    expect(refused).toMatchObject({ status: 503, errorCode: 'STORE_UNAVAILABLE' })
    expect(refused.body.message).toMatch(/[0-9a-f]{8}-[0-9a-f-]{27}/)
    expect((await fetch(`${server.url}/ready`)).status).toBe(503)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    await admin.end()
    // The server recovers without a restart.
    await client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'back', accounts: [] })
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  })
})

describe('initialization', () => {
  it('creates no root secret if the organization cannot be stored', async () => {
    const url = await postgres.createDatabase()
    await (await openTeamStore(url, { migrate: true })).close()
    const database = new pg.Client(url)
    await database.connect()
    await database.query(
      `CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$ LANGUAGE plpgsql`,
    )
    await database.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON rows FOR EACH ROW WHEN (NEW.name = 'users') EXECUTE FUNCTION refuse()`,
    )
    await expect(initializeTeam(url)).rejects.toThrow('disk full')
    const { rows } = await database.query(
      'SELECT name FROM rows UNION SELECT organization FROM organizations',
    )
    expect(rows).toEqual([])
    await database.query('DROP TRIGGER refuse ON rows')
    await database.end()
    expect((await initializeTeam(url)).shares).toHaveLength(3)
  })

  it('leaves no tables behind if the key command fails or the organization is invalid', async () => {
    const url = await postgres.createDatabase()
    const failing = { databaseUrl: url, keyCommand: 'echo AccessDenied >&2; exit 254' }
    await expect(initializeServer(failing)).rejects.toMatchObject({ code: 'KEY_COMMAND_FAILED' })
    const organization = { organizationName: 'Team', rootUsers: [] as never[] }
    const invalid = { databaseUrl: url, shares: { count: 3, threshold: 2 }, organization }
    await expect(initializeServer(invalid)).rejects.toThrow()
    expect(await query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([])
  })

  it('keeps an unused database until everything for a new one is there', async () => {
    const again = { databaseUrl, again: true }
    await expect(initializeServer({ ...again, keyCommand: 'exit 1' })).rejects.toThrow('exit code 1')
    const keyFile = join(folder, 'taken.key')
    writeFileSync(keyFile, 'mine')
    await expect(initializeServer({ ...again, keyFile })).rejects.toThrow('already exists')
    const server = await start({ unseal: unsealed() })
    expect(await clientOf(server).query('whoami')).toMatchObject({ organizationName: 'Team' })
  })

  it('creates one root secret in two concurrent runs', async () => {
    const url = await postgres.createDatabase()
    const ends = await Promise.allSettled([initializeTeam(url), initializeTeam(url)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = ends.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ code: 'DATABASE_INITIALIZED_ALREADY' })
  })

  it('distinguishes a wrong password, a missing database and an unreachable server', async () => {
    const changed = (change: (url: URL) => void) => {
      const url = new URL(databaseUrl)
      change(url)
      return url.href
    }
    const open = (change: (url: URL) => void) => openTeamStore(changed(change))
    const hush = (url: URL) => {
      url.password = 'hush'
    }
    await expect(open(hush)).rejects.toMatchObject({
      code: 'DATABASE_LOGIN_REFUSED',
      message: expect.not.stringContaining('hush'),
    })
    const unknownUser = open((url) => {
      url.username = 'stranger'
    })
    await expect(unknownUser).rejects.toMatchObject({ code: 'DATABASE_LOGIN_REFUSED' })
    const nowhere = open((url) => {
      url.pathname = '/nowhere'
    })
    await expect(nowhere).rejects.toMatchObject({ code: 'DATABASE_NOT_FOUND' })
    const silent = open((url) => {
      url.port = '9'
    })
    await expect(silent).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      message: expect.stringContaining('connection refused'),
    })
    await expect(
      startDevServer({ stateDir: join(folder, 'dev'), port: 0, databaseUrl: changed(hush) }),
    ).rejects.toMatchObject({ code: 'DATABASE_LOGIN_REFUSED' })
  })
})

it('names a damaged row of webhook keys until an operator replaces it', async () => {
  const server = await start()
  for (const share of unsealed().shares) await unseal(server, share)
  const keys = () => fetch(`${server.url}${WEBHOOK_JWKS_PATH}`)
  const row = `'~server', 'webhook-keys', 'numbers'`
  await query(databaseUrl, `INSERT INTO rows (organization, name, id, value) VALUES (${row}, '{}')`)
  const response = await keys()
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ details: [{ errorCode: 'INTERNAL' }] })
  const damaged = 'row numbers of webhook-keys in the database is damaged'
  expect(log.at(-1)).toMatchObject({ level: 'error', error: expect.stringContaining(damaged) })
  await expect(rotateWebhookKey({ databaseUrl, overlapMs: 1_000 })).rejects.toMatchObject({
    code: 'WEBHOOK_KEYS_DAMAGED',
    hint: expect.stringContaining('--overlap-days 0'),
  })
  await rotateWebhookKey({ databaseUrl, overlapMs: 0 })
  expect(((await (await keys()).json()) as { keys: unknown[] }).keys).toHaveLength(1)
})
