/**
 * The rows of one organization, as a transaction reads and writes them.
 *
 * *Tables* (see tables.ts) hold the facts; every change to them is journaled. *Lookups* are derived from tables
 * (credential → user, email → sub-organization, …) or transient (outbox). They can be rebuilt or lost, so they are not.
 */
import type { ListLookup, LookupName, ProvenLookup, Unproven, UnprovenLookup } from './lookups.ts'
import type { Range } from './store.ts'
import type { CompactActivityRow, TableName, Tables } from './tables.ts'

export interface ReadRows {
  readonly organizationId: string
  get<T extends TableName>(table: T, id: string): Promise<Tables[T] | undefined>
  /** Rows in id order; see `Range`. */
  list<T extends TableName>(table: T, range?: Range): Promise<Tables[T][]>
  count(table: TableName): Promise<number>
  /** Reads one row of a lookup; the caller names its type. @throws RowAltered */
  lookup<V>(lookup: ProvenLookup, id: string): Promise<V | undefined>
  /** The row that a lookup row names; both are read in one call of the store. @throws RowAltered */
  follow<T extends TableName>(
    lookup: Lookup & { readonly lookup: ProvenLookup; readonly table: T },
  ): Promise<Tables[T] | undefined>
  /** Rows of a lookup in id order; none is missing. @throws RowAltered */
  lookupAll<V>(lookup: ListLookup, range?: Range): Promise<{ id: string; value: V }[]>
  /** Ids of a lookup in id order, of rows to remove: none of them is verified. */
  idsOf(lookup: LookupName, range?: Range): Promise<string[]>
  /** One row of a lookup, to be compared with what it leads to. */
  entry(lookup: UnprovenLookup, id: string): Promise<Unproven | undefined>
  /** Whether the store has the row now, whatever was read before. */
  hasNow(lookup: UnprovenLookup, id: string): Promise<boolean>
  /** Rows of a lookup in id order. Only lists of statuses that can still change are known to be complete. */
  entries(lookup: UnprovenLookup, range?: Range): Promise<{ id: string; entry: Unproven }[]>
}

export interface Partition extends ReadRows {
  /** @throws ApiError 400 for an object that is too large, see `assertFits` */
  put<T extends TableName>(table: T, id: string, row: Tables[T]): void
  remove(table: TableName, id: string): void
  /** Changes a finished activity, as an operator may. */
  rewrite(id: string, row: CompactActivityRow): void
  /** Adds a new activity. A finished one leaves the organization's facts unchanged, because no decision depends on it. */
  addActivity(id: string, row: CompactActivityRow): void
  putLookup(lookup: LookupName, id: string, value: unknown): void
  removeLookup(lookup: LookupName, id: string): void
  /** Writes a row that was looked for and not found. The commit conflicts if another request has written it since. */
  putFresh(lookup: UnprovenLookup, id: string, value: unknown): void
}

/** A row of a lookup, and the row of `table` that it names. */
export interface Lookup {
  readonly lookup: LookupName
  readonly id: string
  readonly table: TableName
}
