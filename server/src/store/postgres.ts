/** The store on PostgreSQL: several stateless processes on one database. */
import { OUTBOX, type WholeStore } from '@keywright/engine'
import pg from 'pg'
import { NOTE_TIMES, type Note, type NoteTimes, openNotes } from './notes.ts'
import { openCommits } from './postgres/commits.ts'
import {
  executeOn,
  inTransaction,
  isDirect,
  openPool,
  ROW_LOCKED,
  sqlStateOf,
  withClient,
} from './postgres/connections.ts'
import { openContents } from './postgres/contents.ts'
import { type Allowances, type Leases, openAllowances, openLeases } from './postgres/leases.ts'
import { migrate } from './postgres/migrations.ts'
import { openReads } from './postgres/reads.ts'

const CONNECTIONS = 10
const QUERY_TIMEOUT_MS = 10_000
const LEASE_MS = 15_000
/** Shorter than the timeout of the statements that wait. */
const TURN_MS = 4_000

export interface PostgresStore extends WholeStore, Leases, Allowances {
  /** Organizations in which messages may wait; all others have none. */
  notes(): Promise<Note[]>
  /** Removes a note that is over. @returns false, and keeps it, if a message may still wait there */
  removeNote(note: Note): Promise<boolean>
  close(): Promise<void>
}

export interface PostgresOptions extends Partial<NoteTimes> {
  /** Default: 10. */
  readonly connections?: number
  /** Per statement, in milliseconds; then its connection is closed. Default: 10,000. */
  readonly queryTimeoutMs?: number
  /** A lease that is not renewed ends after these milliseconds. Default: 15,000. */
  readonly leaseMs?: number
  /** A process that stops while it holds locks loses them after these milliseconds. Default: 4,000. */
  readonly turnMs?: number
}

/** Connects, and runs missing migrations. Processes that start together wait for each other. */
export async function openPostgresStore(
  url: string,
  {
    connections = CONNECTIONS,
    queryTimeoutMs = QUERY_TIMEOUT_MS,
    leaseMs = LEASE_MS,
    turnMs = TURN_MS,
    ...noteTimes
  }: PostgresOptions = {},
): Promise<PostgresStore> {
  await migrate(url)
  const keepsSessions = await withClient(url, isDirect)
  const pool = openPool(url, connections, queryTimeoutMs, keepsSessions)
  const execute = executeOn(pool, keepsSessions)
  const notes = openNotes(pool, { ...NOTE_TIMES, ...noteTimes })
  const removeNote = async (note: Note) => {
    if (await hasMessagesNow(pool, note.organization)) return false
    await notes.remove(note)
    return true
  }
  return {
    ...openReads(pool, execute),
    ...openCommits(pool, { keepsSessions, turnMs, notes }),
    ...openContents(pool),
    ...openLeases(execute, leaseMs),
    ...openAllowances(execute),
    notes: notes.list,
    removeNote,
    async ping() {
      return pool.query('SELECT 1').then(
        () => true,
        () => false,
      )
    },
    async withMessages() {
      const found: string[] = []
      for (const note of await notes.list()) {
        const { organization } = note
        const { rowCount } = await execute({
          name: 'has messages',
          text: HAS_MESSAGES,
          values: [organization],
        })
        if (rowCount! > 0) found.push(organization)
        else if (note.isOver) await removeNote(note)
      }
      return found
    },
    async close() {
      await pool.end()
    },
  }
}

const HAS_MESSAGES = `SELECT FROM rows WHERE organization = $1 AND name = '${OUTBOX}' LIMIT 1`

/** Whether messages wait, read under the organization's lock. If another commit holds the lock, a message may be coming. */
async function hasMessagesNow(pool: pg.Pool, organization: string): Promise<boolean> {
  const id = pg.escapeLiteral(organization)
  try {
    return await inTransaction(pool, organization, async (client) => {
      // The second SELECT sees everything that was committed before the lock was taken.
      const answers = (await client.query(
        `BEGIN ISOLATION LEVEL READ COMMITTED;
         SELECT FROM organizations WHERE organization = ${id} FOR UPDATE NOWAIT;
         SELECT FROM rows WHERE organization = ${id} AND name = '${OUTBOX}' LIMIT 1;
         COMMIT`,
      )) as unknown as pg.QueryResult[]
      return answers[2]!.rowCount! > 0
    })
  } catch (error) {
    if (sqlStateOf(error) === ROW_LOCKED) return true
    throw error
  }
}
