/**
 * Facts of organizations as they were read last, for requests that find them unchanged: who asks, the key that signs,
 * policies and webhooks are the same for one request after the other.
 *
 * What is remembered is used only by a transaction that has just read that the organization's facts are those, and
 * whose commit says so once more.
 */
import { keyOf } from './keyOf.ts'
import { rememberBriefly } from './rememberBriefly.ts'
import { INDEX_READINGS, MACS, type MacIndex } from './rowMacs.ts'
import type { Json, Moment, Reading, Row, Store } from './store.ts'
import { ADDRESSES_LOOKUP, API_KEY_CREDENTIALS, JOURNALED_TABLES, PASSKEY_CREDENTIALS } from './tables.ts'

/** Rows and lists of one organization while its facts are these, by what asks for them. */
export interface Known {
  readonly facts: number
  /** Once it was read and found right. */
  index?: MacIndex
  row(key: string): Promise<Json | undefined> | undefined
  /** @returns whether the reading is kept here for everybody */
  keepRow(table: string, key: string, reading: Promise<Json | undefined>): boolean
  list(key: string): Promise<Row[]> | undefined
  keepList(table: string, key: string, reading: Promise<Row[]>): void
}

export interface KnownFacts {
  /** Reads an organization, and of the rows that are asked for those that are not known. */
  open(store: Store, organization: string, readings: readonly Reading[]): Promise<Opened>
  /** Whether these are the facts that were read or committed last, as far as this process knows. */
  isCurrent(organization: string, facts: number): boolean
  /** This process changed its facts. */
  forget(organization: string): void
}

export interface Opened {
  readonly moment: Moment
  /** What the answers are to. */
  readonly asked: readonly Reading[]
  /** The index at these facts if it is known. If so, its readings were not asked. */
  readonly index: MacIndex | undefined
  /** Rows and lists known at these facts; undefined if another request knows newer facts. */
  readonly known: Known | undefined
}

/** Those that were asked last; the others read anew what they need. */
const ORGANIZATIONS = 256
/** Of one organization; those who touch many rows read them anew. */
const MOST_ROWS = 32
const MOST_LISTS = 4
/** Longer lists are read anew. */
const LONGEST_LIST = 50

const FACT_TABLES: ReadonlySet<string> = new Set([
  ...JOURNALED_TABLES.filter((table) => table !== 'activities'),
  MACS,
  API_KEY_CREDENTIALS,
  PASSKEY_CREDENTIALS,
  ADDRESSES_LOOKUP,
])

/** Whether nobody changes a row of the table without changing the facts. */
const areFacts = (table: string): boolean => FACT_TABLES.has(table)

/** @param clock milliseconds */
export function rememberFacts(clock: () => number): KnownFacts {
  const memory = rememberBriefly<Known>(clock, ORGANIZATIONS)

  function at(organization: string, { version, facts }: Moment): Known | undefined {
    const before = memory.get(organization)
    if (before?.facts === facts) return before
    // Of an organization that is being made, nothing is to be found yet.
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
      // Another request may drop `before` during the read; what it holds stays right for its facts.
      const index = before?.index
      if (before && index) {
        const asked = await notKnown(before, readings)
        const moment = await store.read(organization, asked)
        if (moment.facts === before.facts) return { moment, asked, index, known: at(organization, moment) }
      }
      const moment = await store.read(organization, readings)
      return { moment, asked: readings, index: undefined, known: at(organization, moment) }
    },
  }
}

async function notKnown(known: Known, readings: readonly Reading[]): Promise<Reading[]> {
  const asked: Reading[] = []
  for (const reading of readings) {
    const { table, id, follow } = reading
    if (INDEX_READINGS.includes(reading)) continue
    // Another request's failed read says nothing about what this one finds.
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
      // What could not be read is asked for again.
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
