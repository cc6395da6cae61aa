/** The store suite on SQLite and PostgreSQL. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { StoreConflict } from '@keywright/engine'
import { testStore } from '@keywright/engine/store/suite'
import { addUser, apiKeyStamper, createTestEngine } from '@keywright/engine/test'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyNth, isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { findPooler, type Pooler, startPooler } from '../../test/support/pooler.ts'
import { openTestStore, startPostgres, type TestPostgres } from '../../test/support/postgres.ts'
import { query } from '../../test/support/teamServer.ts'
import type { PostgresOptions } from './postgres.ts'
import { openSqliteStore } from './sqlite.ts'

if (isNightly)
  testStore('SQLite in memory', async () => {
    const store = openSqliteStore(':memory:')
    return { store, close: async () => store.close() }
  })

testStore('SQLite in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-store-'))
  const store = openSqliteStore(join(folder, 'state.db'))
  return {
    store,
    close: async () => {
      store.close()
      rmSync(folder, { recursive: true })
    },
  }
})

let postgres: TestPostgres | undefined
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

const poolerProgram = findPooler()
let turnPooler: Pooler | undefined
afterAll(() => turnPooler?.stop())
describe.skipIf(poolerProgram === undefined)('behind a transaction pooler', () => {
  let pooler: Pooler | undefined
  beforeAll(async () => {
    pooler = await startPooler(poolerProgram!, await postgres!.createDatabase())
  })
  afterAll(() => pooler?.stop())

  if (isNightly)
    testStore('PostgreSQL', async () => {
      const url = pooler!.through(await postgres!.createDatabase())
      // More connections than the pooler has sessions.
      const store = await openTestStore(url, { connections: 6 })
      return { store, close: store.close }
    })

  it('grants a lease to one of several processes, and allowances to all together', async () => {
    const url = pooler!.through(await postgres!.createDatabase())
    const [one, other] = await Promise.all([1, 2].map(() => openTestStore(url, { connections: 4 })))
    const outcome = await one!.withLease('queue', () => other!.withLease('queue', async () => 'at it'))
    expect(outcome).toBeUndefined()
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, n) => [one!, other!][n % 2]!.takeAllowance('o', 1, 1_000)),
    )
    expect(taken.map(({ granted }) => granted)).toEqual(taken.map(() => 1))
    await Promise.all([one!.close(), other!.close()])
  })
})

/** Emptied for each test, because creating a database takes longer. */
let emptied: string | undefined
testStore('PostgreSQL', async () => {
  emptied ??= await postgres!.createDatabase()
  const store = await openTestStore(emptied, { connections: 3 })
  await query(emptied, 'TRUNCATE organizations, rows, allowances, leases')
  return { store, close: store.close }
})

it('serves two processes whose clocks differ and jump back: votes count, each clock decides what has expired', async () => {
  const url = await postgres!.createDatabase()
  const stores = await Promise.all([1, 2].map(() => openTestStore(url, { connections: 2 })))
  const [one, late] = stores.map((store, n) =>
    createTestEngine(`clock ${n}`, { store, rootSecret: new Uint8Array(32).fill(7) }),
  )
  late!.clock.advance({ minutes: -50 })
  const { root, organizationId, rootUserId } = await one!.organization()
  await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: 'two',
    effect: 'EFFECT_ALLOW',
    consensus: 'approvers.count() >= 2',
  })
  const [proposer, approver] = [await addUser(one!, root, 'a'), await addUser(one!, root, 'b')]
  const session = one!.apiKey()
  await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
    userId: rootUserId,
    apiKeys: [
      { apiKeyName: 's', publicKey: session.publicKey, curveType: session.curve, expirationSeconds: '60' },
    ],
  })
  const asked = await proposer.client.submit('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'w',
    accounts: [],
  })
  expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
  const voted = await late!.client(organizationId, apiKeyStamper(approver.key)).approve(asked.fingerprint)
  expect(voted.status).toBe('ACTIVITY_STATUS_COMPLETED')

  const ask = (engine: typeof one) =>
    engine!
      .client(organizationId, apiKeyStamper(session))
      .query('whoami')
      .then(
        () => 'answered',
        ({ errorCode }: { errorCode?: string }) => errorCode,
      )
  one!.clock.advance({ seconds: 61 })
  expect([await ask(one), await ask(late)]).toEqual(['API_KEY_EXPIRED', 'answered'])
  one!.clock.advance({ minutes: -50 })
  await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'after the jump', accounts: [] })
  for (const engine of [one!, late!])
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
  await Promise.all(stores.map((store) => store.close()))
})

async function openTwo(through: (url: string) => string, options: PostgresOptions = {}) {
  const url = through(await postgres!.createDatabase())
  const [one, other] = await Promise.all([1, 2].map(() => openTestStore(url, { connections: 2, ...options })))
  await one!.commit({ guards: [{ organization: HOT, version: 0 }], writes: [putRow('before')] })
  return { one: one!, other: other!, close: () => Promise.all([one!.close(), other!.close()]) }
}

