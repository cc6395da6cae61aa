/**
 * MACs under a key of the root secret, so that writing to the database gives no authority: a row of a table counts only
 * if the engine wrote it, and wrote it last.
 *
 * - The *index* of an organization holds the MAC of each row. Tables without a bound on their rows have theirs in
 *   *buckets*, and the index holds the MACs of the buckets.
 * - The *head* holds a MAC over the organization's version, its newest journal entry, and the index. Each commit that
 *   extends the journal writes it, so an older index, with all rows of its time, doesn't fit the version.
 *
 * A finished activity has no MAC: nothing is decided on it, and a signature stays one row.
 */
import { equalBytes, toUtf8 } from '@keywright/keys'
import type { Mac } from '../vault.ts'
import { isFinalActivity } from './journalEntry.ts'
import type { Json, Range, Reading, Row, Write } from './store.ts'
import { JOURNALED_TABLES, type TableName } from './tables.ts'

/** MACs by row id, or by bucket. */
type Macs = Readonly<Record<string, string>>

interface IndexValue {
  readonly rows: Readonly<Record<string, Macs>>
  readonly buckets: Macs
}

/** An index that matches its head. */
export interface MacIndex {
  readonly value: IndexValue
  readonly mac: string
}

interface Head {
  readonly sequence: number
  /** Hash of the journal entry with this number. */
  readonly hash: string
  /** The MAC of the index. */
  readonly index: string
  readonly mac: string
}

/** Lookup: the index, and the buckets. */
export const MACS = 'macs'
const INDEX = 'index'
/** Lookup: the head. */
export const HEADS = 'heads'
const HEAD = 'head'

/** What `openIndex` needs, in this order. */
export const INDEX_READINGS: readonly Reading[] = [
  { table: MACS, id: INDEX },
  { table: HEADS, id: HEAD },
]

const TABLES: ReadonlySet<string> = new Set(JOURNALED_TABLES)
const BUCKETED: ReadonlySet<string> = new Set<TableName>(['activities', 'erasures', 'walletAccounts', 'otps'])

/** A row that the engine didn't write, or didn't write last; or one that is missing. */
export class RowAltered extends Error {
  override readonly name = 'RowAltered'
  readonly organizationId: string
  readonly table: string
  readonly id: string

  constructor(organizationId: string, table: string, id: string) {
    super(`row ${id} of ${table} in organization ${organizationId} was not written by Keywright`)
    this.organizationId = organizationId
    this.table = table
    this.id = id
  }
}

/** The index of an organization that has no rows. */
export const NO_ROWS: MacIndex = { value: { rows: {}, buckets: {} }, mac: '' }

/**
 * @param found what `INDEX_READINGS` read, of the same moment as the version
 * @throws RowAltered
 */
export function openIndex(
  mac: Mac,
  organization: string,
  version: number,
  [value, found]: readonly (Json | undefined)[],
): MacIndex {
  if (version === 0) return NO_ROWS
  const { index } = openHead(mac, organization, version, found)
  if (value === undefined || !isEqual(index, mac(organization, MACS, INDEX, JSON.stringify(value)))) {
    throw new RowAltered(organization, MACS, INDEX)
  }
  return { value: value as unknown as IndexValue, mac: index }
}

/** @param read one row of the lookup `macs` @throws RowAltered for a bucket that doesn't fit the index */
export async function openBuckets(
  mac: Mac,
  organization: string,
  { buckets }: IndexValue,
  read: (id: string) => Promise<Json | undefined>,
): Promise<void> {
  for (const [id, expected] of Object.entries(buckets)) {
    const value = await read(id)
    if (value === undefined || !isEqual(expected, mac(organization, MACS, id, JSON.stringify(value)))) {
      throw new RowAltered(organization, MACS, id)
    }
  }
}

/** @throws RowAltered for a head of another version */
export function openHead(mac: Mac, organization: string, version: number, found: Json | undefined): Head {
  const { sequence, hash = '', index = '', mac: own } = Object(found) as Partial<Head>
  if (sequence !== version || !isEqual(own, macOfHead(mac, organization, sequence, hash, index))) {
    throw new RowAltered(organization, HEADS, HEAD)
  }
  return { sequence, hash, index, mac: own! }
}

/** The head of a journal whose newest entry has this number and hash. @param index the MAC of the index */
export function headOf(mac: Mac, organization: string, sequence: number, hash: string, index: string): Write {
  const head: Head = { sequence, hash, index, mac: macOfHead(mac, organization, sequence, hash, index) }
  return { organization, table: HEADS, id: HEAD, value: { ...head } }
}

const macOfHead = (mac: Mac, organization: string, sequence: number, hash: string, index: string) =>
  mac(organization, HEADS, HEAD, JSON.stringify([sequence, hash, index]))

/** Compares in constant time. */
const isEqual = (some: unknown, other: string): boolean =>
  typeof some === 'string' && equalBytes(toUtf8(some), toUtf8(other))

