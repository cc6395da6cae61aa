/** Rows of the host, kept in the engine's store next to the organizations, so that snapshots contain them. */
import { type Json, type Store, UNREADABLE } from '@keywright/engine'

/** Not a valid organization ID. */
export const DEV = '~dev'
/** Owner of the rows of a team server. */
export const SERVER = '~server'

/** @throws Error for a row that is not JSON */
export interface HostRows {
  get<T>(table: string, id: string): Promise<T | undefined>
  /** Rows in ID order, or in reverse. */
  list<T>(table: string, options?: { newestFirst?: boolean; limit?: number }): Promise<T[]>
  put(table: string, id: string, value: unknown): Promise<void>
  remove(table: string, ids: readonly string[]): Promise<void>
}

export function hostRows(store: Store, owner: string): HostRows {
  const commit = (table: string, rows: readonly (readonly [id: string, value: Json | undefined])[]) =>
    store.commit({
      guards: [],
      writes: rows.map(([id, value]) => ({ organization: owner, table, id, value })),
    })
  return {
    get: async (table, id) => readable(table, id, await store.get(owner, table, id)) as never,
    async list(table, { newestFirst = false, limit } = {}) {
      const rows = await store.list(owner, table, { reverse: newestFirst, limit })
      return rows.map(({ id, value }) => readable(table, id, value)) as never
    },
    put: (table, id, value) => commit(table, [[id, value as Json]]),
    remove: (table, ids) =>
      commit(
        table,
        ids.map((id) => [id, undefined]),
      ),
  }
}

function readable<T>(table: string, id: string, value: T): T {
  if (value === UNREADABLE) throw new Error(`row ${id} of ${table} in the database is damaged`)
  return value
}
