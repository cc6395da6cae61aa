/**
 * A whole database as text, one JSON value a line: a head, the organizations, the rows, and an end that holds the
 * SHA-256 of the lines before it, so that half a file is never taken for a whole one. Keys are in it as in the
 * database, encrypted under the root secret, which is not.
 */
import { createHash } from 'node:crypto'
import { DEV, SERVER } from '@keywright/host'
import type pg from 'pg'
import { ServerError } from '../serverError.ts'
import { withClient } from './postgres/connections.ts'
import { migrationsIn, SCHEMA } from './postgres/migrations.ts'

const FORMAT = 'keywright backup'
const VERSION = 1
/** Rows in one statement and in one piece of text; a row has some 500 bytes, 100,000 at most. */
const BATCH = 1_000

export interface BackupFacts {
  /** When it was made, ISO 8601. */
  readonly at: string
  readonly organizations: number
  readonly rows: number
}

interface Head {
  readonly format: string
  readonly version: number
  readonly at: string
  /** How many migrations the database had. */
  readonly schema: number
}
interface End {
  readonly organizations: number
  readonly rows: number
  /** Hex, of all bytes before this line. */
  readonly sha256: string
}
type OrganizationLine = readonly [organization: string, version: string]
type RowLine = readonly [organization: string, name: string, id: string, value: string]

/**
 * Reads the database as it is at one moment, while servers go on.
 * @param write takes pieces of the text, in their order
 * @throws ServerError `DATABASE_NOT_INITIALIZED`; SchemaTooNew
 */
export function readBackup(
  url: string,
  at: Date,
  write: (text: string) => Promise<void>,
): Promise<BackupFacts> {
  return withClient(url, async (client) => {
    const sum = createHash('sha256')
    const put = async (lines: readonly object[]) => {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      sum.update(text)
      await write(text)
    }
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const schema = (await migrationsIn(client)).filter(({ isDone }) => isDone).length
    if (schema === 0) throw nothingThere()
    const head: Head = { format: FORMAT, version: VERSION, at: at.toISOString(), schema }
    await put([head])
    const counts = { organizations: 0, rows: 0 }
    await readEach(
      client,
      'SELECT organization, version FROM organizations ORDER BY organization',
      (found: { organization: string; version: string }[]) => {
        counts.organizations += found.filter(isOrganization).length
        return put(found.map(({ organization, version }): OrganizationLine => [organization, version]))
      },
    )
    await readEach(
      client,
      'SELECT organization, name, id, value FROM rows ORDER BY organization, name, id',
      (found: { organization: string; name: string; id: string; value: string }[]) => {
        counts.rows += found.length
        return put(found.map(({ organization, name, id, value }): RowLine => [organization, name, id, value]))
      },
    )
    await client.query('COMMIT')
    const end: End = { ...counts, sha256: sum.digest('hex') }
    await write(`${JSON.stringify(end)}\n`)
    return { at: head.at, ...counts }
  })
}

/** What a server knows of itself stands among the organizations. */
const isOrganization = ({ organization }: { readonly organization: string }) =>
  organization !== SERVER && organization !== DEV

async function readEach<Found extends pg.QueryResultRow>(
  client: pg.Client,
  select: string,
  take: (found: Found[]) => Promise<void>,
): Promise<void> {
  await client.query(`DECLARE each NO SCROLL CURSOR FOR ${select}`)
  for (;;) {
    const { rows } = await client.query<Found>(`FETCH ${BATCH} FROM each`)
    if (rows.length === 0) break
    await take(rows)
  }
  await client.query('CLOSE each')
}

/**
 * Writes a backup into a database with nothing in it: all of it, or nothing.
 * @param lines of the text, without their ends
 * @param prepare makes the tables; called once the text has begun as a backup does
 * @throws ServerError `BACKUP_MALFORMED`, `DATABASE_NOT_EMPTY`
 */
export async function writeBackup(
  url: string,
  lines: AsyncIterable<string>,
  prepare: () => Promise<unknown>,
): Promise<BackupFacts> {
  const reading = lines[Symbol.asyncIterator]()
  const first = await reading.next()
  const head = toHead(first.done ? undefined : first.value)
  await prepare()
  return withClient(url, async (client) => {
    await client.query('BEGIN')
    // Servers that look for messages meanwhile wait; one that would write finds the rows, not an empty database.
    await client.query('LOCK TABLE organizations, rows IN EXCLUSIVE MODE')
    const { rows } = await client.query<{ used: boolean }>(
      'SELECT EXISTS (SELECT FROM organizations) AS used',
    )
    if (rows[0]!.used) throw notEmpty()
    const facts = await insertAll(client, head, { [Symbol.asyncIterator]: () => reading }, `${first.value}\n`)
    await client.query('COMMIT')
    return facts
  })
}