const HOT = 'hot'
const putRow = (id: string) => ({ organization: HOT, table: 't', id, value: id })
const raise = (version: number, id: string, appends = 1) => ({
  guards: [{ organization: HOT, version, appends }],
  writes: [putRow(id)],
})

const direct = { name: 'PostgreSQL', through: (url: string) => url }
const pooled = { name: 'PostgreSQL behind a pooler', through: (url: string) => turnPooler!.through(url) }

describe.each(poolerProgram === undefined ? [direct] : everyNth(2, [direct, pooled]))(
  'commits in turn, $name',
  ({ through }) => {
    beforeAll(async () => {
      if (poolerProgram !== undefined)
        turnPooler ??= await startPooler(poolerProgram, await postgres!.createDatabase())
    })

    it('wait for each other, and see the writes of the previous one', async () => {
      const { one, other, close } = await openTwo(through)
      let go = () => {}
      const order: string[] = []
      let first: Promise<void> | undefined
      await new Promise<void>((held) => {
        first = one.commitInTurn!([HOT, 'never written'], async ({ moments, read }) => {
          expect([...moments]).toEqual([[HOT, { version: 1, facts: 1 }]])
          held()
          await new Promise<void>((done) => (go = done))
          order.push('one')
          expect((await read(HOT, [{ table: 't', id: 'before' }])).answers).toEqual([{ value: 'before' }])
          return raise(1, 'one')
        })
      })
      const second = other.commitInTurn!([HOT], async ({ moments, read }) => {
        order.push('other')
        expect([...moments]).toEqual([[HOT, { version: 2, facts: 1 }]])
        expect((await read(HOT, [{ table: 't', id: 'one' }])).answers).toEqual([{ value: 'one' }])
        return raise(2, 'other', 0)
      })
      go()
      await Promise.all([first, second])
      expect(order).toEqual(['one', 'other'])
      expect(await one.read(HOT, [{ table: 't', id: 'other' }])).toEqual({
        version: 3,
        facts: 2,
        answers: [{ value: 'other' }],
      })
      await close()
    })

    it('write nothing without writes, after an error, or if a guard fails', async () => {
      const { one, other, close } = await openTwo(through)
      await one.commitInTurn!([HOT], async () => undefined)
      const broken = one.commitInTurn!([HOT], async () => Promise.reject(new Error('broken')))
      await expect(broken).rejects.toThrow('broken')
      const guards = [
        { organization: HOT, version: 1 },
        { organization: 'new', version: 3 },
      ]
      const stale = one.commitInTurn!([HOT], async () => ({ guards, writes: [putRow('stale')] }))
      await expect(stale).rejects.toBeInstanceOf(StoreConflict)
      const rests = [{ organization: HOT, facts: 7 }]
      const other7 = one.commitInTurn!([HOT], async () => ({ guards: [], rests, writes: [putRow('rests')] }))
      await expect(other7).rejects.toBeInstanceOf(StoreConflict)
      await other.commitInTurn!([HOT], async () => raise(1, 'after'))
      expect((await one.list(HOT, 't')).map(({ id }) => id)).toEqual(['after', 'before'])
      await close()
    })

    it('of a stopped process time out, and the process writes nothing when it continues', async () => {
      const { one, other, close } = await openTwo(through, { turnMs: 200 })
      let goOn = () => {}
      let halted: Promise<void> | undefined
      await new Promise<void>((held) => {
        halted = one.commitInTurn!([HOT], async () => {
          held()
          await new Promise<void>((done) => (goOn = done))
          return raise(1, 'halted')
        })
        halted.catch(() => undefined)
      })
      // Waits for the stopped process and then proceeds.
      await other.commitInTurn!([HOT], async () => raise(1, 'other'))
      goOn()
      await expect(halted).rejects.toThrow()
      expect((await one.list(HOT, 't')).map(({ id }) => id)).toEqual(['before', 'other'])
      expect(await one.version(HOT)).toBe(2)
      // Its connections are replaced.
      await one.commitInTurn!([HOT], async () => raise(2, 'goes on'))
      await close()
    })
  },
)

