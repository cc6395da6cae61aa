/** The store on PostgreSQL, shared by several stateless processes. */
import type { WholeStore } from '@keywright/engine'
import { openCommits } from './postgres/commits.ts'
import { executeOn, isDirect, openPool, withClient } from './postgres/connections.ts'
import { openContents } from './postgres/contents.ts'
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
   * Commits a write that changes no row, and waits for it as for any commit.
   * @returns false if the database is read-only, such as a standby
   */
  takesWrites(): Promise<boolean>
  /** Changes with each start of PostgreSQL and each failover: afterwards, writes may be missing. */
  incarnation(): Promise<string>
  /** Values of PostgreSQL's settings. */
  settings(names: readonly string[]): Promise<(readonly [name: string, value: string])[]>
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
    ...openCommits(pool, { keepsSessions, turnMs }),
    ...openContents(pool),
    ...openLeases(execute, leaseMs),
    ...openAllowances(execute),
    ...openOutboxPoll(execute),
    async ping() {
      return pool.query('SELECT 1').then(
        () => true,
        () => false,
      )
    },
    takesWrites: async () => (await first<{ takes: boolean }>('takes writes', TAKES_WRITES)).takes,
    incarnation: async () => (await first<{ incarnation: string }>('incarnation', INCARNATION)).incarnation,
    async settings(names) {
      const { rows } = await pool.query<{ name: string; setting: string }>(
        'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
        [names],
      )
      return rows.map(({ name, setting }) => [name, setting] as const)
    },
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

/** The message is part of the write-ahead log only, so the commit waits for its disk and for synchronous standbys. */
const TAKES_WRITES = `
  SELECT CASE WHEN current_setting('transaction_read_only') = 'on' THEN false
    ELSE pg_logical_emit_message(true, 'keywright', '') IS NOT NULL END AS takes`

/** Start of the server and timeline (PostgreSQL manual, 26.3.5). Fails on a standby. */
const INCARNATION = `
  SELECT pg_postmaster_start_time()::text || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS incarnation`
