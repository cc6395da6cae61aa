/** Stands in for `engine/core/src/store/rowMacs.ts` in a measured bundle: the same exports, and no MACs. */
import type { Json, Reading, Row, Write } from '@keywright/engine'

export const MACS = 'macs'
export const HEADS = 'heads'
export const INDEX_READINGS: readonly Reading[] = []
export const NO_ROWS = { value: { rows: {}, buckets: {} }, mac: '' }
export const openIndex = () => NO_ROWS
export const openHead = () => ({ sequence: 0, hash: '', index: '', mac: '' })
export const openBuckets = async () => undefined
export const hasMacs = () => false

export const headOf = (_mac: unknown, organization: string): Write => {
  return { organization, table: HEADS, id: 'head', value: null }
}

export const rowMacs = () => ({
  expected: async () => undefined,
  check: (_table: string, _id: string, _value: Json | undefined) => undefined,
  checkList: async (_table: string, _range: unknown, _rows: readonly Row[]) => undefined,
  after: async () => ({ index: '', writes: [] as Write[] }),
})

export class RowAltered extends Error {}
