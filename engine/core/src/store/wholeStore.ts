/**
 * What a host needs from its database in addition to the engine's store: full contents, and organizations with
 * messages to deliver.
 */
import type { Store, StoreReads } from './store.ts'

/** Contents of a database, or a part of them, as stored: row values are JSON text. */
export interface StoreContents {
  readonly organizations: readonly (readonly [id: string, version: number])[]
  readonly rows: readonly (readonly [organization: string, table: string, id: string, value: string])[]
}

export type ContentParts = AsyncIterable<StoreContents> | Iterable<StoreContents>

/** Upper bound of the organizations and rows in one part. */
export const ROWS_PER_PART = 1_000

export interface Snapshot extends StoreReads, Pick<WholeStore, 'withRows'> {}

export interface WholeStore extends Store {
  inSnapshot<T>(task: (moment: Snapshot) => Promise<T>): Promise<T>
  ping(): Promise<boolean>
  /** Ids of organizations that have messages to be delivered. */
  withMessages(): Promise<string[]>
  /** Ids under which rows are stored, whether or not an organization has the id. */
  withRows(): Promise<string[]>
  /** A consistent snapshot in parts, organizations first. It is taken when the first part is read. */
  readAll(): AsyncIterable<StoreContents>
  /** Replaces everything atomically. If reading the parts fails, nothing changes. */
  replaceAll(parts: ContentParts): Promise<void>
}

/** Collects parts in memory. */
export async function collectContents(parts: ContentParts): Promise<StoreContents> {
  const organizations: StoreContents['organizations'][number][] = []
  const rows: StoreContents['rows'][number][] = []
  for await (const part of parts) {
    for (const organization of part.organizations) organizations.push(organization)
    for (const row of part.rows) rows.push(row)
  }
  return { organizations, rows }
}
