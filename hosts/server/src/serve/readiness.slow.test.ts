/** `/ready` speaks for what it promises: that calls can write, and that the clock accepts their requests. */
import { limits } from '@keywright/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openTestStore, startPostgres, type TestPostgres } from '../../test/support/postgres.ts'
import { databaseError } from '../store/databaseError.ts'
import { withClient } from '../store/postgres/connections.ts'
import { MIGRATIONS, migrate } from '../store/postgres/migrations.ts'
import { createReadiness } from './readiness.ts'

const losses = { count: () => 0 }
const seal = { state: () => ({ sealed: false }) }
const readinessOf = (heartbeat: () => Promise<number>) =>
  createReadiness({ seal, losses, store: { heartbeat }, isDraining: () => false })

describe('the clock', () => {
  it.each([
    [0, 'ready'],
    [limits.timestampMaxAhead, 'ready'],
    [limits.timestampMaxAhead + 1, 'clock differs from the database'],
    [-limits.timestampMaxAge + 61, 'ready'],
    // As with the wrong time zone: each request has already been on its way for a moment.
    [-limits.timestampMaxAge, 'clock differs from the database'],
  ])('of the database is %d s ahead: %s', async (seconds, status) => {
    const readiness = readinessOf(async () => seconds * 1_000)
    expect(await readiness.check()).toMatchObject({ status })
    // The second check uses the same heartbeat.
    expect(await readiness.check()).toMatchObject({ status })
    expect(readiness.clockOffset()).toBe(seconds)
  })
})

describe('the database', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  async function createSetting(options: { connections?: number; queryTimeoutMs?: number } = {}) {
    const url = await postgres.createDatabase()
    const store = await openTestStore(url, options)
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    onTestFinished(async () => {
      await store.close()
      await other.end()
    })
    return { store, other, readiness: readinessOf(store.heartbeat) }
  }

  it.each([
    ['VACUUM FULL or another rewrite', 'rows', 'ACCESS EXCLUSIVE'],
    ['CREATE INDEX', 'rows', 'SHARE'],
    ['a rewrite of the other table', 'organizations', 'ACCESS EXCLUSIVE'],
  ])('is not ready while %s locks a table', async (_what, table, mode) => {
    const { other, readiness } = await createSetting()
    expect(await readinessOf(async () => 0).check()).toEqual({ status: 'ready' })
    await other.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`)
    expect(await readiness.check()).toEqual({ status: 'database is locked' })
    await other.query('ROLLBACK')
    expect(await readiness.check()).toEqual({ status: 'ready' })
  })

  it('is not ready without its tables', async () => {
    const { other, readiness } = await createSetting()
    await other.query('ALTER TABLE rows RENAME TO gone')
    expect(await readiness.check()).toEqual({ status: 'database not available' })
  })

  it('has no more sessions than the bound, however long a lock keeps callers waiting', async () => {
    const connections = 5
    const { store, other } = await createSetting({ connections, queryTimeoutMs: 500 })
    await other.query('BEGIN; LOCK TABLE rows IN ACCESS EXCLUSIVE MODE')
    const sessions = async () => {
      const { rows } = await other.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
      return rows[0]!.count
    }
    let most = 0
    for (let round = 0; round < 4; round++) {
      const callers = Array.from({ length: 2 * connections }, (_, n) => {
        const write = { organization: `o${n}`, table: 't', id: '1', value: round }
        return store.commit({ guards: [], writes: [write] })
      })
      const outcomes = await Promise.allSettled(callers)
      expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
      most = Math.max(most, await sessions())
    }
    expect(most).toBeLessThanOrEqual(connections)
    await other.query('ROLLBACK')
    await store.commit({ guards: [], writes: [{ organization: 'o', table: 't', id: '1', value: 1 }] })
  })

  it('accepts writes again after it was read-only, although sessions opened then stay read-only', async () => {
    const { store, other, readiness } = await createSetting({ connections: 3 })
    const setReadOnly = (isOn: boolean) =>
      other.query(
        `ALTER DATABASE ${pg.escapeIdentifier(other.database!)} SET default_transaction_read_only = ${isOn}`,
      )
    const write = (id: string) => {
      const writes = [{ organization: 'o', table: 't', id, value: 1 }]
      return store.commitInTurn!(['o'], async () => ({ guards: [], writes }))
    }
    const inEachSession = () => Promise.allSettled(['1', '2', '3'].map(write))
    await setReadOnly(true)
    expect((await inEachSession()).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    await setReadOnly(false)
    // As many as there were sessions, before a heartbeat or anything else replaces one.
    expect((await inEachSession()).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
    expect(await readiness.check()).toEqual({ status: 'ready' })
  })

  it('is not blocked by a migration that waits for a lock', async () => {
    const url = await postgres.createDatabase()
    await migrate(url)
    const steps = [...MIGRATIONS, 'ALTER TABLE rows ADD COLUMN more text']
    await withClient(url, async (reader) => {
      await reader.query('BEGIN; SELECT FROM rows')
      const refused = migrate(url, steps, 100)
      await expect(refused).rejects.toMatchObject({ code: '55P03' })
      await expect(refused.catch((error) => Promise.reject(databaseError(error)))).rejects.toMatchObject({
        code: 'DATABASE_LOCKED',
      })
      await reader.query('COMMIT')
    })
    expect(await migrate(url, steps, 100)).toHaveLength(1)
  })
})
