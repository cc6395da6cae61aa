/**
 * MACs under a key of the root secret, so that writing to the database gives no authority: a row of a table, or of a
 * lookup that facts depend on, counts only if the engine wrote it, and wrote it last.
 *
 * - The *index* of an organization holds the MAC of each row. Tables without a bound on their rows have theirs in
 *   *buckets*, and so do lookups, except for the first rows of each organization (`MOST_INLINE`). The index holds the
 *   MACs of the buckets.
 * - The *head* holds a MAC over the organization's version, its newest journal entry, and the index. Each commit that
 *   extends the journal writes it, so an older index, with all rows of its time, doesn't fit the version.
 * - A finished activity has its MAC in its row, so that a signature stays one row. If an operator changed it since, the
 *   index holds the MAC, so that the earlier row doesn't count again.
 */
import { equalBytes, sha256Hex, toUtf8 } from '@keywright/keys'
import type { Mac } from '../vault.ts'
import { bodyOfFinal, isFinalActivity } from './journalEntry.ts'
import { indexedAs } from './lookups.ts'
import { RowAltered } from './rowAltered.ts'
import type { Json, Range, Reading, Row, StoreReads, Write } from './store.ts'
import { JOURNALED_TABLES, type TableName } from './tables.ts'

export { RowAltered }

type Macs = Readonly<Record<string, string>>

/** MACs of rows of lookups: by `pointOf`, and for lookups that can be listed by lookup and id. */
interface LookupMacs {
  readonly points: Macs
  readonly lists: Readonly<Record<string, Macs>>
}

interface IndexValue {
  readonly rows: Readonly<Record<string, Macs>>
  readonly buckets: Macs
  readonly lookups: LookupMacs
}

export interface MacIndex {
  readonly value: IndexValue
  readonly mac: string
}

interface Head {
  readonly sequence: number
  /** Hash of the journal entry with this number. */
  readonly hash: string
  readonly index: string
  readonly mac: string
}

/** Lookup: the index, and the buckets. */
export const MACS = 'macs'
const INDEX = 'index'
/** Lookup: the head. */
export const HEADS = 'heads'
const HEAD = 'head'

export const HEAD_READING: Reading = { table: HEADS, id: HEAD }
/** What `openIndex` needs, in this order. */
export const INDEX_READINGS: readonly Reading[] = [{ table: MACS, id: INDEX }, HEAD_READING]

const TABLES: ReadonlySet<string> = new Set(JOURNALED_TABLES)
const BUCKETED: ReadonlySet<string> = new Set<TableName>(['activities', 'erasures', 'walletAccounts', 'otps'])

/** The index of an organization that has no rows. */
export const NO_ROWS: MacIndex = {
  value: { rows: {}, buckets: {}, lookups: { points: {}, lists: {} } },
  mac: '',
}

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

/** All buckets by id, and the ids of those that don't fit the index. @param read one row of the lookup `macs` */
export async function openBuckets(
  mac: Mac,
  organization: string,
  { buckets }: IndexValue,
  read: (id: string) => Promise<Json | undefined>,
): Promise<{ readonly buckets: ReadonlyMap<string, Json | undefined>; readonly altered: readonly string[] }> {
  const found = new Map<string, Json | undefined>()
  const altered: string[] = []
  for (const [id, expected] of Object.entries(buckets)) {
    const value = await read(id)
    found.set(id, value)
    const isOwn = value !== undefined && isEqual(expected, mac(organization, MACS, id, JSON.stringify(value)))
    if (!isOwn) altered.push(id)
  }
  return { buckets: found, altered }
}

/** @throws RowAltered for a head of another version */
export function openHead(mac: Mac, organization: string, version: number, found: Json | undefined): Head {
  const { sequence, hash = '', index = '', mac: own } = Object(found) as Partial<Head>
  if (
    sequence !== version ||
    !isEqual(own, mac(organization, HEADS, HEAD, textOfHead(sequence, hash, index)))
  ) {
    throw new RowAltered(organization, HEADS, HEAD)
  }
  return { sequence, hash, index, mac: own! }
}

/** Whether the head is as this version of Keywright writes it. */
export async function isWrittenHere(
  store: Pick<StoreReads, 'read'>,
  mac: Mac,
  organization: string,
): Promise<boolean> {
  const { version, answers } = await store.read(organization, [HEAD_READING])
  try {
    openHead(mac, organization, version, answers[0]!.value)
    return true
  } catch (error) {
    if (!(error instanceof RowAltered)) throw error
    return false
  }
}

