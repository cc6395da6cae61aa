/** Commits, by version or under locks. */
import { type Commit, type Store, StoreConflict, type Turn, type Write } from '@keywright/engine'
import pg from 'pg'
import { type Execute, executeOn, inTransaction, isConflict, sqlStateOf } from './connections.ts'
import { openSnapshots } from './reads.ts'

export interface CommitSettings {
  readonly keepsSessions: boolean
  /** A process that stops while it holds the locks loses them after this time. */
  readonly turnMs: number
}

export const openCommits = (
  pool: pg.Pool,
  settings: CommitSettings,
): Required<Pick<Store, 'commit' | 'commitInTurn'>> => ({
  commit: (commit) => applyCommit(executeOn(pool, settings.keepsSessions), commit),
  commitInTurn: (organizations, compose) => commitLocked(pool, settings, organizations, compose),
})

const conflictOver = ({ guards, rests = [] }: Commit) =>
  new StoreConflict([...guards, ...rests].map(({ organization }) => organization).join(' or '))

/** SQLSTATE of a commit whose guards don't hold, or whose facts have changed. */
const COMMIT_CONFLICT = 'KW001'

/**
 * A single statement, hence atomic outside a transaction: it writes everything, or `fail_commit` reports why it wrote
 * nothing.
 */
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
  SELECT CASE
    WHEN (SELECT count(*) FROM begun) + (SELECT count(*) FROM raised) <> cardinality($1::text[])
      THEN fail_commit('${COMMIT_CONFLICT}', 'an organization has another version')
    WHEN EXISTS (
      SELECT FROM unnest($12::text[], $13::bigint[]) AS rest (organization, facts)
      LEFT JOIN organizations AS o ON o.organization = rest.organization
      WHERE rest.facts <> coalesce(o.version - o.appends, 0)
    ) THEN fail_commit('${COMMIT_CONFLICT}', 'an organization has other facts')
  END`

async function applyCommit(execute: Execute, commit: Commit): Promise<void> {
  const { guards, rests = [], writes } = commit
  // The last write to a row counts.
  const byKey = new Map(
    writes.map((write) => [JSON.stringify([write.organization, write.table, write.id]), write]),
  )
  // In order, rows of similar size follow each other, which fills the pages of the heap: 5 % fewer bytes per signature.
  const last = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, write]) => write)
  const puts = last.filter((write) => write.value !== undefined)
  const removals = last.filter((write) => write.value === undefined)
  try {
    await execute({
      name: 'commit',
      text: COMMIT,
      values: [
        guards.map(({ organization }) => organization),
        guards.map(({ version }) => version),
        guards.map(({ entries = 1 }) => entries),
        guards.map(({ appends = 0 }) => appends),
        ...keysOf(removals),
        ...keysOf(puts),
        puts.map(({ value, text = JSON.stringify(value) }) => text),
        rests.map(({ organization }) => organization),
        rests.map(({ facts }) => facts),
      ],
    })
  } catch (error) {
    throw isConflict(error) || sqlStateOf(error) === COMMIT_CONFLICT ? conflictOver(commit) : error
  }
}

const keysOf = (writes: readonly Write[]) => [
  writes.map(({ organization }) => organization),
  writes.map(({ table }) => table),
  writes.map(({ id }) => id),
]

/** Locks the rows of organizations, reads, and commits: four statements. Other commits to them wait in order. */
const commitLocked = (
  pool: pg.Pool,
  { keepsSessions, turnMs }: CommitSettings,
  organizations: readonly string[],
  compose: (turn: Turn) => Promise<Commit | undefined>,
): Promise<void> =>
  inTransaction(pool, organizations.join(' or '), async (client) => {
    const execute = executeOn(client, keepsSessions)
    const moments = await lockOrganizations(client, organizations, turnMs)
    const commit = await compose({ moments, read: openSnapshots(execute) })
    if (commit === undefined) {
      await client.query('ROLLBACK')
      return
    }
    // Pipelined: after a failed statement, COMMIT rolls back.
    const [applied, ended] = await Promise.allSettled([applyCommit(execute, commit), client.query('COMMIT')])
    if (applied.status === 'rejected') throw applied.reason
    if (ended.status === 'rejected') throw ended.reason
  })

/** Begins a transaction in one round trip. The database ends the session of a process that stops under the locks. */
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
