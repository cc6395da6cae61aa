import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@keywright/engine/test'
import type { LogEntry } from '@keywright/host'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { makeCertificate } from '../../test/support/certificate.ts'
import { startTestServer, team, withTestTeam } from '../../test/support/shared.ts'
import { query } from '../../test/support/teamServer.ts'
import { MIGRATIONS, migrate, planMigrations } from '../store/postgres/migrations.ts'
import { openTeamStore } from './openTeamStore.ts'
import { reshareRootSecret } from './reshare.ts'
import type { ServerOptions } from './startServer.ts'

withTestTeam()
const folder = temporaryFolder('operating')

const log: LogEntry[] = []
const start = (options: Partial<ServerOptions> = {}) =>
  startTestServer(team.databaseUrl, { ...team.options, log: (entry) => void log.push(entry), ...options })
beforeEach(() => {
  log.length = 0
})

/** Sends a request with a chosen Host header, which `fetch` does not allow. */
const getAs = (url: string, host: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url)
    request({ hostname, port, path: pathname, headers: { host } }, (answer) => resolve(text(answer)))
      .on('error', reject)
      .end()
  })

const clientBy = (baseUrl: string, handle: (asked: Request) => Promise<Response>) =>
  createClient({
    handle,
    clock: Date.now,
    organizationId: team.organizationId,
    stamper: team.stamper,
    baseUrl,
  })

it('hands over what helps to find a fault, and no secret', async () => {
  const smtp = { url: 'smtp://mailer:a-password@127.0.0.1:1', from: 'Team <team@team.example>' }
  const { url, operatorUrl } = await start({
    version: '1.2.3',
    rateLimit: { requestsPerSecond: 9_999 },
    smtp,
  })
  await fetch(`${operatorUrl}/unseal`, { method: 'POST', body: JSON.stringify({ share: 'kwshare1wrong' }) })
  await team.clientAt(url).query('whoami')
  const said = await (await fetch(`${operatorUrl}/diagnostics`)).text()
  expect(JSON.parse(said)).toMatchObject({
    process: { release: '1.2.3', schema: MIGRATIONS.length, node: process.versions.node },
    settings: {
      rateLimit: { requestsPerSecond: 9_999 },
      hasTls: false,
      unsealsBy: ['shares'],
      carriers: { mail: true },
    },
    readiness: { status: 'ready' },
    seal: { sealed: false },
    database: {
      settings: { fsync: expect.any(String), statement_timeout: '9000' },
      sessions: { open: expect.any(Number), most: expect.any(Number) },
      journals: { [team.organizationId]: expect.any(Number) },
    },
    recentProblems: expect.arrayContaining([
      expect.objectContaining({ message: 'share given', taken: false }),
    ]),
  })
  const { password } = new URL(team.databaseUrl)
  for (const secret of ['kwshare1', 'a-password', `:${password}@`, ...team.shares])
    expect(said).not.toContain(secret)
})

it('exports heads once it is unsealed, and says how many organizations do not go on from them', async () => {
  const heads = join(folder, 'heads.jsonl')
  const { operatorUrl } = await start({ heads })
  const metrics = async () => (await fetch(`${operatorUrl}/metrics`)).text()
  await expect.poll(metrics).toContain('keywright_organizations_with_head_problems 0')
  expect(readFileSync(heads, 'utf8')).toContain(team.organizationId)
})

it.each(['x-forwarded-for', 'x-real-ip'])(
  'rejects an address in %s that sent too many requests without a verified caller, and no other',
  async (header) => {
    // The count restarts each second, and on a slow machine two requests can take longer than that.
    const isDefault = header === 'x-forwarded-for'
    const { url } = await start({ anonymousRateLimit: 1, ...(!isDefault && { addressHeader: header }) })
    let asked = 0
    const statusFor = async (address: string) => {
      // Of the client, if the proxy sets another header.
      const forged = isDefault ? {} : { 'x-forwarded-for': `203.0.113.${100 + (asked++ % 100)}` }
      const headers = { ...forged, [header]: `made.up, ${address}` }
      const { status } = await fetch(`${url}/public/v1/query/whoami`, { method: 'POST', body: '{}', headers })
      return status
    }
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusFor('203.0.113.9')))
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThan(0)
    await expect.poll(() => statusFor('203.0.113.9'), { interval: 1 }).toBe(429)
    expect(await statusFor('203.0.113.10')).not.toBe(429)
    expect((await team.clientAt(url).query('whoami')).organizationId).toBe(team.organizationId)
  },
)

