/**
 * A database as text, one JSON value per line: a header, the organizations, the rows, and a trailer with the SHA-256 of
 * all lines before it, which detects truncated files, and optionally its MAC. Keys are encrypted under the root secret,
 * which is not included.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { DEV, jsonOf, SERVER } from '@keywright/host'
import type pg from 'pg'
import { ServerError } from '../serverError.ts'
import { fetchEach, withClient } from './postgres/connections.ts'
import { HEARTBEATS } from './postgres/heartbeat.ts'
import { MIGRATIONS, migrationsIn } from './postgres/migrations.ts'

const FORMAT = 'keywright backup'
const VERSION = 2
/** Rows per statement and per chunk of text. A row has about 500 bytes, at most 100,000. */
const BATCH = 1_000

export interface BackupFacts {
  /** Time of the backup, ISO 8601. */
  readonly at: string
  readonly organizations: number
  readonly rows: number
}

interface Head {
  readonly format: string
  readonly version: number
  readonly at: string
  /** Number of migrations that the database had. */
  readonly schema: number
  /** Version of the command that wrote it. */
  readonly release?: string | undefined
}
interface End {
  readonly organizations: number
  readonly rows: number
  /** SHA-256 of all bytes before this line, hex. */
  readonly sha256: string
  /** HMAC-SHA256 of the SHA-256, hex. Absent if the command had no root secret. */
  readonly mac?: string
}
type OrganizationLine = [organization: string, version: string]
type RowLine = [organization: string, name: string, id: string, value: string]

/**
 * Opens the key of the MAC.
 * @param check value of the root check in the backup, if it has one
 */
export type OpenKey = (check: string | undefined) => Promise<Uint8Array>

const isRootCheck = ([organization, name, id]: RowLine) =>
  organization === SERVER && name === 'root' && id === 'check'

async function readRootCheck(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>(
    "SELECT value FROM rows WHERE organization = $1 AND name = 'root' AND id = 'check'",
    [SERVER],
  )
  return rows[0]?.value
}

/**
 * Reads a consistent snapshot of the database in chunks of text while servers keep running.
 * @param openKey adds a MAC
 * @throws ServerError `DATABASE_NOT_INITIALIZED`; SchemaTooNew
 */
export async function* readBackup(
  client: pg.Client,
  at: Date,
  {
    openKey,
    release,
  }: { readonly openKey?: OpenKey | undefined; readonly release?: string | undefined } = {},
): AsyncGenerator<Uint8Array, BackupFacts> {
  const sum = createHash('sha256')
  const summed = (lines: readonly string[]) => {
    const text = Buffer.from(`${lines.join('\n')}\n`)
    sum.update(text)
    return text
  }
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const schema = (await migrationsIn(client)).filter(({ isDone }) => isDone).length
  if (schema === 0) throw nothingThere()
  const head: Head = { format: FORMAT, version: VERSION, at: at.toISOString(), schema, release }
  // Before the rows, so that a wrong root secret is reported immediately.
  const key = openKey && (await openKey(await readRootCheck(client)))
  yield summed([JSON.stringify(head)])
  const counts = { organizations: 0, rows: 0 }
  // PostgreSQL writes the text of the values, which takes less time than parsing each column.
  const linesOf = async function* (select: string) {
    for await (const batch of fetchEach<[string]>(client, select, BATCH)) yield batch.map(([line]) => line)
  }
  for await (const lines of linesOf(
    'json_build_array(organization, version::text)::text FROM organizations ORDER BY organization',
  )) {
    counts.organizations += lines.filter((line) => isOrganization(JSON.parse(line))).length
    yield summed(lines)
  }
  for await (const lines of linesOf(
    `json_build_array(organization, name, id, value)::text FROM rows
     WHERE (organization, name) <> ('${SERVER}', '${HEARTBEATS}') ORDER BY organization, name, id`,
  )) {
    counts.rows += lines.length
    yield summed(lines)
  }
  await client.query('COMMIT')
  const sha256 = sum.digest('hex')
  const end: End = { ...counts, sha256, ...(key && { mac: macOf(sha256, key) }) }
  yield Buffer.from(`${JSON.stringify(end)}\n`)
  return { at: head.at, ...counts }
}

const macOf = (sha256: string, key: Uint8Array): string =>
  createHmac('sha256', createHmac('sha256', key).update('keywright backup v1').digest())
    .update(sha256)
    .digest('hex')

/** Server-wide rows are stored like organizations. */
const isOrganization = ([organization]: OrganizationLine) => organization !== SERVER && organization !== DEV

/**
 * Writes a backup into an empty database in one transaction.
 * @param lines of the text, without line feeds
 * @param prepare creates the tables; called after the header was validated
 * @param openKey checks the MAC, before the commit
 * @throws ServerError `BACKUP_MALFORMED`, `DATABASE_NOT_EMPTY`
 */
export async function writeBackup(
  url: string,
  lines: AsyncIterable<string>,
  prepare: () => Promise<unknown>,
  openKey?: OpenKey,
): Promise<BackupFacts> {
  const reading = lines[Symbol.asyncIterator]()
  const first = await reading.next()
  const head = toHead(first.done ? undefined : first.value)
  await prepare()
  return withClient(url, async (client) => {
    await client.query('BEGIN')
    // Blocks servers that poll or write until the rows are there.
    await client.query('LOCK TABLE organizations, rows IN EXCLUSIVE MODE')
    const { rows } = await client.query<{ used: boolean }>(
      'SELECT EXISTS (SELECT FROM organizations) AS used',
    )
    if (rows[0]!.used) throw notEmpty()
    const rest = { [Symbol.asyncIterator]: () => reading }
    const facts = await insertAll(client, head, rest, `${first.value}\n`, openKey)
    await client.query('COMMIT')
    return facts
  })
}

