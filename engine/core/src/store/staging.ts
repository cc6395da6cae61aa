/** What transactions stage, and the port that commits it: in groups (groupCommit.ts) or one by one (commitAlone.ts). */
import type { TextedChange } from './journalEntry.ts'
import type { Charge } from './storage.ts'
import type { Json, Rest, Write } from './store.ts'

export interface Staged {
  /** Every organization that was read. */
  readonly rests: readonly OpenedRest[]
  /** One per organization whose tables change. */
  readonly entries: readonly NewEntry[]
  /** Rows of tables and lookups, without the journal's. */
  readonly writes: readonly Write[]
  /** Rows that were looked for and not found, and must still not exist. */
  readonly fresh: readonly FreshRow[]
  /** Additions to storage counters of organizations with an entry. */
  readonly charges: readonly Charge[]
}

export interface OpenedRest extends Rest {
  readonly version: number
}

export interface FreshRow {
  readonly organization: string
  readonly table: string
  readonly id: string
}

export interface NewEntry {
  readonly organization: string
  readonly changes: readonly TextedChange[]
  readonly cause: Cause
  /** Whether the entry leaves the facts unchanged. */
  readonly isAppend: boolean
  lastHead(): Promise<Json | undefined>
  /** The hash of the last entry in a head of this version. @throws RowAltered */
  hashIn(head: Json | undefined, version: number): string
  /** The row that authenticates the organization once its journal ends with this entry. */
  head(sequence: number, hash: string): Write
}

/** The cause that the journal records; `at` in milliseconds. */
export interface Cause {
  readonly activityId: string | null
  readonly at: number
}

/** Values of storage counters, by owner. */
export type Counters = ReadonlyMap<string, Json | undefined>

export interface Staging {
  /** Whether a request that only appends may leave its organization's turn before it is durable. */
  readonly isShared: boolean
  /**
   * Settles when everything staged here is durable.
   * @throws StoreConflict when another commit changed facts or fresh rows of the request; ApiError when a storage
   *   quota is full; any other error of the store
   */
  commit(staged: Staged): Promise<void>
  /** Whether this version or a newer one was committed here: then the next commit reads nothing of this version. */
  isWritten(organization: string, version: number): boolean
}
