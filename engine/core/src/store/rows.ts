/**
 * The rows of one organization, as a transaction reads and writes them.
 *
 * *Tables* (see tables.ts) hold the facts; every change to them is journaled. *Lookups* are derived from tables
 * (credential → user, email → sub-organization, …) or transient (outbox). They can be rebuilt or lost, so they are not.
 */
import type { Range } from './store.ts'
import type { TableName, Tables } from './tables.ts'

/** The rows of one organization, to be read. */
export interface ReadRows {
  readonly organizationId: string
  get<T extends TableName>(table: T, id: string): Promise<Tables[T] | undefined>
  /** Rows in id order; see `Range`. */
  list<T extends TableName>(table: T, range?: Range): Promise<Tables[T][]>
  /** How many rows a table has. */
  count(table: TableName): Promise<number>
  /** Reads one row of a lookup; the caller names its type. */
  lookup<V>(lookup: string, id: string): Promise<V | undefined>
  /** The row that a lookup row names; both are read in one call of the store. */
  follow<T extends TableName>(lookup: Lookup & { readonly table: T }): Promise<Tables[T] | undefined>
  /** Rows of a lookup in id order. */
  lookupAll<V>(lookup: string, range?: Range): Promise<{ id: string; value: V }[]>
}

/** The rows of one organization inside a transaction. */
export interface Partition extends ReadRows {
  /** @throws ApiError 400 for an object that is too large, see `assertFits` */
  put<T extends TableName>(table: T, id: string, row: Tables[T]): void
  remove(table: TableName, id: string): void
  /** Adds a row that no decision depends on: the organization's facts stay unchanged. */
  append<T extends TableName>(table: T, id: string, row: Tables[T]): void
  putLookup(lookup: string, id: string, value: unknown): void
  removeLookup(lookup: string, id: string): void
  /** Writes a row of a lookup that no decision depends on, or that no other request writes. */
  putEntry(lookup: string, id: string, value: unknown): void
  removeEntry(lookup: string, id: string): void
  /** Writes a row that was looked for and not found. The commit conflicts if another request has written it since. */
  putFresh(lookup: string, id: string, value: unknown): void
}

/** A row of a lookup, and the row of `table` that it names. */
export interface Lookup {
  readonly lookup: string
  readonly id: string
  readonly table: TableName
}
