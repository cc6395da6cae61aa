/**
 * What a host needs from its database in addition to the engine's store: full contents, and organizations with
 * messages to deliver.
 */
import type { Store } from './store.ts'

/** The full contents of a database, as stored: row values are JSON text. */
export interface StoreContents {
  readonly organizations: readonly (readonly [id: string, version: number])[]
  readonly rows: readonly (readonly [organization: string, table: string, id: string, value: string])[]
}

export interface WholeStore extends Store {
  /** Whether the database answers. */
  ping(): Promise<boolean>
  /** Ids of organizations that have messages to be delivered. */
  withMessages(): Promise<string[]>
  /** Ids under which rows are stored, whether or not an organization has the id. */
  withRows(): Promise<string[]>
  /** A consistent snapshot. */
  readAll(): Promise<StoreContents>
  /** Replaces everything atomically. */
  replaceAll(contents: StoreContents): Promise<void>
}
