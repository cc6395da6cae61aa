/**
 * Facts of organizations as they were read last, for requests that find them unchanged: who asks, the key that signs,
 * policies and webhooks are the same for one request after the other.
 *
 * What is remembered is used only by a transaction that has just read that the organization's facts are those, and
 * whose commit says so once more.
 */
import { type Memory, rememberBriefly } from './rememberBriefly.ts'
import type { Json, Row } from './store.ts'
import { FACT_LOOKUPS, JOURNALED_TABLES } from './tables.ts'

/** Rows and lists of one organization while its facts are these, by what asks for them. */
export interface Known {
  readonly facts: number
  readonly rows: Map<string, Promise<Json | undefined>>
  readonly lists: Map<string, Promise<Row[]>>
}

export type KnownFacts = Memory<Known>

const ORGANIZATIONS = 256
/** Of one organization; those who touch many rows read them anew. */
export const MOST_ROWS = 32
export const MOST_LISTS = 4
/** Longer lists are read anew. */
export const LONGEST_LIST = 50

export const rememberFacts = (clock: () => number): KnownFacts => rememberBriefly(clock, ORGANIZATIONS)

const FACT_TABLES: ReadonlySet<string> = new Set([
  ...JOURNALED_TABLES.filter((table) => table !== 'activities'),
  ...Object.values(FACT_LOOKUPS),
])

/** Whether nobody changes a row of the table without changing the facts. */
export const areFacts = (table: string): boolean => FACT_TABLES.has(table)