/**
 * The hash that the next journal entry follows. Only the head says it: entries have no MAC. A head that is newer than the
 * version makes the commit fail, because it is guarded by the version.
 * @param read the MAC of the index at this version, as the facts counter says. The counter has no MAC: if it was put back,
 * the index is a cached one of earlier facts.
 * @throws RowAltered
 */
export function hashInHead(
  mac: Mac,
  organization: string,
  { version, index: read }: { readonly version: number; readonly index: string },
  found: Json | undefined,
): string {
  const { sequence } = Object(found) as Partial<Head>
  const isNewer = typeof sequence === 'number' && sequence > version
  const { hash, index } = openHead(mac, organization, isNewer ? sequence : version, found)
  if (!isNewer && index !== read) throw new RowAltered(organization, HEADS, HEAD)
  return hash
}

/** The head of a journal whose newest entry has this number and hash. @param index the MAC of the index */
export function headOf(mac: Mac, organization: string, sequence: number, hash: string, index: string): Write {
  const own = mac(organization, HEADS, HEAD, textOfHead(sequence, hash, index))
  const head: Head = { sequence, hash, index, mac: own }
  return { organization, table: HEADS, id: HEAD, value: { ...head } }
}

/** With the number of the format, so that other releases refuse the organization instead of writing to it. */
const textOfHead = (sequence: number, hash: string, index: string) =>
  JSON.stringify([sequence, hash, index, FORMAT])
const FORMAT = 2

/** Compares in constant time. */
const isEqual = (some: unknown, other: string): boolean =>
  typeof some === 'string' && equalBytes(toUtf8(some), toUtf8(other))

export interface RowMacs {
  /** The MAC that a row must have; undefined if it must have none. */
  expected(table: string, id: string): Promise<string | undefined>
  /** @param body `bodyOfFinal(value)`, if it is known @throws RowAltered if the value has another MAC */
  check(table: string, id: string, value: Json | undefined, expected: string | undefined, body?: string): void
  /** @throws RowAltered if rows were altered, added or removed; finished activities may be missing */
  checkList(table: string, range: Range, rows: readonly Row[]): Promise<void>
  count(table: string): number
  after(changes: readonly Change[]): Promise<{ readonly index: string; readonly writes: readonly Write[] }>
}

interface Change {
  readonly table: string
  readonly id: string
  readonly value: Json | undefined
  readonly text?: string
}

/** Whether rows of the table, or of the lookup, have MACs. */
export const hasMacs = (table: string): boolean =>
  TABLES.has(table) || table === MACS || indexedAs(table) !== undefined

/** A finished activity with its MAC, as it is stored. @param body its JSON text @returns its JSON text too */
export function sealFinal(
  mac: Mac,
  organization: string,
  { id, row, body }: { readonly id: string; readonly row: object; readonly body: string },
): { readonly value: Json; readonly text: string } {
  const own = mac(organization, 'activities', id, body)
  return { value: { ...row, mac: own } as unknown as Json, text: `${body.slice(0, -1)},"mac":"${own}"}` }
}

