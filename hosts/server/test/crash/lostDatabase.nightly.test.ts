/** Databases that go down under a running server: the server answers 503, and recovers when they are back. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client, Posted } from '@keywright/engine/test'
import type Database from 'libsql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDevServer } from '../../src/dev/startDevServer.ts'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { startTestDev, type TestDev } from '../support/devServer.ts'
import { startTestTeam, type TestTeam } from '../support/teamServer.ts'
import { type CrashRun, createCrashRun } from './crashRun.ts'
import { createDice } from './dice.ts'
import { expectSound, untilAnswered } from './underLoad.ts'
import { connections } from './watchedLibsql.ts'

vi.mock('libsql', () => import('./watchedLibsql.ts'))

const newWallet = (client: Client, walletName: string): Posted =>
  client.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })

async function post(client: Client, posted: Posted) {
  const response = await client.post(posted)
  return { status: response.status, body: await response.json() }
}

const refusal = (reason: string) => ({
  status: 503,
  body: {
    code: 14,
    message: expect.stringContaining(`(${reason})`),
    details: [expect.objectContaining({ errorCode: 'STORE_UNAVAILABLE' })],
  },
})
const completion = { status: 200, body: { activity: { status: 'ACTIVITY_STATUS_COMPLETED' } } }

async function statusOf(url: string, path: string): Promise<number> {
  const response = await fetch(`${url}${path}`)
  await response.text()
  return response.status
}

/** Markers in the traffic: the statement of a single-statement commit, and the end of a longer transaction. */
const AS_READ = '\0commit\0'
const IN_TURN = 'COMMIT\0'

describe('PostgreSQL', () => {
  let team: TestTeam
  let run: CrashRun
  beforeAll(async () => {
    team = await startTestTeam()
    run = createCrashRun(team.organizationId, team.stamper, createDice('outage'))
  }, 120_000)
  afterAll(() => team.close(), 60_000)

  it.for(['stop', 'kill'] as const)(
    'goes down (%s) under load, and comes back',
    { timeout: 300_000 },
    async (how, { skip }) => {
      const { outage } = team.postgres
      if (!outage) return skip('the database of DATABASE_URL is not ours to stop')
      const server = await team.start()
      const before = run.count()
      const stopLoad = run.load(() => [server.url])
      await untilAnswered(run, 5)
      await outage[how]()

      const client = team.clientAt(server.url)
      const posted = newWallet(client, `made after ${how}`)
      expect(await post(client, posted)).toMatchObject(refusal('it does not respond'))
      await expect(client.query('whoami')).rejects.toMatchObject({ errorCode: 'STORE_UNAVAILABLE' })
      expect(await statusOf(server.url, '/ready')).toBe(503)
      expect(await statusOf(server.url, '/health')).toBe(200)
      expect(await statusOf(server.operatorUrl, '/ready')).toBe(503)
      expect(await statusOf(server.operatorUrl, '/metrics')).toBe(200)

      await outage.end()
      await expect.poll(() => statusOf(server.url, '/ready'), { timeout: 60_000 }).toBe(200)
      expect(await post(client, posted)).toMatchObject(completion)
      await untilAnswered(run, 5)
      await stopLoad()
      await run.repeatUnanswered([server.url])
      const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
      await expectSound(`${how} of PostgreSQL`, run, store, { before })
    },
  )

  it('is down while a server is unsealed: the share must be submitted again', async ({ skip }) => {
    const { outage } = team.postgres
    if (!outage) return skip('the database of DATABASE_URL is not ours to stop')
    const server = await team.start({ unseal: undefined })
    const give = async (share: string) => {
      const response = await fetch(`${server.operatorUrl}/unseal`, {
        method: 'POST',
        body: JSON.stringify({ share }),
      })
      return { status: response.status, answer: await response.json() }
    }
    await outage.stop()
    expect(await give(team.shares[0]!)).toMatchObject({
      status: 503,
      answer: { details: [{ errorCode: 'STORE_UNAVAILABLE' }] },
    })
    await outage.end()
    expect(await give(team.shares[0]!)).toMatchObject({ status: 200, answer: { sealed: true, given: 1 } })
    expect(await give(team.shares[1]!)).toMatchObject({ status: 200, answer: { sealed: false } })
  }, 120_000)

  it.for([
    ['before it is sent', 'of one process', AS_READ, 'before'],
    ['after it is done', 'of one process', AS_READ, 'after'],
    ['before it is sent', 'in turn with another process', IN_TURN, 'before'],
    ['after it is done', 'in turn with another process', IN_TURN, 'after'],
  ] as const)(
    'goes down during a commit, %s, %s: a retry returns the outcome',
    { timeout: 300_000 },
    async ([moment, writer, marks, when], { skip }) => {
      const before = run.count()
      const { outage } = team.postgres
      if (!outage) return skip('the database of DATABASE_URL is not ours to stop')
      const proxy = await startProxy(new URL(team.databaseUrl))
      const url = new URL(team.databaseUrl)
      url.host = proxy.host
      const direct = await team.start()
      const through = await team.start({ databaseUrl: url.href })
      const both = [through.url, direct.url]
      const isCut = proxy.cut(marks, when)
      const stopLoad = run.load(() => both)
      await isCut
      await outage.kill()
      await outage.end()
      for (const each of both) {
        await expect.poll(() => statusOf(each, '/ready'), { timeout: 60_000 }).toBe(200)
      }
      await stopLoad()
      await run.repeatUnanswered(both)
      expect(await run.repeatAnswered(both)).toEqual([])
      const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
      const fault = `kill of PostgreSQL during a commit ${writer}, ${moment}`
      await expectSound(fault, run, store, { before })
      await Promise.all([direct.close(), through.close()])
      await proxy.close()
    },
  )

  it('stops responding: queries time out and later use new connections', async () => {
    const proxy = await startProxy(new URL(team.databaseUrl))
    const url = new URL(team.databaseUrl)
    url.host = proxy.host
    const store = await openPostgresStore(url.href, { connections: 2, queryTimeoutMs: 500 })
    await store.commit({ guards: [], writes: [{ organization: '~test', table: 't', id: 'i', value: 1 }] })
    proxy.silence()
    await expect(store.get('~test', 't', 'i')).rejects.toThrow(/timeout/)
    const write = { organization: '~test', table: 't', id: 'i', value: 2 }
    await expect(store.commit({ guards: [], writes: [write] })).rejects.toThrow(/timeout/)
    expect(await store.ping()).toBe(false)
    proxy.speak()
    await expect.poll(() => store.ping(), { timeout: 60_000 }).toBe(true)
    expect(await store.get('~test', 't', 'i')).toBe(1)
    await store.close()
    await proxy.close()
  }, 60_000)
})

