/** Results that `npm run crash` prints and writes into `hosts/server/README.md`. */
import { appendFileSync } from 'node:fs'
import type { Found } from './crashRun.ts'

/** Lines of JSON: the table, and the row. Without it, nothing is recorded. */
const FILE = process.env['KEYWRIGHT_CRASH_RECORD']

export type RecordedTable = 'faults' | 'damaged pages'

/** Adds a row to a table. */
export function record(table: RecordedTable, row: Readonly<Record<string, string | number>>): void {
  if (FILE !== undefined) appendFileSync(FILE, `${JSON.stringify([table, row])}\n`)
}

/** Records what a fault cost under load, before the test judges it. */
export function recordFault(
  fault: string,
  rounds: number,
  { acknowledged, lost, doubled, broken }: Pick<Found, 'acknowledged' | 'lost' | 'doubled' | 'broken'>,
): void {
  const counts = { acknowledged, lost: lost.length, doubled: doubled.length, broken: broken.length }
  record('faults', { fault, rounds, ...counts })
}