async function insertAll(
  client: pg.Client,
  head: Head,
  lines: AsyncIterable<string>,
  before: string,
): Promise<BackupFacts> {
  const sum = createHash('sha256').update(before)
  let end: End | undefined
  const counts = { organizations: 0, rows: 0 }
  let organizations: OrganizationLine[] = []
  let rows: RowLine[] = []
  const flush = async () => {
    await insertOrganizations(client, organizations)
    await insertRows(client, rows)
    counts.organizations += organizations.filter(([organization]) => isOrganization({ organization })).length
    counts.rows += rows.length
    organizations = []
    rows = []
  }
  let number = 1
  for await (const line of lines) {
    number++
    if (end) throw malformed(`line ${number} comes after the end`)
    const value = parseLine(line, number)
    if (isTexts(value, 2)) organizations.push(value as OrganizationLine)
    else if (isTexts(value, 4)) rows.push(value as RowLine)
    else if (isEnd(value)) {
      end = value
      continue
    } else throw malformed(`line ${number} is none of a backup`)
    sum.update(`${line}\n`)
    if (organizations.length + rows.length >= BATCH) await flush()
  }
  await flush()
  if (!end) throw malformed('its end is missing, so it is not whole')
  const isWhole = end.organizations === counts.organizations && end.rows === counts.rows
  if (!isWhole || end.sha256 !== sum.digest('hex')) throw malformed('its checksum does not match')
  return { at: head.at, ...counts }
}

async function insertOrganizations(client: pg.Client, lines: readonly OrganizationLine[]): Promise<void> {
  if (lines.length === 0) return
  await client.query('INSERT INTO organizations SELECT * FROM unnest($1::text[], $2::bigint[])', [
    lines.map(([organization]) => organization),
    lines.map(([, version]) => version),
  ])
}

async function insertRows(client: pg.Client, lines: readonly RowLine[]): Promise<void> {
  if (lines.length === 0) return
  await client.query(
    'INSERT INTO rows SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])',
    [
      lines.map(([organization]) => organization),
      lines.map(([, name]) => name),
      lines.map(([, , id]) => id),
      lines.map(([, , , value]) => value),
    ],
  )
}

/** @param line undefined for a file without any */
function toHead(line: string | undefined): Head {
  if (line === undefined) throw malformed('it is empty', WHAT_IT_IS)
  const value = jsonOf(line)
  const { format, version, schema } = Object(value) as Partial<Head>
  if (format !== FORMAT) throw malformed('it does not begin as one', WHAT_IT_IS)
  if (version !== VERSION || !(Number(schema) <= SCHEMA)) {
    throw malformed('a newer release made it', 'Restore it with that release, or a newer one.')
  }
  return value as Head
}

const isTexts = (value: unknown, length: number) =>
  Array.isArray(value) && value.length === length && value.every((part) => typeof part === 'string')

const isEnd = (value: unknown): value is End => typeof (Object(value) as Partial<End>).sha256 === 'string'

function parseLine(line: string, number: number): unknown {
  const value = jsonOf(line)
  if (value === undefined) throw malformed(`line ${number} is no JSON`)
  return value
}

/** Undefined for text that is none. */
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const WHAT_IT_IS =
  'Name a file that `keywright backup` wrote: its first line is JSON, with the format and a time.'

function malformed(
  reason: string,
  hint = 'Take another copy of it; a backup is not changed, and not cut.',
): ServerError {
  return new ServerError('BACKUP_MALFORMED', `the file is no whole backup: ${reason}`, hint)
}

function notEmpty(): ServerError {
  const hint =
    'Restore into a new database, and point the servers at it: what is there is never written over.'
  return new ServerError('DATABASE_NOT_EMPTY', 'the database holds organizations already', hint)
}

function nothingThere(): ServerError {
  const hint = 'Compare DATABASE_URL with the one that servers have.'
  return new ServerError('DATABASE_NOT_INITIALIZED', 'the database holds no tables of Keywright', hint)
}
