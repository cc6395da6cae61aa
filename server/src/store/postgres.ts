/**
 * The store on PostgreSQL: several stateless processes on one database.
 *
 * Every primary key begins with the organization id, so that a PostgreSQL-compatible distributed database can
 * shard on it.
 */

import { randomUUID } from 'node:crypto'
import type { StoreContents, WholeStore } from '@keywright/engine'
import {
  type Answer,
  type Commit,
  type Json,
  limitPlaces,
  type Moment,
  OUTBOX,
  type Range,
  type Reading,
  type Row,
  StoreConflict,
  type Turn,
  type Write,
} from '@keywright/engine'
import pg from 'pg'
import {
  inTime,
  MAKE_NOTES,
  NOTE_ALL,
  NOTE_TIMES,
  NOTE_TOO_OLD,
  type Note,
  type Notes,
  type NoteTimes,
  NotNoted,
  openNotes,
} from './notes.ts'

/** Ordered; each runs once. A released one is never edited. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE organizations (
    organization text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL
  );
  CREATE TABLE rows (
    organization text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (organization, name, id)
  );
  `,
  `CREATE INDEX waiting ON rows (organization) WHERE name = 'outbox';`,
  // Not worth a write to the log: after a crash a second begins anew.
  `
  CREATE UNLOGGED TABLE allowances (
    organization text COLLATE "C" PRIMARY KEY,
    second bigint NOT NULL,
    taken int NOT NULL
  );
  `,
  // Nor are leases: after a crash nobody holds one.
  `
  CREATE UNLOGGED TABLE leases (
    name text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL,
    until timestamptz NOT NULL
  );
  `,
  // Counted apart from the facts, so that a process of the release before, which counts none, changes facts.
  `ALTER TABLE organizations ADD COLUMN appends bigint NOT NULL DEFAULT 0;`,
  MAKE_NOTES,
]

/** How many migrations this release knows. */
export const SCHEMA = MIGRATIONS.length

/** Any constant will do, as long as nothing else in the database takes the same lock. */
const MIGRATION_LOCK = 6_579_571
/** Whoever took a lease and is gone keeps the others out for so long; it is renewed three times meanwhile. */
const LEASE_MS = 15_000
/** The connections are for requests: of those who wait, few ask for a lease at once. */
const LEASES_ASKED_AT_ONCE = 2
const CONNECT_TIMEOUT_MS = 5_000
/** A database that went silent is as good as gone; the statements of a request take milliseconds. */
const QUERY_TIMEOUT_MS = 10_000
/** Shorter than what those who wait have patience for. */
const TURN_MS = 4_000
/** For statements over everything. */
const LONG_QUERY_TIMEOUT_MS = 600_000

/** What PostgreSQL answers when two transactions cannot both have happened: serialization failure, deadlock. */
const CONFLICT_STATES = new Set(['40001', '40P01', '23505'])

export interface PostgresStore extends WholeStore {
  /**
   * Runs the task unless another process, or this one, is at one of the same name; undefined then. However long the task
   * takes, it holds no connection. A process that loses the database meanwhile goes on, and may not be the only one then.
   */
  alone<T>(name: string, task: () => Promise<T>): Promise<T | undefined>
  /** Of organizations in which messages may wait; all others have none. */
  notes(): Promise<Note[]>
  /** Removes a note that is over. @returns false, and leaves it, when a message may wait there nevertheless */
  removeNote(note: Note): Promise<boolean>
  /**
   * Takes of what an organization may ask in the present second of the database, which all processes share.
   * @returns how many of `wanted` were left of `limit`, and when that second is over
   */
  takeAllowance(
    organization: string,
    wanted: number,
    limit: number,
  ): Promise<{ readonly granted: number; readonly remainingMs: number }>
  close(): Promise<void>
}

export interface PostgresOptions extends Partial<NoteTimes> {
  /** Default: 10. */
  readonly connections?: number
  /** For one statement, in milliseconds; then its connection is given up. Default: 10,000. */
  readonly queryTimeoutMs?: number
  /** After so many milliseconds a lease that nobody renews is free. Default: 15,000. */
  readonly leaseMs?: number
  /** A process that comes to a halt in its turn keeps the others out for so many milliseconds. Default: 4,000. */
  readonly turnMs?: number
}

