/** A deployment on the command line, with real processes and PostgreSQL. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStamp, toStampHeader, toUtf8 } from '@keywright/keys'
import { type SmtpSink, startPostgres, startSmtpSink, type TestPostgres } from '@keywright/server/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, type Running, runKeywright, startKeywright } from '../test/keywrightProcess.ts'

let postgres: TestPostgres
let folder: string
let key: { KEYWRIGHT_API_PUBLIC_KEY: string; KEYWRIGHT_API_PRIVATE_KEY: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keywright-team-'))
  postgres = await startPostgres()
  const { stdout } = await run(['generate', 'api-key', '--json'], {})
  const { publicKey, privateKey } = JSON.parse(stdout) as { publicKey: string; privateKey: string }
  key = { KEYWRIGHT_API_PUBLIC_KEY: publicKey, KEYWRIGHT_API_PRIVATE_KEY: privateKey }
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
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

/** Parameters that request a code by email. */
const asked = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'Team' }

async function allowCodes(server: Serving): Promise<void> {
  for (const name of ['FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH']) {
    await request(server, 'set_organization_feature', { name, value: '' })
  }
}

async function request({ env }: Serving, call: string, parameters: object): Promise<void> {
  const { stdout } = await run(['request', call, JSON.stringify(parameters), '--json'], env)
  expect(stdout).toContain('ACTIVITY_STATUS_COMPLETED')
}

const readiness = async ({ url }: Serving) => {
  const response = await fetch(`${url}/ready`)
  return { status: response.status, ...((await response.json()) as object) }
}