export interface RowMacs {
  /** The MAC that a row must have; undefined if it must have none. */
  expected(table: string, id: string): Promise<string | undefined>
  /** @throws RowAltered if the value has another MAC */
  check(table: string, id: string, value: Json | undefined, expected: string | undefined): void
  /** @throws RowAltered if rows were altered or added, or removed from a table without buckets */
  checkList(table: string, range: Range, rows: readonly Row[]): Promise<void>
  /** The index after these changes, and the rows to write for it. */
  after(changes: readonly Change[]): Promise<{ readonly index: string; readonly writes: readonly Write[] }>
}

interface Change {
  readonly table: string
  readonly id: string
  readonly value: Json | undefined
  readonly text?: string
}

/** Whether rows of the table have MACs. */
export const hasMacs = (table: string): boolean => TABLES.has(table) || table === MACS

/** @param read reads one row of the organization and verifies it */
export function rowMacs(
  mac: Mac,
  organization: string,
  { value: { rows, buckets } }: MacIndex,
  read: (table: string, id: string) => Promise<Json | undefined>,
): RowMacs {
  const bucketMacs = async (bucket: string): Promise<Macs> =>
    own(buckets, bucket) === undefined ? {} : ((await read(MACS, bucket)) as Macs)

  async function expected(table: string, id: string): Promise<string | undefined> {
    if (table === MACS) return own(buckets, id)
    const bucket = bucketOf(table, id)
    return bucket === undefined ? own(own(rows, table) ?? {}, id) : own(await bucketMacs(bucket), id)
  }

  function macOf({ table, id, value, text }: Change): string | undefined {
    if (value === undefined || isFinalActivity(table, value)) return undefined
    return mac(organization, table, id, text ?? JSON.stringify(value))
  }

  function check(table: string, id: string, value: Json | undefined, expected: string | undefined): void {
    const actual = macOf({ table, id, value })
    if (actual === expected) return
    if (actual === undefined || !isEqual(expected, actual)) throw new RowAltered(organization, table, id)
  }

  return {
    expected,
    check,
    async checkList(table, range, found) {
      const macs = await Promise.all(found.map(({ id }) => expected(table, id)))
      for (const [n, { id, value }] of found.entries()) check(table, id, value, macs[n])
      const ids = new Set(found.map(({ id }) => id))
      const missing = Object.keys(own(rows, table) ?? {}).find(
        (id) => !ids.has(id) && isInRange(id, range, found),
      )
      if (missing !== undefined) throw new RowAltered(organization, table, missing)
    },
    async after(changes) {
      const changed = new Map<string, Record<string, string>>()
      const places = changes.map(({ table, id }) => bucketOf(table, id) ?? table)
      await Promise.all(
        [...new Set(places)].map(async (place) => {
          changed.set(place, { ...(isBucket(place) ? await bucketMacs(place) : own(rows, place)) })
        }),
      )
      for (const [n, change] of changes.entries()) {
        const macs = changed.get(places[n]!)!
        const own = macOf(change)
        if (own === undefined) delete macs[change.id]
        else macs[change.id] = own
      }
      return indexAfter(mac, organization, { rows, buckets }, changed)
    },
  }
}

const isBucket = (place: string) => place.includes(':')

/** The index with changed MACs, by table or bucket, and the rows to write for it. */
function indexAfter(
  mac: Mac,
  organization: string,
  { rows, buckets }: IndexValue,
  changed: ReadonlyMap<string, Macs>,
): { readonly index: string; readonly writes: readonly Write[] } {
  const next = { rows: { ...rows }, buckets: { ...buckets } } as Record<'rows', Record<string, Macs>> &
    Record<'buckets', Record<string, string>>
  const writes: Write[] = []
  const put = (id: string, value: Json) => {
    const text = JSON.stringify(value)
    writes.push({ organization, table: MACS, id, value, text })
    return mac(organization, MACS, id, text)
  }
  for (const [place, macs] of changed) {
    if (!isBucket(place)) next.rows[place] = macs
    else if (Object.keys(macs).length > 0) next.buckets[place] = put(place, macs)
    else if (own(buckets, place) !== undefined) {
      delete next.buckets[place]
      writes.push({ organization, table: MACS, id: place, value: undefined })
    }
  }
  return { index: put(INDEX, next), writes }
}

/** Up to 256 buckets per table: the last digits of UUIDs are spread evenly. */
const bucketOf = (table: string, id: string): string | undefined =>
  BUCKETED.has(table) ? `${table}:${id.slice(-2)}` : undefined

/** Whether a list of this range would contain the id. A list that reached its limit ends with its last row. */
function isInRange(id: string, { after, before, reverse, limit }: Range, found: readonly Row[]): boolean {
  const last = found.length === limit ? found.at(-1)?.id : undefined
  const isBehind = last !== undefined && (reverse ? id < last : id > last)
  return (
    limit !== 0 && !isBehind && (after === undefined || id > after) && (before === undefined || id < before)
  )
}

const own = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