/** Connects, and brings the schema up to date. Processes that start together wait for each other. */
export async function openPostgresStore(
  url: string,
  {
    connections = 10,
    queryTimeoutMs = QUERY_TIMEOUT_MS,
    leaseMs = LEASE_MS,
    turnMs = TURN_MS,
    ...noteTimes
  }: PostgresOptions = {},
): Promise<PostgresStore> {
  await migrate(url)
  const keepsSessions = await withClient(url, isDirect)
  const pool = openPool(url, connections, queryTimeoutMs, keepsSessions)
  const ask = asking(pool, keepsSessions)
  const leases = openLeases(ask, leaseMs)
  const notes = openNotes(pool, { ...NOTE_TIMES, ...noteTimes })
  const hasMessages = async (organization: string) => {
    const { rowCount } = await ask({
      name: 'has messages',
      text: `SELECT FROM rows WHERE organization = $1 AND name = '${OUTBOX}' LIMIT 1`,
      values: [organization],
    })
    return rowCount! > 0
  }
  const removeNote = async (note: Note) => {
    if (await hasMessagesNow(pool, note.organization)) return false
    await notes.remove(note)
    return true
  }
  return {
    async get(organization, table, id) {
      const { rows } = await ask<{ value: string }>({
        name: 'get',
        text: 'SELECT value FROM rows WHERE organization = $1 AND name = $2 AND id = $3',
        values: [organization, table, id],
      })
      return rows[0] && (JSON.parse(rows[0].value) as Json)
    },
    read: openReads(ask),
    async count(organization, table) {
      const { rows } = await ask<{ count: string }>({
        name: 'count',
        text: 'SELECT count(*) AS count FROM rows WHERE organization = $1 AND name = $2',
        values: [organization, table],
      })
      return Number(rows[0]!.count)
    },
    async list(organization, table, range: Range = {}) {
      const { rows } = await pool.query<{ id: string; value: string }>(listQuery(organization, table, range))
      return rows.map(({ id, value }): Row => ({ id, value: JSON.parse(value) as Json }))
    },
    async version(organization) {
      const { rows } = await ask<{ version: string }>({
        name: 'version',
        text: 'SELECT version FROM organizations WHERE organization = $1',
        values: [organization],
      })
      return rows[0] ? Number(rows[0].version) : 0
    },
    commit: (changes) => commitNoted(ask, notes, changes),
    commitInTurn: (organizations, compose) =>
      commitInTurnNoted(pool, { keepsSessions, turnMs, notes }, organizations, compose),
    async organizations() {
      const { rows } = await pool.query<{ organization: string }>(
        'SELECT organization FROM organizations WHERE version > 0 ORDER BY organization',
      )
      return rows.map((row) => row.organization)
    },
    async ping() {
      return pool.query('SELECT 1').then(
        () => true,
        () => false,
      )
    },
    async withMessages() {
      const found: string[] = []
      for (const note of await notes.list()) {
        if (await hasMessages(note.organization)) found.push(note.organization)
        else if (note.isOver) await removeNote(note)
      }
      return found
    },
    notes: notes.list,
    removeNote,
    alone: leases.alone,
    async takeAllowance(organization, wanted, limit) {
      const { rows } = await ask<{ before: number; remaining: number }>({
        name: 'allowance',
        // `taken` may grow beyond the limit; what counts is what it was before.
        text: `INSERT INTO allowances AS a (organization, second, taken)
               VALUES ($1, floor(extract(epoch FROM clock_timestamp())), $2)
               ON CONFLICT (organization) DO UPDATE SET second = EXCLUDED.second,
                 taken = CASE WHEN a.second = EXCLUDED.second THEN least(a.taken, $3) + $2 ELSE $2 END
               RETURNING taken - $2 AS before,
                 (1000 * (second + 1 - extract(epoch FROM clock_timestamp())))::float8 AS remaining`,
        values: [organization, wanted, limit],
      })
      const { before, remaining } = rows[0]!
      return {
        granted: Math.max(0, Math.min(wanted, limit - Number(before))),
        remainingMs: Math.max(0, remaining),
      }
    },
    async readAll() {
      // One snapshot for both reads.
      return inTransaction(pool, async (client) => {
        const organizations = await client.query<{ organization: string; version: string }>(
          long('SELECT organization, version FROM organizations ORDER BY organization'),
        )
        const rows = await client.query<{ organization: string; name: string; id: string; value: string }>(
          long('SELECT organization, name, id, value FROM rows ORDER BY organization, name, id'),
        )
        return {
          organizations: organizations.rows.map((row) => [row.organization, Number(row.version)] as const),
          rows: rows.rows.map((row) => [row.organization, row.name, row.id, row.value] as const),
        }
      })
    },
    async replaceAll(contents) {
      await inTransaction(pool, (client) => replaceContents(client, contents))
    },
    async close() {
      await pool.end()
    },
  }
}

