/** Reads: snapshots of an organization, single rows, lists and counts. */
import {
  type Answer,
  type Moment,
  type Range,
  type Reading,
  type Row,
  rowValue,
  type Store,
} from '@keywright/engine'
import type pg from 'pg'
import type { Execute } from './connections.ts'

type Reads = Pick<Store, 'get' | 'read' | 'count' | 'list' | 'scan' | 'version' | 'organizations'>

export function openReads(pool: Pick<pg.Pool, 'query'>, execute: Execute): Reads {
  return {
    async get(organization, table, id) {
      const { rows } = await execute<{ value: string }>({
        name: 'get',
        text: 'SELECT value FROM rows WHERE organization = $1 AND name = $2 AND id = $3',
        values: [organization, table, id],
      })
      return rows[0] && rowValue(rows[0].value)
    },
    read: openSnapshots(execute),
    async count(organization, table) {
      const { rows } = await execute<{ count: string }>({
        name: 'count',
        text: 'SELECT count(*) AS count FROM rows WHERE organization = $1 AND name = $2',
        values: [organization, table],
      })
      return Number(rows[0]!.count)
    },
    async list(organization, table, range: Range = {}) {
      const { rows } = await pool.query<{ id: string; value: string }>(listQuery(organization, table, range))
      return rows.map(({ id, value }): Row => ({ id, value: rowValue(value) }))
    },
    async scan(organization, after, limit) {
      const { rows } = await pool.query<{ name: string; id: string; value: string }>(
        `SELECT name, id, value FROM rows WHERE organization = $1 ${after ? 'AND (name, id) > ($3, $4)' : ''}
        ORDER BY name, id LIMIT $2`,
        [organization, limit, ...(after ? [after.table, after.id] : [])],
      )
      return rows.map(({ name, id, value }) => ({ table: name, id, value: rowValue(value) }))
    },
    async version(organization) {
      const { rows } = await execute<{ version: string }>({
        name: 'version',
        text: 'SELECT version FROM organizations WHERE organization = $1',
        values: [organization],
      })
      return rows[0] ? Number(rows[0].version) : 0
    },
    async organizations() {
      const { rows } = await pool.query<{ organization: string }>(
        'SELECT organization FROM organizations WHERE version > 0 ORDER BY organization',
      )
      return rows.map((row) => row.organization)
    },
  }
}

/**
 * One statement is one snapshot: the versions of the organizations, and each reading under its number. `CASE` looks at a
 * value only if a row is to follow: most don't, and values can be long.
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
    AND other.id = CASE WHEN asked.follow IS NOT NULL AND rows.value ~ '^"[0-9A-Za-z-]+"$'
      THEN trim(BOTH '"' FROM rows.value) END`

interface WaitingRead {
  readonly organization: string
  readonly readings: readonly Reading[]
  done(moment: Moment): void
  fail(error: unknown): void
}

/** Upper bound of the reads in one statement. */
const READS_TOGETHER = 32

/** Reads of one turn of the event loop share a statement. */
export function openSnapshots(execute: Execute): Store['read'] {
  let waiting: WaitingRead[] = []

  function send(): void {
    const all = waiting
    waiting = []
    for (let n = 0; n < all.length; n += READS_TOGETHER) {
      const some = all.slice(n, n + READS_TOGETHER)
      readTogether(execute, some).catch((error: unknown) => {
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

async function readTogether(execute: Execute, asked: readonly WaitingRead[]): Promise<void> {
  const all = asked.flatMap(({ organization, readings }) =>
    readings.map((reading) => ({ organization, ...reading })),
  )
  const { rows } = await execute<{
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
    else
      answers[index] = {
        value: rowValue(value),
        followed: followed === null ? undefined : rowValue(followed),
      }
  }
  let first = 0
  for (const [n, { readings, done }] of asked.entries()) {
    done({ ...(versions.get(n) ?? NEVER_WRITTEN), answers: answers.slice(first, first + readings.length) })
    first += readings.length
  }
}

const NEVER_WRITTEN = { version: 0, facts: 0 }

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