describe("the operators' port", () => {
  it('serves only programs on this machine, and rejects others in the usual error format', async () => {
    const { operatorUrl } = await start()
    for (const host of ['rebound.example', 'rebound.example:8788', '10.0.0.1']) {
      expect(JSON.parse(await getAs(`${operatorUrl}/seal`, host))).toMatchObject({
        code: 7,
        details: [{ errorCode: 'HOST_NOT_ALLOWED' }],
      })
    }
    expect(JSON.parse(await getAs(`${operatorUrl}/seal`, 'localhost:1'))).toEqual({ sealed: false })
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${operatorUrl}${path}`, init)
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      return [response.status, (await response.json()).details?.[0]?.errorCode]
    }
    expect(await ask('/seal', { headers: { origin: 'http://localhost' } })).toEqual([
      403,
      'ORIGIN_NOT_ALLOWED',
    ])
    expect(await ask('/nowhere')).toEqual([404, 'HOST_RESOURCE_NOT_FOUND'])
    for (const body of ['', '{}', 'null', '[1]', '{"share":1}', 'x'.repeat(10_000)]) {
      expect(await ask('/unseal', { method: 'POST', body })).toEqual([400, 'HOST_INPUT_INVALID'])
    }
    expect(await ask('/unseal', { method: 'POST', body: '{"share":"kwshare1x"}' })).toEqual([
      400,
      'SHARE_REFUSED',
    ])
  })

  it('logs each submitted share without its content', async () => {
    const server = await start({ unseal: undefined })
    const give = (share: string) =>
      fetch(`${server.operatorUrl}/unseal`, { method: 'POST', body: JSON.stringify({ share }) })
    await give('kwshare1nonsense')
    for (const share of team.shares) await give(share)
    const lines = log.filter(({ audit }) => audit)
    expect(lines).toMatchObject([
      { message: 'share given', taken: false, sealed: true, given: 0, errorCode: 'SHARE_REFUSED' },
      { message: 'share given', taken: true, share: expect.any(Number), given: 1, threshold: 2 },
      { message: 'share given', taken: true, share: expect.any(Number), sealed: false },
    ])
    for (const line of lines) {
      expect(line).toMatchObject({
        requestId: expect.any(String),
        from: expect.stringContaining('127.0.0.1:'),
      })
    }
    for (const share of team.shares) expect(JSON.stringify(log)).not.toContain(share.slice(20))
  })
})

describe('logs, metrics and traces', () => {
  it('log each request with the ID of its response, its caller and its outcome', async () => {
    const { url } = await start()
    const client = team.clientAt(url)
    const { userId, organizationId } = await client.query('whoami')
    const activity = await client.submit('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'logged',
      accounts: [],
    })
    await client
      .submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'logged', accounts: [] })
      .catch(() => undefined)
    const stranger = await fetch(`${url}/public/v1/query/whoami`, { method: 'POST', body: '{}' })
    const headers = { 'content-encoding': 'gzip' }
    await fetch(`${url}/public/v1/query/whoami`, { method: 'POST', body: '{}', headers })
    const [asked, made, refused, unknown, unread] = log.filter(({ message }) => message === 'request')
    expect(asked).toMatchObject({ call: 'whoami', status: 200, organizationId, userId })
    expect(made).toMatchObject({ call: 'create_wallet', organizationId, userId, activityId: activity.id })
    expect(refused).toMatchObject({ status: 409, organizationId, userId, errorCode: 'NAME_TAKEN' })
    expect(unknown).toMatchObject({
      status: 401,
      errorCode: 'STAMP_MISSING',
      requestId: stranger.headers.get('x-request-id'),
    })
    expect(unread).toMatchObject({ status: 400, errorCode: 'BODY_MALFORMED' })
    // The caller is unknown.
    expect(unknown).not.toHaveProperty('organizationId')
    for (const path of ['/health', '/ready', '/nowhere']) {
      expect((await fetch(`${url}${path}`)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('serve only metrics at a separate address', async () => {
    const { metricsUrl } = await start({ metrics: { host: '127.0.0.1', port: 0 } })
    expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain('keywright_sealed 0')
    expect((await fetch(`${metricsUrl}/seal`)).status).toBe(404)
    expect((await fetch(`${metricsUrl}/unseal`, { method: 'POST' })).status).toBe(404)
  })

  it('send traces to the configured endpoint, below the span of the caller', async () => {
    const spans: { name: string; traceId: string; parentSpanId?: string; attributes: Attribute[] }[] = []
    const collector = createServer(async (incoming, response) => {
      const { resourceSpans } = JSON.parse(await text(incoming))
      for (const { resource, scopeSpans } of resourceSpans) {
        expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'signer' } })
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      response.end('{}')
    })
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: await listening(collector),
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'signer',
    }
    // The packages read the environment themselves.
    Object.assign(process.env, environment)
    try {
      const server = await start({ environment })
      const traceId = '0af7651916cd43dd8448eb211c80319c'
      const client = clientBy(server.url, (asked) => {
        asked.headers.set('traceparent', `00-${traceId}-b7ad6b7169203331-01`)
        return fetch(asked)
      })
      const activity = await client.submit('ACTIVITY_TYPE_CREATE_WALLET', {
        walletName: 'traced',
        accounts: [],
      })
      await server.close()
      const root = spans.find(({ name }) => name === 'create_wallet')!
      expect(root).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
      expect(root.attributes).toEqual(
        expect.arrayContaining([
          { key: 'keywright.organization_id', value: { stringValue: team.organizationId } },
          { key: 'keywright.activity_id', value: { stringValue: activity.id } },
        ]),
      )
      expect(spans.filter(({ name }) => name === 'store commit')).not.toEqual([])
      expect(spans.every((span) => span.traceId === traceId)).toBe(true)
      expect(JSON.stringify(spans)).not.toContain('traced')
    } finally {
      for (const name of Object.keys(environment)) delete process.env[name]
      collector.close()
    }
  })

  it('reject an unsupported trace protocol', async () => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    }
    await expect(start({ environment })).rejects.toMatchObject({ code: 'TELEMETRY_UNAVAILABLE' })
  })
})

interface Attribute {
  readonly key: string
  readonly value: object
}

const listening = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  )

describe('TLS certificate files', () => {
  /** Returns the name in the server's certificate, verified against these certificates. */
  const nameAt = (url: string, ...trusted: string[]) =>
    new Promise<string>((resolve, reject) => {
      const ca = trusted.map((file) => readFileSync(file))
      get(`${url}/ready`, { ca, agent: false }, (response) => {
        response.resume()
        resolve((response.socket as import('node:tls').TLSSocket).getPeerCertificate().subject.CN as string)
      }).on('error', reject)
    })

  it('are loaded at startup, on request, and when they change', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((name) => makeCertificate(folder, name))
    const tls = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') }
    const install = (from: typeof tls) => {
      writeFileSync(tls.certFile, readFileSync(from.certFile))
      writeFileSync(tls.keyFile, readFileSync(from.keyFile))
    }
    const trusted = [first!, second!, third!].map(({ certFile }) => certFile)
    install(first!)
    const server = await start({ tls })
    expect(server.url).toMatch(/^https:/)
    expect(await nameAt(server.url, ...trusted)).toBe('first')
    const metrics = await (await fetch(`${server.operatorUrl}/metrics`)).text()
    const expiry = /^keywright_certificate_expiry_timestamp_seconds (\S+)/m.exec(metrics)?.[1]
    expect(Number(expiry) * 1_000).toBeGreaterThan(Date.now())
    install(second!)
    server.reload()
    expect(await nameAt(server.url, ...trusted)).toBe('second')
    // A mismatched pair: the old certificate stays.
    writeFileSync(tls.certFile, readFileSync(third!.certFile))
    server.reload()
    expect(await nameAt(server.url, ...trusted)).toBe('second')
    expect(log).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringContaining('keeping the old one') }),
    )
    install(third!)
    await expect.poll(() => nameAt(server.url, ...trusted)).toBe('third')
  })

  it('must match each other', async () => {
    const [one, other] = ['one', 'other'].map((name) => makeCertificate(folder, name))
    const mixed = { certFile: one!.certFile, keyFile: other!.keyFile }
    await expect(start({ tls: mixed })).rejects.toMatchObject({ code: 'TLS_MALFORMED' })
    await expect(start({ tls: { ...one!, keyFile: '/nowhere' } })).rejects.toMatchObject({
      code: 'TLS_MALFORMED',
      message: 'the private key /nowhere cannot be read (ENOENT)',
    })
  })
})

describe('a limit per organization', () => {
  it('applies across all processes, and unauthenticated requests do not count', async () => {
    // One per second, which even slow machines exceed.
    const limits = { organizationRateLimit: 1 }
    const [one, two] = await Promise.all([start(limits), start(limits)])
    const clients = [one!, two!].map(({ url }) => team.clientAt(url))
    const body = JSON.stringify({ organizationId: team.organizationId })
    const strangers = Array.from({ length: 10 }, () =>
      fetch(`${one!.url}/public/v1/query/whoami`, { method: 'POST', body }),
    )
    expect(new Set((await Promise.all(strangers)).map(({ status }) => status))).toEqual(new Set([401]))
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => clients[n % 2]!.query('whoami')),
    )
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(refused[0]).toMatchObject({ status: 429, errorCode: 'RATE_LIMITED' })
    expect(refused.every(({ errorCode }) => errorCode === 'RATE_LIMITED')).toBe(true)
    expect(ends.length - refused.length).toBeGreaterThanOrEqual(1)
  })

  it('is counted in one shared row, per second of the database clock', async () => {
    const store = await openTeamStore(team.databaseUrl)
    try {
      const seconds: number[][] = []
      let before = 0
      for (let n = 0; n < 50; n++) {
        const { granted, remainingMs } = await store.takeAllowance('an organization', 3, 4)
        if (remainingMs >= before) seconds.push([])
        before = remainingMs
        seconds.at(-1)!.push(granted)
      }
      for (const granted of seconds) {
        expect(granted).toEqual(granted.map((_, n) => [3, 1][n] ?? 0))
      }
      expect(seconds.flat()).toContain(0)
      expect(await store.takeAllowance('another organization', 3, 4)).toMatchObject({ granted: 3 })
    } finally {
      await store.close()
    }
  })
})

describe('/ready', () => {
  const statusOf = async (url: string) => {
    const response = await fetch(`${url}/ready`)
    return [response.status, (await response.json()).status]
  }

  it('returns 503 while the database is read-only', async () => {
    const readOnly = new URL(team.databaseUrl)
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
    const { url } = await start({ databaseUrl: readOnly.href })
    expect(await statusOf(url)).toEqual([503, 'database is read-only'])
  })

  it('reports draining before the port closes', async () => {
    const server = await start()
    const closing = server.close({ drainMs: 300 })
    expect(await statusOf(server.url)).toEqual([503, 'draining'])
    const client = team.clientAt(server.url)
    expect(await client.query('whoami')).toMatchObject({ organizationId: team.organizationId })
    await closing
    await expect(fetch(`${server.url}/ready`)).rejects.toThrow()
  })
})

describe('migrations', () => {
  it('are listed by a plan, which changes nothing', async () => {
    const url = await team.postgres.createDatabase()
    const tables = () => query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    const plan = await planMigrations(url)
    expect(plan.map(({ isDone }) => isDone)).toEqual(plan.map(() => false))
    expect(plan[0]!.statements).toContain('CREATE TABLE organizations')
    expect(await tables()).toEqual([])
    expect((await migrate(url)).map(({ number }) => number)).toEqual(plan.map(({ number }) => number))
    expect((await planMigrations(url)).every(({ isDone }) => isDone)).toBe(true)
    expect(await migrate(url)).toEqual([])
  })

  it('run once if processes start together', async () => {
    const url = await team.postgres.createDatabase()
    const ran = await Promise.all([1, 2, 3].map(() => migrate(url)))
    expect(ran.flat()).toHaveLength(MIGRATIONS.length)
  })

  it('are the only part that needs more permissions than reading and writing rows', async () => {
    const url = team.databaseUrl
    const role = new URL(url)
    role.username = 'keywright_server'
    role.password = 'secret'
    await query(
      url,
      `CREATE ROLE keywright_server LOGIN PASSWORD 'secret';
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO keywright_server`,
    )
    const server = await start({ databaseUrl: role.href })
    const client = team.clientAt(server.url)
    await client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'by a role', accounts: [] })
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
    await server.close()
    await expect(start({ databaseUrl: role.href, migrate: true })).rejects.toMatchObject({
      code: 'DATABASE_LOGIN_REFUSED',
      message: expect.stringContaining('permission denied'),
    })
  })
})

describe('new shares that cannot be stored', () => {
  it('are discarded, and the old shares stay valid', async () => {
    const refused = reshareRootSecret({
      databaseUrl: team.databaseUrl,
      from: { shares: team.shares },
      count: 2,
      threshold: 2,
      keepShares: () => Promise.reject(new Error('the disk is full')),
    })
    await expect(refused).rejects.toThrow('the disk is full')
    const server = await start()
    expect(server.seal.state()).toEqual({ sealed: false })
  })
})
