/** Connections to PostgreSQL, transactions on them, and what their errors mean. */
import type { EventEmitter } from 'node:events'
import { StoreConflict } from '@keywright/engine'
import pg from 'pg'

const CONNECT_TIMEOUT_MS = 5_000
/** Timeout of statements over the whole database. */
const LONG_QUERY_TIMEOUT_MS = 600_000

/** SQLSTATE of transactions that cannot both happen: serialization failure, deadlock, unique violation. */
const CONFLICT_STATES = new Set(['40001', '40P01', '23505'])

/**
 * SQLSTATE of the warnings with which PostgreSQL reports success for a commit whose wait for a synchronous standby was
 * canceled, although the standby may not have it (PostgreSQL manual, 26.2.8).
 */
const NOT_CONFIRMED = new Set(['01000', '57P01'])

/**
 * SQLSTATE of failures that repeat in the same session, and not in a new one: it is read-only, since it was opened during
 * maintenance or on a standby (25006), and prepared statements that are lost (26000) or outdated (0A000).
 */
const OF_SESSION = new Set(['25006', '26000', '0A000'])

export const sqlStateOf = (error: unknown): string => (error as { code?: string }).code ?? ''

export const isConflict = (error: unknown) => CONFLICT_STATES.has(sqlStateOf(error))

interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

export type Execute = <R extends pg.QueryResultRow>(statement: Statement) => Promise<pg.QueryResult<R>>

/** Prepares statements by their name where sessions keep them. */
export const executeOn =
  (to: Pick<pg.Pool, 'query'>, keepsSessions: boolean): Execute =>
  ({ name, text, values }) =>
    to.query({ text, values, ...(keepsSessions && { name }) })

/** A statement over the whole database. */
export const long = (text: string, values: unknown[] = []) => ({
  text,
  values,
  query_timeout: LONG_QUERY_TIMEOUT_MS,
})

/**
 * Reads rows a batch at a time. In a transaction.
 * @param select the columns and what follows them
 */
export async function* fetchEach<R extends readonly unknown[]>(
  client: pg.ClientBase,
  select: string,
  batch: number,
): AsyncGenerator<R[]> {
  await client.query(`DECLARE each NO SCROLL CURSOR FOR SELECT ${select}`)
  for (;;) {
    const fetch = { ...long(`FETCH ${batch} FROM each`), rowMode: 'array' as const }
    const { rows } = await client.query<unknown[]>(fetch)
    if (rows.length === 0) break
    yield rows as unknown as R[]
  }
  await client.query('CLOSE each')
}

/** A new connection for one task. */
export async function withClient<T>(
  connectionString: string,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await task(client)
  } finally {
    await client.end()
  }
}

/**
 * Whether our sessions are sessions of the database. A pooler in transaction mode reports one process id and runs
 * statements in another process, so prepared statements are lost.
 */
export async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]!.pid === (client as unknown as { processID: number }).processID
}

/**
 * Prepares a session. Statements find a few rows by key, so a custom plan per execution would cost more than the execution.
 * The bounds are the database's: it goes on with a statement, and with waiting for a lock, whose client is gone. They end
 * before the client's timeout, which closes the connection. Stricter settings of the role stay.
 */
const setUp = (queryTimeoutMs: number) => async (client: pg.ClientBase) => {
  const bounds = {
    lock_timeout: 0.8 * queryTimeoutMs,
    statement_timeout: 0.9 * queryTimeoutMs,
    idle_in_transaction_session_timeout: 3 * queryTimeoutMs,
    // Since PostgreSQL 14.
    client_connection_check_interval: 1_000,
  }
  await client.query('SET plan_cache_mode = force_generic_plan')
  await client.query(
    `SELECT set_config(name, asked.bound::text, false) FROM pg_settings
     JOIN unnest($1::text[], $2::int[]) AS asked (name, bound) USING (name)
     WHERE setting::int = 0 OR setting::int > asked.bound`,
    [Object.keys(bounds), Object.values(bounds).map(Math.round)],
  )
}

export function openPool(
  connectionString: string,
  max: number,
  queryTimeoutMs: number,
  keepsSessions: boolean,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    ...(keepsSessions && { onConnect: setUp(queryTimeoutMs) }),
  })
  // Without listeners a lost connection would end the process. The next query opens a new one; a query in progress fails.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.on('notice', ({ code }) => {
      if (!NOT_CONFIRMED.has(code ?? '')) return
      // Fails the query in progress and closes the connection.
      const { connection } = client as unknown as { connection: EventEmitter }
      connection.emit('error', new Error('the commit was not confirmed by a standby'))
    })
  })
  return pool
}

/**
 * Runs the task on a separate connection and rolls back if it fails. An unresponsive connection is closed.
 * @param of names the organizations in the conflict
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  of: string,
  task: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await task(client)
  } catch (error) {
    broken = await rollBack(client, error)
    throw isConflict(error) ? new StoreConflict(of) : error
  } finally {
    client.release(broken)
  }
}

async function rollBack(client: pg.PoolClient, error: unknown): Promise<Error | undefined> {
  // Without a response, the state of the connection is unknown.
  const isAnswer = error instanceof pg.DatabaseError || error instanceof StoreConflict
  if (!isAnswer || OF_SESSION.has(sqlStateOf(error))) return error as Error
  return endTransaction(client)
}

/** @returns why the connection can't be used again, if it can't */
export const endTransaction = (client: pg.PoolClient): Promise<Error | undefined> =>
  client.query('ROLLBACK').then(
    () => undefined,
    (lost: Error) => lost,
  )
