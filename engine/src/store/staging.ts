/** What transactions stage, and the port that commits it: group commit (groupCommit.ts), or one by one (commitAlone.ts). */
import type { TextedChange } from './journalEntry.ts'
import type { Charge } from './storage.ts'
import type { Json, Rest, Write } from './store.ts'

/** What a request wants committed: all of it or nothing. */
export interface Staged {
  /** Every organization that was read. */
  readonly rests: readonly OpenedRest[]
  /** One for each organization whose tables change. */
  readonly entries: readonly NewEntry[]
  /** Rows of tables and lookups; the journal's are made here. */
  readonly writes: readonly Write[]
  /** Rows that nobody may have written: they were looked for, and were not there. */
  readonly fresh: readonly FreshRow[]
  /** What it adds to storage counters, of organizations with an entry. */
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
  /** Whether it leaves the facts as they are. */
  readonly isAppend: boolean
  /** The entry of the version that was read, as it is stored; undefined for none. */
  lastEntry(): Promise<Json | undefined>
  /** The row that vouches for the organization once the journal ends with this entry. */
  head(sequence: number, hash: string): Write
}

/** What the journal names as reason; at in milliseconds. */
export interface Cause {
  readonly activityId: string | null
  readonly at: number
}

export interface Staging {
  /** Whether a request that only appends may leave its organization's turn before it is durable. */
  readonly isShared: boolean
  /**
   * Settles when everything staged here is durable.
   * @throws StoreConflict when another commit changed what it rests on; ApiError when a storage quota is full; whatever else
   *   the store threw
   */
  commit(staged: Staged): Promise<void>
  /** Whether the entry of this version is known here: then nobody needs to read it. */
  knowsEntry(organization: string, version: number): boolean
}