async function insertAll(
  client: pg.Client,
  head: Head,
  lines: AsyncIterable<string>,
  before: string,
  openKey: OpenKey | undefined,
): Promise<BackupFacts> {
  const sum = createHash('sha256').update(before)
  let end: End | undefined
  let check: string | undefined
  const counts = { organizations: 0, rows: 0 }
  let organizations: string[] = []
  let rows: string[] = []
  // One batch is inserted while the next is read.
  let inserting: Promise<unknown> = Promise.resolve()
  const flush = async () => {
    await inserting
    inserting = insertLines(client, organizations, rows)
    // A failure is thrown by the next flush.
    inserting.catch(() => undefined)
    organizations = []
    rows = []
  }
  let number = 1
  for await (const line of lines) {
    number++
    if (end) throw malformed(`line ${number} follows the trailer`)
    const value = parseLine(line, number)
    if (isTexts(value, 2)) {
      organizations.push(line)
      if (isOrganization(value as OrganizationLine)) counts.organizations++
    } else if (isTexts(value, 4)) {
      rows.push(line)
      counts.rows++
      if (isRootCheck(value as RowLine)) check = (value as RowLine)[3]
    } else if (isEnd(value)) {
      end = value
      continue
    } else throw malformed(`line ${number} is not valid in a backup`)
    sum.update(`${line}\n`)
    if (organizations.length + rows.length >= BATCH) await flush()
  }
  await flush()
  await inserting
  if (!end) throw malformed('the trailer is missing, so the file is truncated')
  const isWhole = end.organizations === counts.organizations && end.rows === counts.rows
  if (!isWhole || end.sha256 !== sum.digest('hex')) throw malformed('the checksum does not match')
  if (openKey) assertMac(end, await openKey(check))
  return { at: head.at, ...counts }
}

function assertMac({ sha256, mac }: End, key: Uint8Array): void {
  if (mac === undefined) {
    const hint =
      'Restore it without the root secret, then run `keywright journal verify` with the root secret.'
    throw malformed('it has no MAC, because `keywright backup` was run without the root secret', hint)
  }
  const [found, expected] = [mac, macOf(sha256, key)].map((text) => Buffer.from(text))
  const isSame = found!.length === expected!.length && timingSafeEqual(found!, expected!)
  if (!isSame) throw malformed('the MAC does not match')
}

/** PostgreSQL parses the lines, which takes less time than quoting each column in an array of texts. */
async function insertLines(
  client: pg.Client,
  organizations: readonly string[],
  rows: readonly string[],
): Promise<void> {
  const insert = (into: string, lines: readonly string[]) =>
    client.query(`INSERT INTO ${into} FROM jsonb_array_elements($1::jsonb)`, [`[${lines.join()}]`])
  if (organizations.length > 0) {
    await insert('organizations SELECT value->>0, (value->>1)::bigint', organizations)
  }
  if (rows.length > 0) await insert('rows SELECT value->>0, value->>1, value->>2, value->>3', rows)
}

/** @param line undefined for an empty file */
function toHead(line: string | undefined): Head {
  if (line === undefined) throw malformed('the file is empty', WHAT_IT_IS)
  const value = jsonOf(line)
  const { format, version, schema, release } = Object(value) as Partial<Head>
  if (format !== FORMAT) throw malformed('the header is missing', WHAT_IT_IS)
  if (version !== VERSION || !(Number(schema) <= MIGRATIONS.length)) {
    const by = typeof release === 'string' ? `release ${release}` : 'another release'
    const reason = `${by} created it with format ${version} and schema ${schema}, and this one knows format ${VERSION} and schemas up to ${MIGRATIONS.length}`
    throw malformed(reason, 'Restore it with the release that created it.')
  }
  return value as Head
}

const isTexts = (value: unknown, length: number) =>
  Array.isArray(value) && value.length === length && value.every((part) => typeof part === 'string')

const isEnd = (value: unknown): value is End => typeof (Object(value) as Partial<End>).sha256 === 'string'

function parseLine(line: string, number: number): unknown {
  const value = jsonOf(line)
  if (value === undefined) throw malformed(`line ${number} is not JSON`)
  return value
}

export const WHAT_IT_IS =
  'Pass a file from `keywright backup`. Its first line is JSON with the format and the time.'

export function malformed(
  reason: string,
  hint = 'Use another copy of the backup; this one was changed or truncated.',
  cause?: unknown,
): ServerError {
  return new ServerError('BACKUP_MALFORMED', `the backup cannot be used: ${reason}`, hint, cause)
}

function notEmpty(): ServerError {
  const hint = 'Restore into a new database and point the servers at it. Existing data is never overwritten.'
  return new ServerError('DATABASE_NOT_EMPTY', 'the database already contains organizations', hint)
}

function nothingThere(): ServerError {
  const hint = 'Compare DATABASE_URL with the setting of the servers.'
  return new ServerError('DATABASE_NOT_INITIALIZED', 'the database contains no Keywright tables', hint)
}
