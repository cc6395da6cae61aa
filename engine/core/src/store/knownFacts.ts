/**
 * Caches facts of organizations across requests: the caller, the signing key, policies and webhooks are usually the
 * same for successive requests.
 *
 * Cached facts are used only by a transaction that has just read the same facts counter from the store, and its
 * commit checks the counter again.
 */
import { keyOf } from './keyOf.ts'
import { rememberBriefly } from './rememberBriefly.ts'
import { bucketReadings, hasBucket, INDEX_READINGS, MACS, type MacIndex, withBuckets } from './rowMacs.ts'
import type { Json, Moment, Reading, ReadStore, Row } from './store.ts'
import {
  ADDRESSES_LOOKUP,
  API_KEY_CREDENTIALS,
  DATA_KEYS_LOOKUP,
  JOURNALED_TABLES,
  PASSKEY_CREDENTIALS,
  USER_VERSIONS,
} from './tables.ts'

/** Cached rows and lists of one organization as of one value of its facts counter. */
export interface Known {
  readonly facts: number
  /** Set once the index was read and verified. */
  index?: MacIndex
  row(key: string): Promise<Json | undefined> | undefined
  /** @returns whether the read is cached for other requests */
  keepRow(table: string, key: string, reading: Promise<Json | undefined>): boolean
  list(key: string): Promise<Row[]> | undefined
  keepList(table: string, key: string, reading: Promise<Row[]>): void
}

export interface KnownFacts {
  open(store: ReadStore, organization: string, readings: readonly Reading[]): Promise<OrganizationRead>
  /** Whether these facts are the latest that this process has read or committed. */
  isCurrent(organization: string, facts: number): boolean
  /** Drops the cache after this process changed the organization's facts. */
  forget(organization: string): void
}

export interface OrganizationRead {
  readonly moment: Moment
  /** The readings that `moment.answers` answers. */
  readonly asked: readonly Reading[]
  /** The index at these facts, if cached; its rows were not read in that case. */
  readonly index: MacIndex | undefined
  /** Rows and lists cached for these facts; undefined if another request has seen newer facts. */
  readonly known: Known | undefined
}

/** Upper bound of cached organizations; the least recently used are evicted. */
const ORGANIZATIONS = 256
/** Upper bounds of cached rows and lists per organization. */
const MOST_ROWS = 32
const MOST_LISTS = 4
/** Longer lists are not cached. */
const LONGEST_LIST = 50

const FACT_TABLES: ReadonlySet<string> = new Set([
  ...JOURNALED_TABLES.filter((table) => table !== 'activities'),
  MACS,
  API_KEY_CREDENTIALS,
  PASSKEY_CREDENTIALS,
  USER_VERSIONS,
  ADDRESSES_LOOKUP,
  ...Object.values(DATA_KEYS_LOOKUP),
])

/** Whether every change of a row of this table changes the facts counter. */
const areFacts = (table: string): boolean => FACT_TABLES.has(table)

/** @param clock milliseconds */
export function rememberFacts(clock: () => number): KnownFacts {
  const memory = rememberBriefly<Known>(clock, ORGANIZATIONS)

  function at(organization: string, { version, facts }: Moment): Known | undefined {
    const before = memory.get(organization)
    if (before?.facts === facts) return before
    // A new organization has no rows to cache.
    if (version === 0 || (before && before.facts > facts)) return undefined
    const known = knowNothing(facts)
    memory.set(organization, known)
    return known
  }

  return {
    forget: memory.forget,
    isCurrent: (organization, facts) => memory.get(organization)?.facts === facts,
    async open(store, organization, readings) {
      const before = memory.get(organization)
      // Another request may evict `before` during the read, but its contents stay valid for its facts.
      const index = before?.index
      if (before && index) {
        const asked = await notKnown(
          before,
          readings.filter((reading) => !INDEX_READINGS.includes(reading)),
        )
        const buckets = asked.flatMap(bucketReadings).filter(({ id }) => hasBucket(index, id))
        if (buckets.length > 0) asked.push(...(await notKnown(before, buckets)))
        const moment = await store.read(organization, asked)
        if (moment.facts === before.facts) return { moment, asked, index, known: at(organization, moment) }
      }
      const asked = withBuckets(readings)
      const moment = await store.read(organization, asked)
      return { moment, asked, index: undefined, known: at(organization, moment) }
    },
  }
}

async function notKnown(known: Known, readings: readonly Reading[]): Promise<Reading[]> {
  const asked: Reading[] = []
  for (const reading of readings) {
    const { table, id, follow } = reading
    // A failed read of another request doesn't predict the outcome of this one.
    const value = await known.row(keyOf(table, id))?.catch(() => undefined)
    const isKnown =
      value !== undefined && (follow === undefined || known.row(keyOf(follow, String(value))) !== undefined)
    if (!isKnown) asked.push(reading)
  }
  return asked
}

function knowNothing(facts: number): Known {
  const rows = new Map<string, Promise<Json | undefined>>()
  const lists = new Map<string, Promise<Row[]>>()
  return {
    facts,
    row: (key) => rows.get(key),
    keepRow(table, key, reading) {
      if (!areFacts(table) || rows.size >= MOST_ROWS) return false
      rows.set(key, reading)
      // Failed reads are not cached.
      reading.catch(() => rows.delete(key))
      return true
    },
    list: (key) => lists.get(key),
    keepList(table, key, reading) {
      if (!areFacts(table) || lists.size >= MOST_LISTS) return
      lists.set(key, reading)
      reading.then(
        (found) => found.length > LONGEST_LIST && lists.delete(key),
        () => lists.delete(key),
      )
    },
  }
}
