/** Formats values like Node's console, limited in length. */
import { formatWithOptions } from 'node-inspect-extracted'

const MAX_LENGTH = 8_000

/** Formats the values of one call like `util.format`, with its placeholders such as `%s`. */
export function format(values: readonly unknown[]): string {
  const text = formatWithOptions({ maxStringLength: MAX_LENGTH }, ...values)
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)} … ${text.length} characters`
}

/** Formats rows as a table of text, like `console.table`. Other values as `console.log` does. */
export function formatTable(value: unknown, columns?: readonly string[]): string {
  if (typeof value !== 'object' || value === null) return format([value])
  const rows = Object.entries(value)
  const isRecord = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null
  const shown = (cell: unknown) => formatWithOptions({ depth: 0 }, '%o', cell)
  const names = columns ?? [...new Set(rows.flatMap(([, row]) => (isRecord(row) ? Object.keys(row) : [])))]
  const hasValues = rows.some(([, row]) => !isRecord(row))
  const cells = [
    ['(index)', ...names, ...(hasValues ? ['Values'] : [])],
    ...rows.map(([key, row]) => [
      key,
      ...names.map((name) => (isRecord(row) && Object.hasOwn(row, name) ? shown(row[name]) : '')),
      ...(hasValues ? [isRecord(row) ? '' : shown(row)] : []),
    ]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)) + 2)
  const line = (ends: string) => ends[0] + widths.map((width) => '─'.repeat(width)).join(ends[1]) + ends[2]
  const text = cells.map((row) => `│${row.map((cell, n) => ` ${cell}`.padEnd(widths[n]!)).join('│')}│`)
  return [line('┌┬┐'), text[0], line('├┼┤'), ...text.slice(1), line('└┴┘')].join('\n')
}