describe('leases', () => {
  it('hold no connection, exclude others, and end with their task', async () => {
    const url = await postgres!.createDatabase()
    const [one, other] = await Promise.all([1, 2].map(() => openTestStore(url, { connections: 1 })))
    const ends: (() => void)[] = []
    const tasks = Array.from({ length: 20 }, (_, n) =>
      one!.withLease(`queue ${n}`, () => new Promise<void>((resolve) => ends.push(resolve))),
    )
    await expect.poll(() => ends.length).toBe(20)
    // One connection and twenty waiting tasks.
    expect(await one!.ping()).toBe(true)
    expect(
      await Promise.all([one!, other!].map((store) => store.withLease('queue 7', async () => 'at it'))),
    ).toEqual([undefined, undefined])
    for (const end of ends) end()
    await Promise.all(tasks)
    expect(await other!.withLease('queue 7', async () => 'at it')).toBe('at it')
    await Promise.all([one!.close(), other!.close()])
  })

  it('last as long as their task, and expire if the process is gone', async () => {
    const url = await postgres!.createDatabase()
    const [one, other] = await Promise.all(
      [1, 2].map(() => openTestStore(url, { connections: 2, leaseMs: 300 })),
    )
    let end = () => {}
    const task = one!.withLease('queue', () => new Promise<void>((resolve) => (end = resolve)))
    const leaseOf = async () => (await query(url, 'SELECT until FROM leases'))[0]
    await expect.poll(leaseOf).toBeDefined()
    const first = await leaseOf()
    // Renewed.
    await expect.poll(leaseOf).not.toEqual(first)
    expect(await other!.withLease('queue', async () => 'at it')).toBeUndefined()
    // Like a killed process, which neither renews nor ends its lease.
    await one!.close()
    await expect.poll(() => other!.withLease('queue', async () => 'at it')).toBe('at it')
    end()
    await task
    await other!.close()
  })
})

describe('SQLite', () => {
  it('sees the writes of another connection to the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keywright-store-'))
    const file = join(folder, 'state.db')
    const [writer, reader] = [openSqliteStore(file), openSqliteStore(file)]
    const moment = (version: number) => ({
      version,
      facts: version,
      answers: [{ value: version || undefined }],
    })
    for (let version = 0; version < 3; version++) {
      for (const store of [reader, writer]) {
        expect(await store.version('o')).toBe(version)
        expect(await store.read('o', [{ table: 't', id: 'i' }])).toEqual(moment(version))
      }
      await writer.commit({
        guards: [{ organization: 'o', version }],
        writes: [{ organization: 'o', table: 't', id: 'i', value: version + 1 }],
      })
      // The store checks the file again only in a new turn of the event loop.
      await setImmediate()
    }
    for (const store of [reader, writer]) store.close()
    rmSync(folder, { recursive: true })
  })

  it('overwrites removed rows in the file and its log once it is closed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keywright-store-'))
    const store = openSqliteStore(join(folder, 'state.db'))
    const put = (value: string | undefined) =>
      store.commit({ guards: [], writes: [{ organization: 'o', table: 't', id: 'i', value }] })
    const isOnDisk = () =>
      readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes('a data key'))
    await put('a data key')
    expect(isOnDisk()).toBe(true)
    await put(undefined)
    store.close()
    store.close()
    expect(isOnDisk()).toBe(false)
    rmSync(folder, { recursive: true })
  })

  it('detects at its next commit that another process wrote to the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keywright-store-'))
    const file = join(folder, 'state.db')
    const store = openSqliteStore(file)
    const commit = (version: number, id: string) =>
      store.commit({
        guards: [{ organization: 'o', version }],
        writes: [{ organization: 'o', table: 't', id, value: id }],
      })
    await commit(0, 'first')
    expect(await store.version('o')).toBe(1)
    const other = new Database(file)
    other.exec("UPDATE organizations SET version = 5 WHERE organization = 'o'")
    other.close()
    await expect(commit(1, 'lost')).rejects.toBeInstanceOf(StoreConflict)
    expect(await store.read('o', [{ table: 't', id: 'lost' }])).toEqual({
      version: 5,
      facts: 5,
      answers: [{ value: undefined }],
    })
    await commit(5, 'second')
    expect(await store.version('o')).toBe(6)
    store.close()
    rmSync(folder, { recursive: true })
  })

  it('writes the rows of a commit in the given order', async () => {
    const store = openSqliteStore(':memory:')
    const of = (n: number, value: string | undefined) => ({
      organization: 'o',
      table: 't',
      id: `${n}`,
      value,
    })
    await store.commit({
      guards: [],
      writes: [
        ...Array.from({ length: 40 }, (_, n) => of(n, 'first')),
        of(3, 'twice'),
        of(4, undefined),
        ...Array.from({ length: 20 }, (_, n) => of(n + 30, 'last')),
        of(49, undefined),
        of(49, 'back'),
      ],
    })
    const rows = await store.list('o', 't')
    expect(rows).toHaveLength(49)
    const found = Object.fromEntries(rows.map(({ id, value }) => [id, value]))
    expect([found[0], found[3], found[4], found[29], found[30], found[39], found[49]]).toEqual([
      'first',
      'twice',
      undefined,
      'first',
      'last',
      'last',
      'back',
    ])
    store.close()
  })

  it('fails only the invalid one of several commits that share a write', async () => {
    const store = openSqliteStore(':memory:')
    const unwritable = {
      toJSON: () => {
        throw new Error('not writable')
      },
    }
    const commits = ['a', unwritable, 'c'].map((value, n) =>
      store.commit({
        guards: [{ organization: `o${n}`, version: 0 }],
        writes: [{ organization: `o${n}`, table: 't', id: 'i', value: value as string }],
      }),
    )
    const outcomes = await Promise.allSettled(commits)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await store.organizations()).toEqual(['o0', 'o2'])
    store.close()
  })
})