/** A statement that is asked again and again. */
interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

type Ask = <R extends pg.QueryResultRow>(statement: Statement) => Promise<pg.QueryResult<R>>

const asking =
  (to: Pick<pg.Pool, 'query'>, keepsSessions: boolean): Ask =>
  ({ name, text, values }) =>
    to.query({ text, values, ...(keepsSessions && { name }) })

/**
 * Whether a session of ours is a session of the database. A pooler that hands sessions on after each transaction says one
 * process id and runs the statement in another: nothing may be kept in a session then, so no statement has a name.
 */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]!.pid === (client as unknown as { processID: number }).processID
}

/**
 * Statements are few, and each is about few rows found by their key: planning one anew for its values costs the database
 * more than running it.
 */
async function setUp(client: pg.ClientBase): Promise<void> {
  await client.query('SET plan_cache_mode = force_generic_plan')
}

function openPool(
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
    ...(keepsSessions && { onConnect: setUp }),
  })
  // A lost connection is replaced by the next query; without listeners it would end the process: the pool's is for
  // idle ones, the connection's own for those in use, whose query fails as well.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Rows that say who is at a task; unlike a lock of a session they need no connection, nor one session for each. */
function openLeases(ask: Ask, milliseconds: number): Pick<PostgresStore, 'alone'> {
  const places = limitPlaces(LEASES_ASKED_AT_ONCE)
  const run = (name: string, text: string, values: unknown[]) =>
    places('lease', () => ask({ name, text, values }))

  return {
    async alone(name, task) {
      const holder = randomUUID()
      const { rowCount } = await run('take lease', TAKE_LEASE, [name, holder, milliseconds])
      if (rowCount === 0) return undefined
      // The database may be away for a moment: whoever cannot renew a lease tries again before it ends.
      const renewing = setInterval(() => {
        run('renew lease', RENEW_LEASE, [name, holder, milliseconds]).catch(() => undefined)
      }, milliseconds / 3).unref()
      try {
        return await task()
      } finally {
        clearInterval(renewing)
        // One that cannot be given back ends by itself.
        await run('end lease', END_LEASE, [name, holder]).catch(() => undefined)
      }
    },
  }
}

/** By the clock of the database, which all processes share. */
const LEASE_END = "clock_timestamp() + $3 * interval '1 millisecond'"

const TAKE_LEASE = `
  INSERT INTO leases (name, holder, until) VALUES ($1, $2, ${LEASE_END})
  ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
    WHERE leases.until < clock_timestamp()`

const RENEW_LEASE = `UPDATE leases SET until = ${LEASE_END} WHERE name = $1 AND holder = $2`

const END_LEASE = 'DELETE FROM leases WHERE name = $1 AND holder = $2'

/** A statement that may take its time. */
const long = (text: string, values: unknown[] = []) => ({
  text,
  values,
  query_timeout: LONG_QUERY_TIMEOUT_MS,
})