describe('SQLite', () => {
  let dev: TestDev
  let database: Database.Database
  let file: string
  beforeEach(async () => {
    dev = await startTestDev()
    database = connections.at(-1)!
    file = join(dev.folder, 'keywright.db')
    await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'before', accounts: [] })
  })
  afterEach(() => dev.close())

  async function expectOutage(reason: string, end: () => void): Promise<void> {
    const posted = newWallet(dev.root, 'after')
    expect(await post(dev.root, posted)).toMatchObject(refusal(reason))
    expect((await dev.root.query('list_wallets')).wallets).toHaveLength(1)
    expect(await statusOf(dev.server.url, '/health')).toBe(200)
    end()
    expect(await post(dev.root, posted)).toMatchObject(completion)
    expect((await dev.root.query('list_wallets')).wallets).toHaveLength(2)
    expect(await statusOf(dev.server.url, '/ready')).toBe(200)
    const reader = openSqliteStore(file)
    expect(await reader.list(dev.server.organizationId, 'wallets')).toHaveLength(2)
    reader.close()
  }

  it('is moved away: nothing is acknowledged until it is back', async () => {
    renameSync(file, `${file}.away`)
    expect(await statusOf(dev.server.url, '/ready')).toBe(503)
    await expectOutage('its file is gone', () => renameSync(`${file}.away`, file))
  })

  it('is deleted or replaced: every submit fails with the reason', async () => {
    rmSync(file)
    const posted = newWallet(dev.root, 'after')
    expect(await post(dev.root, posted)).toMatchObject(refusal('its file is gone'))
    writeFileSync(file, 'another file')
    expect(await post(dev.root, posted)).toMatchObject(refusal('its file is gone'))
    expect(await statusOf(dev.server.url, '/ready')).toBe(503)
    expect((await dev.root.query('list_wallets')).wallets).toHaveLength(1)
  })

  it('is locked by another process', async () => {
    const store = openSqliteStore(file)
    const other = connections.at(-1)!
    other.exec('BEGIN IMMEDIATE')
    await expectOutage('it is locked', () => {
      other.exec('ROLLBACK')
      store.close()
    })
  })

  it('becomes read-only', async () => {
    database.pragma('query_only = ON')
    await expectOutage('it is read-only', () => void database.pragma('query_only = OFF'))
  })

  it('is not a database: the server does not start, reports why, and leaves the file unchanged', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'keywright-lost-'))
    writeFileSync(
      join(stateDir, 'keywright.db'),
      'not a database at all, but longer than its header '.repeat(100),
    )
    await expect(startDevServer({ stateDir, port: 0 })).rejects.toMatchObject({
      code: 'STATE_MALFORMED',
      message: expect.stringContaining('keywright.db'),
      hint: expect.stringContaining('--fresh'),
    })
    const fresh = await startDevServer({ stateDir, port: 0, fresh: true })
    expect(await statusOf(fresh.url, '/ready')).toBe(200)
    await fresh.close()
    rmSync(stateDir, { recursive: true })
  })
})

/** A proxy between a server and its database that can stop forwarding, like a broken network. */
async function startProxy(target: URL) {
  let isSilent = false
  let cutting: { readonly marks: string; readonly when: 'before' | 'after'; done(): void } | undefined
  const pairs = new Set<[Socket, Socket]>()
  const lost = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    if (isSilent) return
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (piece: Buffer) => {
        const cut = cutting
        if (isSilent || lost.has(near)) return
        if (!cut || from !== near || !piece.includes(cut.marks)) return void to.write(piece)
        cutting = undefined
        lost.add(near)
        const end = () => {
          near.destroy()
          far.destroy()
          cut.done()
        }
        if (cut.when === 'before') return end()
        // The statement ran, but its response is lost.
        far.once('data', end)
        far.write(piece)
      })
      from.on('close', () => void (isSilent || to.destroy()))
      from.on('error', () => undefined)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence: () => void (isSilent = true),
    /** Breaks the connection that next sends this text, before it is forwarded or after the response. */
    cut: (marks: string, when: 'before' | 'after') =>
      new Promise<void>((done) => {
        cutting = { marks, when, done }
      }),
    speak: () => void (isSilent = false),
    async close() {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
