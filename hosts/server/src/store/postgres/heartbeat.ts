/** Shows whether commits work, by one: a lock on a table, a full disk or a missing standby stops it as it stops them. */
import type { Store } from '@keywright/engine'
import { SERVER } from '@keywright/host'
import type pg from 'pg'
import { sqlStateOf } from './connections.ts'

/** Calls hold locks for less time; maintenance of a table holds them longer. */
const LOCK_MS = 1_000

/** Rows that only heartbeats write and that no backup needs. */
export const HEARTBEATS = 'heartbeats'

const DISK_FULL = '53100'
/** Bytes that don't fit into the free space of a page. */
const MANY_BYTES = 65_536

const put = (id: string, value: string) => `
  INSERT INTO rows (organization, name, id, value) VALUES ('${SERVER}', '${HEARTBEATS}', '${id}', ${value})
  ON CONFLICT (organization, name, id) DO UPDATE SET value = EXCLUDED.value`

/** One query is one transaction, which a failure rolls back. */
const HEARTBEAT = `
  SET LOCAL lock_timeout = ${LOCK_MS};
  SELECT 1000 * extract(epoch FROM clock_timestamp()) AS now;
  UPDATE organizations SET version = version WHERE organization = '${SERVER}';
  ${put('heartbeat', "'null'")}`

const WITH_SPACE = `
  ${HEARTBEAT};
  ${put('space', `(SELECT to_json(string_agg(md5(random()::text), '')) FROM generate_series(1, ${MANY_BYTES / 32}))`)}`

type Commits = Required<Pick<Store, 'commit' | 'commitInTurn'>>

/** @returns also the commits, whose failures decide what a heartbeat must show */
export function openHeartbeat(
  pool: pg.Pool,
  { commit, commitInTurn }: Commits,
): Commits & { heartbeat(): Promise<number> } {
  // A small row fits into a page that others have left, while all other commits fail.
  let isFull = false
  const watched = (done: Promise<void>) =>
    done.catch((error: unknown) => {
      isFull ||= sqlStateOf(error) === DISK_FULL
      throw error
    })
  return {
    commit: (changes) => watched(commit(changes)),
    commitInTurn: (organizations, compose) => watched(commitInTurn(organizations, compose)),
    async heartbeat() {
      const sentAt = Date.now()
      const answers = (await pool.query(isFull ? WITH_SPACE : HEARTBEAT)) as unknown as pg.QueryResult<{
        now: string
      }>[]
      const answeredAt = Date.now()
      isFull = false
      const now = Number(answers[1]!.rows[0]!.now)
      return now < sentAt ? now - sentAt : Math.max(0, now - answeredAt)
    },
  }
}
