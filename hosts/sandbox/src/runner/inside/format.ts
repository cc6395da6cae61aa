/** Formats values like Node's console, limited in length. */
import { formatWithOptions, inspect as inspectInNode } from 'node-inspect-extracted'

const MAX_LENGTH = 8_000

/**
 * Formats the values of one call like `util.format`, with its placeholders such as `%s`. Never throws: Node looks behind a
 * proxy, but here its traps run, and may throw.
 */
export function format(values: readonly unknown[]): string {
  try {
    return shortened(formatWithOptions({ maxStringLength: MAX_LENGTH }, ...values))
  } catch {
    if (values.length === 1) return UNREADABLE
    return shortened(values.map((value) => format([value])).join(' '))
  }
}

const UNREADABLE = '[a value that throws when it is read]'

const shortened = (text: string): string =>
  text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)} … ${text.length} characters`

/** Formats a value like `console.dir`. */
export function inspect(value: unknown, options: object = {}): string {
  try {
    return shortened(inspectInNode(value, { customInspect: false, maxStringLength: MAX_LENGTH, ...options }))
  } catch {
    return UNREADABLE
  }
}

/** Formats rows as a table of text, like `console.table`. Other values as `console.log` does. */
export function formatTable(value: unknown, columns?: readonly string[]): string {
  try {
    return tableOf(value, columns)
  } catch {
    return UNREADABLE
  }
}

function tableOf(value: unknown, columns?: readonly string[]): string {
  if (typeof value !== 'object' || value === null) return format([value])
  if (value instanceof Map)
    return draw(
      ['(iteration index)', 'Key', 'Values'],
      [...value].map(([key, one], at) => [`${at}`, cell(key), cell(one)]),
    )
  if (value instanceof Set)
    return draw(
      ['(iteration index)', 'Values'],
      [...value].map((one, at) => [`${at}`, cell(one)]),
    )
  const rows = Object.entries(value)
  const names = columns ?? [...new Set(rows.flatMap(([, row]) => (isRecord(row) ? Object.keys(row) : [])))]
  const hasValues = rows.some(([, row]) => !isRecord(row))
  return draw(
    ['(index)', ...names, ...(hasValues ? ['Values'] : [])],
    rows.map(([key, row]) => [
      key,
      ...names.map((name) => (isRecord(row) && Object.hasOwn(row, name) ? cell(row[name]) : '')),
      ...(hasValues ? [isRecord(row) ? '' : cell(row)] : []),
    ]),
  )
}

const isRecord = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'function' || (typeof row === 'object' && row !== null)

function cell(value: unknown): string {
  const isLarge = isRecord(value) && !Array.isArray(value) && Object.keys(value).length > 2
  return inspectInNode(value, { depth: isLarge ? -1 : 0, maxArrayLength: 3, breakLength: Infinity })
}

function draw(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)) + 2)
  const line = (ends: string) => ends[0] + widths.map((width) => '─'.repeat(width)).join(ends[1]) + ends[2]
  const text = cells.map((row) => `│${row.map((cell, n) => ` ${cell}`.padEnd(widths[n]!)).join('│')}│`)
  return [line('┌┬┐'), text[0], line('├┼┤'), ...text.slice(1), line('└┴┘')].join('\n')
}
