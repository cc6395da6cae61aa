/** A store that counts the rows it reads: what a request costs, whatever the machine. */
import type { Store } from '../store/store.ts'

export interface RowCount {
  rows: number
}

/** Rows that a request reads when it was made once before, and nothing else goes on. */
export async function rowsReadBy(
  ask: () => Promise<unknown>,
  engine: { idle(): Promise<unknown> },
  count: RowCount,
): Promise<number> {
  await ask()
  await engine.idle()
  count.rows = 0
  await ask()
  return count.rows
}

/** A row that is looked for costs the same as one that is found. */
export function countingRows<S extends Store>(store: S, count: RowCount): S {
  return {
    ...store,
    async get(...of) {
      count.rows++
      return store.get(...of)
    },
    async read(organization, readings) {
      const found = await store.read(organization, readings)
      count.rows += readings.length + found.answers.filter(({ followed }) => followed !== undefined).length
      return found
    },
    async list(...of) {
      const rows = await store.list(...of)
      count.rows += Math.max(1, rows.length)
      return rows
    },
    async organizations() {
      const ids = await store.organizations()
      count.rows += ids.length
      return ids
    },
  }
}