async function replaceContents(client: pg.PoolClient, { organizations, rows }: StoreContents): Promise<void> {
  await client.query(long('DELETE FROM rows'))
  await client.query(long('DELETE FROM organizations'))
  await client.query(
    long('INSERT INTO organizations (organization, version) SELECT * FROM unnest($1::text[], $2::bigint[])', [
      organizations.map(([id]) => id),
      organizations.map(([, version]) => version),
    ]),
  )
  await client.query(
    long('INSERT INTO rows SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])', [
      rows.map(([organization]) => organization),
      rows.map(([, name]) => name),
      rows.map(([, , id]) => id),
      rows.map(([, , , value]) => value),
    ]),
  )
  // Those of before stay: other processes may rely on them.
  await client.query(long(NOTE_ALL))
}

/** So often is a commit made whose note was too old when it came to its row. */
const MOST_COMMITS = 3

/** A commit, and before it the notes of organizations in which it leaves messages. */
async function commitNoted(ask: Ask, notes: Notes, commit: Commit): Promise<void> {
  for (let n = 1; ; n++) {
    const until = await notes.writeFor(commit)
    try {
      return await applyCommit(ask, commit, until)
    } catch (error) {
      if (!isNoteTooOld(error)) throw error
      notes.forget(commit)
      if (n === MOST_COMMITS) throw conflictOver(commit)
    }
  }
}

/** What PostgreSQL calls a row that somebody else has. */
const ROW_LOCKED = '55P03'

const isNoteTooOld = (error: unknown) => (error as { code?: string }).code === NOTE_TOO_OLD

const conflictOver = ({ guards, rests = [] }: Commit) =>
  new StoreConflict([...guards, ...rests].map(({ organization }) => organization).join(' or '))

/**
 * Whether messages wait, asked while nobody commits to the organization: who had its row before is done. Where somebody is
 * at it now, one may: delivery waits for nobody's row.
 */