/** @param read reads one row of the organization and verifies it */
export function rowMacs(
  mac: Mac,
  organization: string,
  { value: index }: MacIndex,
  read: (table: string, id: string) => Promise<Json | undefined>,
): RowMacs {
  const { rows, buckets, lookups } = index
  const bucket = async <B extends object>(id: string): Promise<B> =>
    (own(buckets, id) === undefined ? {} : await read(MACS, id)) as B

  async function expected(table: string, id: string): Promise<string | undefined> {
    if (table === MACS) return own(buckets, id)
    const place = placeOf(table, id)
    if (place.kind === 'rows') return own(own(rows, table) ?? {}, id)
    if (place.kind === 'list') return own(await listed(table, place.bucket), id)
    if (place.kind === 'bucket') return own(await bucket<Macs>(place.bucket), id)
    const { point } = place
    return own(lookups.points, point) ?? own(await bucket<Macs>(place.bucket), point)
  }

  const listed = async (lookup: string, of: string): Promise<Macs> =>
    own(lookups.lists, lookup) ?? own(await bucket<LookupMacs['lists']>(of), lookup) ?? {}

  const check: RowMacs['check'] = (...row) => checkRow(mac, organization, ...row)

  /** Ids that a list of this range must have; of finished activities none. */
  async function idsOf(table: string, { after, before, limit }: Range): Promise<readonly string[]> {
    const kind = indexedAs(table)
    if (kind === 'list') return Object.keys(await listed(table, placeOf(table, '').bucket))
    if (!BUCKETED.has(table)) return Object.keys(own(rows, table) ?? {})
    const isWhole = after === undefined && before === undefined && limit === undefined
    if (!isWhole) return []
    const names = Object.keys(buckets).filter((name) => name.startsWith(`${table}:`))
    return (await Promise.all(names.map((name) => bucket<Macs>(name)))).flatMap(Object.keys)
  }

  return {
    expected,
    check,
    async checkList(table, range, found) {
      const [macs, all] = await Promise.all([
        Promise.all(found.map(({ id }) => expected(table, id))),
        idsOf(table, range),
      ])
      for (const [n, { id, value }] of found.entries()) check(table, id, value, macs[n])
      const ids = new Set(found.map(({ id }) => id))
      const missing = all.find((id) => !ids.has(id) && isInRange(id, range, found))
      if (missing !== undefined) throw new RowAltered(organization, table, missing)
    },
    count: (table) => Object.keys(own(rows, table) ?? {}).length,
    async after(changes) {
      const loaded = new Map<string, Bucket>()
      const places = changes.map(({ table, id }) => placeOf(table, id))
      const names = new Set(places.flatMap((place) => (place.kind === 'rows' ? [] : [place.bucket])))
      await Promise.all(
        Array.from(names, async (name) => loaded.set(name, { ...(await bucket<Bucket>(name)) })),
      )
      const next = indexToChange(index, changes)
      const changed = new Set<string>()
      for (const [n, { table, id, value, text }] of changes.entries()) {
        const isSealed = isFinalActivity(table, value) && Object.hasOwn(Object(value), 'mac')
        const own =
          value === undefined || isSealed
            ? undefined
            : mac(organization, table, id, text ?? JSON.stringify(value))
        const written = place(next, loaded, { table, id, place: places[n]! }, own)
        if (written !== undefined) changed.add(written)
      }
      return indexAfter(mac, organization, next, { before: buckets, loaded, changed })
    },
  }
}

/** A finished activity has its MAC itself, unless the index has it. @throws RowAltered */
function checkRow(
  mac: Mac,
  organization: string,
  ...[table, id, value, expected, body]: Parameters<RowMacs['check']>
): void {
  const isSealed = value !== undefined && expected === undefined && isFinalActivity(table, value)
  const held = isSealed ? (value as { readonly mac?: unknown }).mac : expected
  const text =
    value === undefined ? undefined : isSealed ? (body ?? bodyOfFinal(value)) : JSON.stringify(value)
  const actual = text === undefined ? undefined : mac(organization, table, id, text)
  if (actual === undefined ? held !== undefined : !isEqual(held, actual)) {
    throw new RowAltered(organization, table, id)
  }
}

type Bucket = Record<string, string | Record<string, string>>

interface NextIndex {
  readonly rows: Record<string, Record<string, string>>
  readonly buckets: Record<string, string>
  readonly lookups: { readonly points: Record<string, string>; readonly lists: Record<string, Macs> }
}

/** A copy; of the tables only those that change. */
function indexToChange({ rows, buckets, lookups }: IndexValue, changes: readonly Change[]): NextIndex {
  const next = { ...rows } as NextIndex['rows']
  for (const { table } of changes)
    if (TABLES.has(table) && !BUCKETED.has(table)) next[table] = { ...rows[table] }
  return {
    rows: next,
    buckets: { ...buckets },
    lookups: { points: { ...lookups.points }, lists: { ...lookups.lists } },
  }
}

type Place =
  | { readonly kind: 'rows'; readonly bucket: '' }
  | { readonly kind: 'bucket'; readonly bucket: string }
  | { readonly kind: 'list'; readonly bucket: string }
  | { readonly kind: 'point'; readonly bucket: string; readonly point: string }