describe('a root secret in shares', { timeout: 120_000 }, () => {
  it('is created once, unsealed by enough shares, reshared, and never logged', async () => {
    const { env, shares } = await init(
      '--shares',
      '3',
      '--threshold',
      '2',
      '--user-email',
      'root@example.com',
    )
    expect(shares).toHaveLength(3)
    const again = await run(['init', '--shares', '3', '--threshold', '2'], { ...env, ...key })
    expect(again.stderr).toMatch(/the database already has a root secret\n +hint: /)
    expect(again.status).toBe(2)

    const server = await serve(env)
    expect(await readiness(server)).toEqual({ status: 'sealed' })
    expect((await fetch(`${server.url}/ready`)).status).toBe(503)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    const refused = await run(['whoami'], server.env)
    expect(refused.stderr).toMatch(/SEALED \(HTTP 503\)[\s\S]*hint: .*keywright unseal/)
    expect(refused.status).toBe(1)

    const give = (share: string) => run(['unseal'], server.env, `share  ${share}\n`)
    const [one, two, three] = shares as [string, string, string]
    const mistyped = await give(two.replace(/.$/, (letter) => (letter === 'q' ? 'p' : 'q')))
    expect(mistyped.stderr).toMatch(/checksum does not match/)
    expect(mistyped.status).toBe(2)
    const foreign = await init('--shares', '2', '--threshold', '2')
    expect((await give(foreign.shares[0]!)).stderr).toMatch(/does not belong to this server/)
    expect((await give('nothing like a share')).stderr).toMatch(/standard input contains no share/)
    writeFileSync(join(folder, 'share.txt'), `share 3  ${three}\n`)
    expect((await run(['unseal', 'share.txt'], server.env)).stdout).toBe(
      'still sealed: 1 of 2 shares received\n',
    )
    expect((await give(one)).stdout).toBe('unsealed\n')
    expect(await readiness(server)).toEqual({ status: 'ready' })
    expect((await run(['whoami'], server.env)).stdout).toContain(env.KEYWRIGHT_ORGANIZATION_ID)

    const reshared = await run(
      ['reshare', '--shares', '2', '--threshold', '2', '--json'],
      env,
      `${one}\n${two}\n`,
    )
    const renewed = (JSON.parse(reshared.stdout) as { shares: string[] }).shares
    const second = await serve(env)
    expect((await run(['unseal'], second.env, renewed.join('\n'))).stdout).toMatch(
      /^unsealed\nThe new shares are valid now/,
    )
    const third = await serve(env)
    expect((await run(['unseal'], third.env, `${one}\n${two}\n`)).stderr).toMatch(
      /does not belong to this server/,
    )
    expect((await run(['wallets', 'create', 'after'], second.env)).stdout).toMatch(/0x[0-9a-fA-F]{40}/)

    const log = server.process.output() + second.process.output()
    for (const secret of [...shares, ...renewed, key.KEYWRIGHT_API_PRIVATE_KEY])
      expect(log).not.toContain(secret)
    expect(log).not.toContain('kwshare1')
    expect(log).not.toContain(new URL(env.DATABASE_URL).password)
  })
})

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

  it('serves one organization from two processes, with metrics for operators', async () => {
    const [one, two] = await Promise.all([serve(env, ...unsealed), serve(env, ...unsealed)])
    const created = await run(['wallets', 'create', 'shared', '--json'], one.env)
    const { addresses } = JSON.parse(created.stdout) as { addresses: string[] }
    expect((await run(['wallets', 'list', '--accounts'], two.env)).stdout).toContain(addresses[0])
    expect((await run(['sign', addresses[0]!, 'hello'], two.env)).stdout).toMatch(/^r {2}[0-9a-f]{64}$/m)

    const metrics = await (await fetch(`${one.operatorUrl}/metrics`)).text()
    expect(metrics).toContain('keywright_requests_total{call="create_wallet",status="200"} 1')
    expect(metrics).toContain('keywright_sealed 0')
    expect((await fetch(`${one.url}/metrics`)).status).toBe(404)
    for (const path of ['/dev', '/dev/inbox', '/dev/requests', '/dev/export', '/dev/openapi.json']) {
      expect((await fetch(`${one.url}${path}`)).status).toBe(404)
    }
    const log = one.process.output() + two.process.output()
    expect(log).toContain('"call":"sign_raw_payload"')
    for (const secret of [
      readFileSync(join(folder, 'root.key'), 'utf8').trim(),
      key.KEYWRIGHT_API_PRIVATE_KEY,
    ]) {
      expect(log).not.toContain(secret)
    }
  })

  it('answers all pending requests before it stops', async () => {
    const server = await serve(env, ...unsealed)
    const requests = await Promise.all(
      Array.from({ length: 10 }, (_, n) => openRequest(server, env, `under way ${n}`)),
    )
    const stopped = server.process.stop('SIGTERM')
    await expect
      .poll(() => fetch(`${server.url}/health`).catch(() => 'refused'), { timeout: 30_000 })
      .toBe('refused')
    const answers = await Promise.all(requests.map((request) => request.finish()))
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*ACTIVITY_STATUS_COMPLETED/)
    expect((await stopped).status).toBe(0)

    const again = await serve(env, ...unsealed)
    const { stdout } = await run(['wallets', 'list'], again.env)
    expect(stdout.match(/under way \d/g)?.sort()).toEqual(requests.map((_, n) => `under way ${n}`))
  })

  it('sends each message once from two processes, and does not log it', async () => {
    const mail: SmtpSink = await startSmtpSink({ hasLogin: true })
    const sms = await startSmsEndpoint()
    const carriers = {
      KEYWRIGHT_SMTP_URL: mail.url.replace('//', '//mailer:mail-password@'),
      KEYWRIGHT_MAIL_FROM: 'Team <no-reply@example.com>',
      KEYWRIGHT_SMS_URL: sms.url,
    }
    const [one, two] = await Promise.all([
      serve({ ...env, ...carriers }, ...unsealed),
      serve({ ...env, ...carriers }, ...unsealed),
    ])
    expect(one.process.output()).not.toContain('no carrier')
    await allowCodes(one)
    const { userId } = JSON.parse((await run(['whoami', '--json'], one.env)).stdout) as { userId: string }
    await request(one, 'update_user_phone_number', { userId, userPhoneNumber: '+15005550006' })
    await request(one, 'init_otp_auth', { ...asked, otpType: 'OTP_TYPE_SMS', contact: '+15005550006' })
    await request(one, 'init_otp_auth', asked)
    await expect.poll(() => [mail.mails.length, sms.bodies.length], { timeout: 60_000 }).toEqual([1, 1])
    for (const server of [one, two]) await server.process.stop()
    expect(mail.mails).toHaveLength(1)
    expect(sms.bodies).toHaveLength(1)
    expect(mail.mails[0]).toMatchObject({ from: 'no-reply@example.com', to: ['ada@example.com'] })
    expect(mail.logins).toContainEqual({ user: 'mailer', password: 'mail-password' })
    const codes = [mail.mails[0]!.text, sms.bodies[0]!].map((text) => /code for \S+ is (\w+)/.exec(text)![1]!)
    const log = one.process.output() + two.process.output()
    for (const secret of [...codes, 'mail-password', 'ada@example.com', '+15005550006']) {
      expect(log).not.toContain(secret)
    }
    await mail.close()
    await sms.close()
  })

  it('warns about missing settings at startup, and keeps unsent messages', async () => {
    const silent = await serve(env, ...unsealed)
    expect(silent.process.output()).toMatch(/"level":"warn","message":"no carrier for emails/)
    expect(silent.process.output()).toMatch(/"level":"warn","message":"no carrier for text messages/)
    await allowCodes(silent)
    await request(silent, 'init_otp_auth', asked)
    const metrics = async () => (await fetch(`${silent.operatorUrl}/metrics`)).text()
    await expect.poll(metrics, { timeout: 60_000 }).toMatch(/keywright_outbox_messages [1-9]/)
    await silent.process.until(/"level":"warn","message":"messages wait in the outbox"/)
    await silent.process.stop()

    const mail = await startSmtpSink()
    const speaking = { KEYWRIGHT_SMTP_URL: mail.url, KEYWRIGHT_MAIL_FROM: 'no-reply@example.com' }
    await serve({ ...env, ...speaking }, ...unsealed)
    await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBe(1)
    await mail.close()
  })

  it('rejects requests above the rate limit, with the limit in a header', async () => {
    const server = await serve(env, ...unsealed, '--rate-limit', '3')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${server.url}/public/v1/query/whoami`)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(20 - 2 * 3)
    expect(refused[0]!.headers.get('ratelimit-limit')).toBe('3')
    expect(await refused[0]!.json()).toMatchObject({ code: 8, details: [{ errorCode: 'RATE_LIMITED' }] })
  })
})

describe('invalid settings', () => {
  it.each([
    ['no database', {}, [], 2, /the database URL is missing/],
    [
      'a database other than PostgreSQL',
      { DATABASE_URL: 'mysql://root:hush@127.0.0.1/x' },
      [],
      2,
      /not a PostgreSQL URL/,
    ],
    [
      'an unreachable database',
      { DATABASE_URL: 'postgres://root:hush@127.0.0.1:9/x' },
      [],
      3,
      /does not respond/,
    ],
    [
      'incomplete email settings',
      { DATABASE_URL: 'postgres://127.0.0.1:9/x', KEYWRIGHT_SMTP_URL: 'smtp://u:hush@h' },
      [],
      2,
      /the sender of emails is missing/,
    ],
    ['a password as an argument', {}, ['--smtp-url', 'smtp://u:hush@h'], 2, /--smtp-url is not supported/],
    [
      'an unencrypted endpoint',
      { DATABASE_URL: 'postgres://127.0.0.1:9/x' },
      ['--sms-url', 'http://sms.example.com'],
      2,
      /must not be sent unencrypted/,
    ],
  ])('%s is reported without the password', async (_, env, words, status, message) => {
    const ended = await run(['serve', '--port', '0', ...words], env as Record<string, string>)
    expect(ended.stderr).toMatch(message)
    expect(ended.stderr).not.toContain('hush')
    expect(ended.status).toBe(status)
  })
})

/** Sends a stamped request except for its last byte. */
async function openRequest({ url }: Serving, env: Record<string, string>, walletName: string) {
  const body = JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: String(Date.now()),
    organizationId: env['KEYWRIGHT_ORGANIZATION_ID'],
    parameters: { walletName, accounts: [] },
  })
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(body), key.KEYWRIGHT_API_PRIVATE_KEY)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await new Promise((done) => socket.once('connect', done))
  const head = [
    'POST /public/v1/submit/create_wallet HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-stamp: ${toStampHeader(stamp)}`,
    '',
    body.slice(0, -1),
  ]
  await new Promise((done) => socket.write(head.join('\r\n'), done))
  // The server accepts connections in order, so after this response it has accepted the one above.
  await fetch(`${url}/health`)
  return {
    finish: () =>
      new Promise<string>((done) => {
        let answer = ''
        socket.setEncoding('utf8').on('data', (text) => {
          answer += text
        })
        socket.on('close', () => done(answer)).on('error', () => undefined)
        socket.write(body.slice(-1))
      }),
  }
}

async function startSmsEndpoint() {
  const bodies: string[] = []
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bodies,
    close: () => new Promise((done) => server.close(done)),
  }
}