async function hasMessagesNow(pool: pg.Pool, organization: string): Promise<boolean> {
  const client = await pool.connect()
  const it = pg.escapeLiteral(organization)
  let broken: Error | undefined
  try {
    // The second sees what was committed before the first was let in.
    const answers = (await client.query(
      `BEGIN ISOLATION LEVEL READ COMMITTED;
       SELECT FROM organizations WHERE organization = ${it} FOR UPDATE NOWAIT;
       SELECT FROM rows WHERE organization = ${it} AND name = '${OUTBOX}' LIMIT 1;
       COMMIT`,
    )) as unknown as pg.QueryResult[]
    return answers[2]!.rowCount! > 0
  } catch (error) {
    broken = await endTransaction(client, error)
    if (broken === undefined && (error as { code?: string }).code === ROW_LOCKED) return true
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * All of a commit in one statement, which is a transaction of its own: either every guard holds and everything is
 * written, or nothing is. Whoever raises a version holds its row until then, so another who wants to waits, and finds
 * it changed.
 */
async function applyCommit(
  ask: Ask,
  { guards, rests = [], writes }: Commit,
  noteUntil: number | undefined,
): Promise<void> {
  // One order for all, so that two commits over the same organizations hardly wait for each other in a circle.
  const ordered = [...guards].sort((a, b) => (a.organization < b.organization ? -1 : 1))
  // One statement may touch a row once: of several writes to it, the last is the one that counts.
  const last = [
    ...new Map(
      writes.map((write) => [JSON.stringify([write.organization, write.table, write.id]), write]),
    ).values(),
  ]
  const puts = last.filter((write) => write.value !== undefined)
  const removals = last.filter((write) => write.value === undefined)
  const keysOf = (some: readonly Write[]) => [
    some.map(({ organization }) => organization),
    some.map(({ table }) => table),
    some.map(({ id }) => id),
  ]
  try {
    await ask({
      name: 'commit',
      text: COMMIT,
      values: [
        ordered.map(({ organization }) => organization),
        ordered.map(({ version }) => version),
        ordered.map(({ entries = 1 }) => entries),
        ordered.map(({ appends = 0 }) => appends),
        ...keysOf(removals),
        ...keysOf(puts),
        puts.map(({ value, text = JSON.stringify(value) }) => text),
        rests.map(({ organization }) => organization),
        rests.map(({ facts }) => facts),
        noteUntil,
      ],
    })
  } catch (error) {
    if (isConflict(error) || (error as { code?: string }).code === GUARD_FAILED)
      throw conflictOver({ guards: ordered, rests, writes })
    throw error
  }
}

/**
 * The last expression divides by zero unless as many guards held as were asked for and facts are as they were, and
 * undoes the rest with it. So does the clock, looked at after the rows were locked, when the note of messages is too old.
 */
const GUARD_FAILED = '22012'

const COMMIT = `
  WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
      AS asked (organization, version, entries, appends)
  ),
  begun AS (
    INSERT INTO organizations (organization, version, appends)
    SELECT organization, entries, appends FROM asked WHERE version = 0 ORDER BY organization
    ON CONFLICT DO NOTHING RETURNING 1
  ),
  locked AS (
    SELECT o.organization, asked.entries, asked.appends FROM organizations AS o
    JOIN asked ON o.organization = asked.organization AND o.version = asked.version
    ORDER BY o.organization FOR UPDATE OF o
  ),
  raised AS (
    UPDATE organizations AS o SET version = o.version + locked.entries, appends = o.appends + locked.appends
    FROM locked WHERE o.organization = locked.organization RETURNING 1
  ),
  removed AS (
    DELETE FROM rows USING unnest($5::text[], $6::text[], $7::text[]) AS gone (organization, name, id)
    WHERE rows.organization = gone.organization AND rows.name = gone.name AND rows.id = gone.id
  ),
  put AS (
    INSERT INTO rows (organization, name, id, value)
    SELECT * FROM unnest($8::text[], $9::text[], $10::text[], $11::text[])
    ON CONFLICT (organization, name, id) DO UPDATE SET value = EXCLUDED.value
  )
  SELECT 1 / CASE WHEN (SELECT count(*) FROM begun) + (SELECT count(*) FROM raised) = cardinality($1::text[])
    AND NOT EXISTS (
      SELECT FROM unnest($12::text[], $13::bigint[]) AS rest (organization, facts)
      LEFT JOIN organizations AS o ON o.organization = rest.organization
      WHERE rest.facts <> coalesce(o.version - o.appends, 0)
    )
    THEN ${inTime('$14')} ELSE 0 END`

interface TurnSettings {
  readonly keepsSessions: boolean
  readonly turnMs: number
  readonly notes: Notes
}

/**
 * A commit in turn, and before it the notes of organizations in which it leaves messages. Which these are is known in the
 * turn; nobody writes a note there, which others would wait for: the turn is given up, and taken again.
 */
async function commitInTurnNoted(
  pool: pg.Pool,
  settings: TurnSettings,
  organizations: readonly string[],
  compose: (turn: Turn) => Promise<Commit | undefined>,
): Promise<void> {
  const { notes } = settings
  await notes.renew(organizations)
  for (let n = 1; ; n++) {
    try {
      return await commitInTurn(pool, settings, organizations, compose)
    } catch (error) {
      if (!(error instanceof NotNoted)) throw error
      if (n === MOST_COMMITS) throw conflictOver(error.commit)
      await notes.writeFor(error.commit)
    }
  }
}

/**
 * Locks the rows of organizations, reads, and commits what is made of it: four statements, one after the other. Another
 * who wants to commit to them waits meanwhile, in the order in which they came. The database ends the session of a process
 * that leaves it waiting.
 */
async function commitInTurn(
  pool: pg.Pool,
  { keepsSessions, turnMs, notes }: TurnSettings,
  organizations: readonly string[],
  compose: (turn: Turn) => Promise<Commit | undefined>,
): Promise<void> {
  const client = await pool.connect()
  const ask = asking(client, keepsSessions)
  let broken: Error | undefined
  try {
    const moments = await lockOrganizations(client, organizations, turnMs)
    const commit = await compose({ moments, read: openReads(ask) })
    if (commit === undefined) await client.query('ROLLBACK')
    else {
      // The second is sent as soon as the first is answered, and ends the transaction in either case.
      const [applied, ended] = await Promise.allSettled([
        applyCommit(ask, commit, notes.readFor(commit)),
        client.query('COMMIT'),
      ])
      if (applied.status === 'rejected' && isNoteTooOld(applied.reason)) {
        notes.forget(commit)
        throw new NotNoted(commit)
      }
      if (applied.status === 'rejected') throw applied.reason
      if (ended.status === 'rejected') throw ended.reason
    }
  } catch (error) {
    broken = await endTransaction(client, error)
    throw isConflict(error) ? new StoreConflict(organizations.join(' or ')) : error
  } finally {
    client.release(broken)
  }
}

/** Begins a transaction, in one go: of a statement of several parts, each sees what was committed before that part. */
async function lockOrganizations(client: pg.PoolClient, organizations: readonly string[], turnMs: number) {
  const answers = (await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = ${turnMs};
     SELECT organization, version, appends FROM organizations
     WHERE organization IN (${organizations.map(pg.escapeLiteral).join(', ')})
     ORDER BY organization FOR UPDATE`,
  )) as unknown as pg.QueryResult<{ organization: string; version: string; appends: string }>[]
  return new Map(
    answers.at(-1)!.rows.map(({ organization, version, appends }) => {
      const moment = { version: Number(version), facts: Number(version) - Number(appends) }
      return [organization, moment] as const
    }),
  )
}

const isConflict = (error: unknown) => CONFLICT_STATES.has((error as { code?: string }).code ?? '')

/** @returns why the connection cannot be used again, if it cannot */
async function endTransaction(client: pg.PoolClient, error: unknown): Promise<Error | undefined> {
  // Nothing came back: the connection is given up, and the transaction with it.
  const isAnswered =
    error instanceof pg.DatabaseError || error instanceof StoreConflict || error instanceof NotNoted
  if (!isAnswered) return error as Error
  return client.query('ROLLBACK').then(
    () => undefined,
    (lost: Error) => lost,
  )
}

/** Serializable; a conflict is told as one, and whoever committed tries again with fresh reads. */
async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE')
    const answer = await work(client)
    await client.query('COMMIT')
    return answer
  } catch (error) {
    broken = await endTransaction(client, error)
    throw isConflict(error) ? new StoreConflict('of this request') : error
  } finally {
    client.release(broken)
  }
}

/**
 * One statement sees one moment: versions of the organizations, each reading under its number, and what it leads to
 * beside.
 */
const READ = `
  SELECT true AS is_version, asked.n, o.version::text AS value, o.appends::text AS followed
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (organization, n)
  JOIN organizations AS o ON o.organization = asked.organization
  UNION ALL
  SELECT false, asked.n, rows.value, other.value
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
    AS asked (organization, name, id, follow, n)
  JOIN rows ON rows.organization = asked.organization AND rows.name = asked.name AND rows.id = asked.id
  LEFT JOIN rows AS other ON other.organization = asked.organization AND other.name = asked.follow
    AND other.id = CASE WHEN asked.follow IS NULL THEN NULL ELSE rows.value::json #>> '{}' END`

interface WaitingRead {
  readonly organization: string
  readonly readings: readonly Reading[]
  done(moment: Moment): void
  fail(error: unknown): void
}

/** So many requests at most are begun by one statement. */
const READS_TOGETHER = 32

/** Requests that begin in one turn of the event loop ask together: one statement for all of them. */
function openReads(ask: Ask): PostgresStore['read'] {
  let waiting: WaitingRead[] = []

  function send(): void {
    const all = waiting
    waiting = []
    for (let n = 0; n < all.length; n += READS_TOGETHER) {
      const some = all.slice(n, n + READS_TOGETHER)
      readTogether(ask, some).catch((error: unknown) => {
        for (const { fail } of some) fail(error)
      })
    }
  }

  return (organization, readings) =>
    new Promise((done, fail) => {
      waiting.push({ organization, readings, done, fail })
      if (waiting.length === 1) setImmediate(send)
    })
}

async function readTogether(ask: Ask, asked: readonly WaitingRead[]): Promise<void> {
  const all = asked.flatMap(({ organization, readings }) =>
    readings.map((reading) => ({ organization, ...reading })),
  )
  const { rows } = await ask<{
    is_version: boolean
    n: string
    value: string
    followed: string | null
  }>({
    name: 'read',
    text: READ,
    values: [
      asked.map(({ organization }) => organization),
      all.map(({ organization }) => organization),
      all.map(({ table }) => table),
      all.map(({ id }) => id),
      all.map(({ follow }) => follow ?? null),
    ],
  })
  const versions = new Map<number, { version: number; facts: number }>()
  const answers: Answer[] = all.map(() => ({ value: undefined }))
  for (const { is_version: isVersion, n, value, followed } of rows) {
    const index = Number(n) - 1
    if (isVersion) versions.set(index, { version: Number(value), facts: Number(value) - Number(followed) })
    else answers[index] = { value: JSON.parse(value) as Json, followed: parsed(followed) }
  }
  let first = 0
  for (const [n, { readings, done }] of asked.entries()) {
    done({ ...(versions.get(n) ?? NEVER_WRITTEN), answers: answers.slice(first, first + readings.length) })
    first += readings.length
  }
}

const NEVER_WRITTEN = { version: 0, facts: 0 }

const parsed = (text: string | null): Json | undefined =>
  text === null ? undefined : (JSON.parse(text) as Json)

function listQuery(organization: string, table: string, { after, before, reverse, limit }: Range) {
  const values: unknown[] = [organization, table]
  const place = (value: unknown) => `$${values.push(value)}`
  return {
    text: [
      'SELECT id, value FROM rows WHERE organization = $1 AND name = $2',
      after === undefined ? '' : `AND id > ${place(after)}`,
      before === undefined ? '' : `AND id < ${place(before)}`,
      `ORDER BY id ${reverse ? 'DESC' : 'ASC'}`,
      limit === undefined ? '' : `LIMIT ${place(limit)}`,
    ].join(' '),
    values,
  }
}

/** One step of the schema, as `migrate --plan` shows it. */
export interface Migration {
  /** From 0. */
  readonly number: number
  readonly statements: string
  readonly isDone: boolean
}

/** Reads what would be done, and changes nothing: not even the table of what was done is made. */
export async function planMigrations(connectionString: string): Promise<Migration[]> {
  return withClient(connectionString, migrationsIn)
}

/**
 * Brings the schema up to date, with all of the steps or none. @returns those that were missing
 * @throws SchemaTooNew
 */
export async function migrate(connectionString: string): Promise<Migration[]> {
  return withClient(connectionString, async (client) => {
    await client.query('BEGIN')
    // Held until the transaction ends, which works behind a pooler of connections too.
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query('CREATE TABLE IF NOT EXISTS migrations (number int PRIMARY KEY)')
    const missing = (await migrationsIn(client)).filter(({ isDone }) => !isDone)
    for (const { number, statements } of missing) {
      await client.query(statements)
      await client.query('INSERT INTO migrations (number) VALUES ($1)', [number])
    }
    await client.query('COMMIT')
    return missing
  })
}

/** A newer release has changed the schema: this one does not know what its rows mean. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** @throws SchemaTooNew */
function toPlan(done: ReadonlySet<number>): Migration[] {
  const newest = Math.max(-1, ...done)
  if (newest >= MIGRATIONS.length) {
    throw new SchemaTooNew(
      `the database has migration ${newest}, this release ends at ${MIGRATIONS.length - 1}`,
    )
  }
  return MIGRATIONS.map((statements, number) => ({ number, statements, isDone: done.has(number) }))
}

/** Every step, and whether this database has it. @throws SchemaTooNew */
export const migrationsIn = async (client: pg.Client): Promise<Migration[]> =>
  toPlan(await migrationsDone(client))

async function migrationsDone(client: pg.Client): Promise<ReadonlySet<number>> {
  const { rows: found } = await client.query<{ name: string | null }>(
    "SELECT to_regclass('migrations') AS name",
  )
  if (found[0]!.name === null) return new Set()
  const { rows } = await client.query<{ number: number }>('SELECT number FROM migrations')
  return new Set(rows.map((row) => row.number))
}

/** A connection of its own for one task. */
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
