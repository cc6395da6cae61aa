/** Formats a recorded console call as text, one line or a table. */
export function printedText(level: string, values: readonly unknown[]): string {
  if (level === 'table') return tableText(values[0])
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))).join(' ')
}

/** Formats a list of rows as columns. Other values stay unchanged. */
function tableText(value: unknown): string {
  const rows: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (rows.length === 0) return JSON.stringify(value)
  const isRecord = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null
  const names = [...new Set(rows.flatMap(([, row]) => (isRecord(row) ? Object.keys(row) : [])))]
  const cells = [
    ['', ...(names.length > 0 ? names : ['value'])],
    ...rows.map(([key, row]) => [
      key,
      ...(isRecord(row) ? names.map((name) => shown(row[name])) : [shown(row)]),
    ]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const shown = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
