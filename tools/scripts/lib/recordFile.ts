/** The format of recorded files: JSON with one record per line, for readable diffs. */
import { writeFileSync } from 'node:fs'

export function writeRecord(file: string, value: object): void {
  writeFileSync(file, recordText(value))
}

/** Top-level fields are on separate lines, as are the items of lists and maps among them. */
export function recordText(value: object): string {
  return `${block(value, 0)}\n`
}

function block(value: unknown, depth: number): string {
  const isOpen = typeof value === 'object' && value !== null && depth < 2
  if (!isOpen || Object.keys(value).length === 0) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const items = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(
      ([key, item]) => `${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${block(item, depth + 1)}`,
    )
  const indent = ' '.repeat(depth + 1)
  return `${open}\n${indent}${items.join(`,\n${indent}`)}\n${' '.repeat(depth)}${close}`
}