/** Up to 256 buckets per table, and for each kind of lookup. The last digits of UUIDs are spread evenly. */
function placeOf(table: string, id: string): Place {
  const kind = indexedAs(table)
  if (kind === 'list') return { kind, bucket: `lists:${sha256Hex(table).slice(0, 2)}` }
  if (kind === 'index') {
    const point = sha256Hex(JSON.stringify([table, id])).slice(0, POINT_LENGTH)
    return { kind: 'point', bucket: `points:${point.slice(0, 2)}`, point }
  }
  return BUCKETED.has(table)
    ? { kind: 'bucket', bucket: `${table}:${id.slice(-2)}` }
    : { kind: 'rows', bucket: '' }
}

/** How many rows of lookups there must be. @param buckets all, by id */
export function countOfLookups({ value }: MacIndex, buckets: ReadonlyMap<string, Json | undefined>): number {
  const { points, lists } = value.lookups
  let count = Object.keys(points).length + sizeOf(lists)
  for (const [id, bucket] of buckets) {
    if (id.startsWith('points:')) count += Object.keys(bucket as object).length
    if (id.startsWith('lists:')) count += sizeOf(bucket as unknown as LookupMacs['lists'])
  }
  return count
}

/** What `openIndex` doesn't need, and the verification of this row may: its bucket. */
export function bucketReadings({ table, id }: Reading): Reading[] {
  const { bucket } = placeOf(table, id)
  return bucket === '' ? [] : [{ table: MACS, id: bucket }]
}

export const withBuckets = (readings: readonly Reading[]): Reading[] => [
  ...readings,
  ...readings.flatMap(bucketReadings),
]

/** Whether the index has the bucket. */
export const hasBucket = ({ value }: MacIndex, id: string): boolean => own(value.buckets, id) !== undefined

/** 128 bits in hex: nobody finds two rows with the same point. */
const POINT_LENGTH = 32

/** Rows of lookups whose MACs are in the index itself, so that a small organization needs no buckets for them. */
const MOST_INLINE = 32

function place(
  { rows, lookups }: NextIndex,
  loaded: ReadonlyMap<string, Bucket>,
  { table, id, place }: { readonly table: string; readonly id: string; readonly place: Place },
  mac: string | undefined,
): string | undefined {
  if (place.kind === 'rows') {
    set(rows[table]!, id, mac)
    return undefined
  }
  const bucket = loaded.get(place.bucket)!
  if (place.kind === 'bucket') set(bucket as Record<string, string>, id, mac)
  else if (place.kind === 'point') {
    const { points } = lookups
    const isInline = Object.hasOwn(points, place.point)
    const hasRoom = !Object.hasOwn(bucket, place.point) && Object.keys(points).length < MOST_INLINE
    set(isInline || hasRoom ? points : (bucket as Record<string, string>), place.point, mac)
    if (isInline || hasRoom) return undefined
  } else {
    const { lists } = lookups
    const inline = own(lists, table)
    const found = { ...(inline ?? (own(bucket, table) as Macs | undefined)) }
    set(found, id, mac)
    const isKnown = inline === undefined && Object.hasOwn(bucket, table)
    delete lists[table]
    delete bucket[table]
    const isInline = !isKnown && sizeOf(lists) + sizeOf({ found }) <= MOST_INLINE
    if (sizeOf({ found }) > 0) (isInline ? lists : bucket)[table] = found
    if (isInline) return undefined
  }
  return place.bucket
}

const sizeOf = (lists: Readonly<Record<string, Macs>>): number =>
  Object.values(lists).reduce((sum, macs) => sum + Object.keys(macs).length, 0)

function set(macs: Record<string, string>, id: string, mac: string | undefined): void {
  if (mac === undefined) delete macs[id]
  else macs[id] = mac
}

function indexAfter(
  mac: Mac,
  organization: string,
  next: NextIndex,
  {
    before,
    loaded,
    changed,
  }: {
    readonly before: Macs
    readonly loaded: ReadonlyMap<string, Bucket>
    readonly changed: ReadonlySet<string>
  },
): { readonly index: string; readonly writes: readonly Write[] } {
  const writes: Write[] = []
  const put = (id: string, value: Json) => {
    const text = JSON.stringify(value)
    writes.push({ organization, table: MACS, id, value, text })
    return mac(organization, MACS, id, text)
  }
  for (const id of changed) {
    const bucket = loaded.get(id)!
    if (Object.keys(bucket).length > 0) next.buckets[id] = put(id, bucket)
    else if (own(before, id) !== undefined) {
      delete next.buckets[id]
      writes.push({ organization, table: MACS, id, value: undefined })
    }
  }
  return { index: put(INDEX, next as unknown as Json), writes }
}

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
