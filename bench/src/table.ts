/** One printed line a measurement: what, how much, beside what, the ratio, and what was aimed for. */

export interface Row {
  readonly what: string
  readonly value: string
  readonly beside?: string
  readonly ratio?: string
  readonly aim?: string
}

export function printTable(title: string, rows: readonly Row[]): void {
  const head: Row = { what: title, value: 'measured', beside: 'beside', ratio: 'ratio', aim: 'aim' }
  const columns = ['what', 'value', 'beside', 'ratio', 'aim'] as const
  const widths = columns.map((column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const line = (row: Row) => columns.map((column, i) => (row[column] ?? '').padEnd(widths[i]!)).join('  ')
  console.log(`\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`)
  for (const row of rows) console.log(line(row).trimEnd())
}

export const us = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} µs`
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
export const times = (value: number) => `${value.toFixed(2)} ×`
export const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
export const percent = (share: number) => `${(share * 100).toFixed(0)} %`
