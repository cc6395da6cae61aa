/** What a host asks of its database beyond the engine's store: the whole contents, and who waits for delivery. */
import type { Store } from './store.ts'

/** Everything in a database, as stored: row values are JSON text. */
export interface StoreContents {
  readonly organizations: readonly (readonly [id: string, version: number])[]
  readonly rows: readonly (readonly [organization: string, table: string, id: string, value: string])[]
}

export interface WholeStore extends Store {
  /** Whether the database answers. */
  ping(): Promise<boolean>
  /** Ids of organizations that have messages to be delivered. */
  withMessages(): Promise<string[]>
  /** One consistent reading. */
  readAll(): Promise<StoreContents>
  /** Replaces everything, at once or not at all. */
  replaceAll(contents: StoreContents): Promise<void>
}
