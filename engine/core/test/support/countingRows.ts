/** A store that counts the rows it reads, which is the cost of a request on any machine. */
import { MACS } from '../../src/store/rowMacs.ts'
import type { Store } from '../../src/store/store.ts'

export interface RowCount {
  rows: number
}

/**
 * A missing row costs the same as an existing one. MACs don't count: a row has at most one bucket of them, whether it
 * exists or not.
 */
export function countingRows<S extends Store>(store: S, count: RowCount): S {
  return {
    ...store,
    async get(organization, table, id) {
      if (table !== MACS) count.rows++
      return store.get(organization, table, id)
    },
    async read(organization, readings) {
      const found = await store.read(organization, readings)
      const rows = readings.filter(({ table }) => table !== MACS)
      count.rows += rows.length + found.answers.filter(({ followed }) => followed !== undefined).length
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
