/** The store on PostgreSQL, shared by several stateless processes. */
import type { WholeStore } from '@keywright/engine'
import type pg from 'pg'
import { openCommits } from './postgres/commits.ts'
import { endTransaction, executeOn, isDirect, openPool, withClient } from './postgres/connections.ts'
import { openContents } from './postgres/contents.ts'
import { openHeartbeat } from './postgres/heartbeat.ts'
import { type Allowances, type Leases, openAllowances, openLeases } from './postgres/leases.ts'
import { assertMigrated, MIGRATIONS } from './postgres/migrations.ts'
import { type OutboxPoll, openOutboxPoll } from './postgres/outboxPoll.ts'
import { openReads } from './postgres/reads.ts'

const CONNECTIONS = 10
const QUERY_TIMEOUT_MS = 10_000
const LEASE_MS = 15_000
/** Shorter than the timeout of the statements that wait. */
const TURN_MS = 4_000

export interface PostgresStore extends WholeStore, Leases, Allowances, OutboxPoll {
  /**
   * Commits a write to the tables, and waits for it as for any commit, but only briefly for locks.
   * @returns by how many milliseconds, at least, the database's clock is ahead of this machine's; negative if it is behind
   * @throws pg.DatabaseError if commits would fail
   */
  heartbeat(): Promise<number>
  /** Changes with each start of PostgreSQL and each failover: afterwards, writes may be missing. */
  incarnation(): Promise<string>
  /** Values of PostgreSQL's settings. */
  settings(names: readonly string[]): Promise<(readonly [name: string, value: string])[]>
  /** Sessions of all clients of the database server, and their upper bound. */
  sessions(): Promise<{ readonly open: number; readonly most: number }>
  /** How many standbys stream from the database. */
  standbys(): Promise<number>
  /** Runs the task unless another process runs one. @returns undefined without running it */
  alone<T>(task: () => Promise<T>): Promise<{ readonly result: T } | undefined>
  connectionState(): { readonly busy: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

export interface PostgresOptions {
  /** Default: 10. */
  readonly connections?: number
  /** Per statement, in milliseconds; then its connection is closed. Default: 10,000. */
  readonly queryTimeoutMs?: number
  /** A lease that is not renewed ends after these milliseconds. Default: 15,000. */
  readonly leaseMs?: number
  /** A process that stops while it holds locks loses them after these milliseconds. Default: 4,000. */
  readonly turnMs?: number
  /** That the database must have. Default: those of this release. */
  readonly migrations?: readonly string[]
}

/** @throws SchemaTooOld, SchemaTooNew */
export async function openPostgresStore(
  url: string,
  {
    connections = CONNECTIONS,
    queryTimeoutMs = QUERY_TIMEOUT_MS,
    leaseMs = LEASE_MS,
    turnMs = TURN_MS,
    migrations = MIGRATIONS,
  }: PostgresOptions = {},
): Promise<PostgresStore> {
  const keepsSessions = await withClient(url, async (client) => {
    await assertMigrated(client, migrations)
    return isDirect(client)
  })
  const pool = openPool(url, connections, queryTimeoutMs, keepsSessions)
  const execute = executeOn(pool, keepsSessions)
  const first = async <R extends object>(name: string, text: string) =>
    (await execute<R>({ name, text, values: [] })).rows[0]!
  return {
    ...openReads(pool, execute),
    ...openContents(pool, keepsSessions),
    ...openLeases(execute, leaseMs),
    ...openAllowances(execute),
    ...openOutboxPoll(execute),
    async ping() {
      return pool.query('SELECT 1').then(
        () => true,
        () => false,
      )
    },
    ...openHeartbeat(pool, openCommits(pool, { keepsSessions, turnMs })),
    incarnation: async () => (await first<{ incarnation: string }>('incarnation', INCARNATION)).incarnation,
    async settings(names) {
      const { rows } = await pool.query<{ name: string; setting: string }>(
        'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
        [names],
      )
      return rows.map(({ name, setting }) => [name, setting] as const)
    },
    sessions: () => first<{ open: number; most: number }>('sessions', SESSIONS),
    standbys: async () => (await first<{ count: number }>('standbys', STANDBYS)).count,
    alone: (task) => runAlone(pool, task),
    connectionState: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await pool.end()
    },
  }
}

/** Any constant that nothing else in the database locks. */
const JOURNAL_LOCK = 6_579_572

/** The lock is the transaction's, so that it works behind a connection pooler too. */
async function runAlone<T>(
  pool: pg.Pool,
  task: () => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
    const lock = `SELECT pg_try_advisory_xact_lock(${JOURNAL_LOCK}) AS taken`
    const { rows } = await client.query<{ taken: boolean }>(lock)
    return rows[0]!.taken ? { result: await task() } : undefined
  } finally {
    // Also after a failure, because the database would release the lock of a closed connection later.
    client.release(await endTransaction(client))
  }
}

const SESSIONS = `
  SELECT count(*)::int AS open, current_setting('max_connections')::int AS most FROM pg_stat_activity
  WHERE backend_type = 'client backend'`

/** A role without pg_monitor sees that a standby is there, but nothing about it. */
const STANDBYS = 'SELECT count(*)::int AS count FROM pg_stat_replication'

/** Start of the server and timeline (PostgreSQL manual, 26.3.5). Fails on a standby. */
const INCARNATION = `
  SELECT pg_postmaster_start_time()::text || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS incarnation`
