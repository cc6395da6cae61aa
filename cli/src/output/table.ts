/** Formats text as columns and paragraphs. */
import { widthOf } from './style.ts'

/** Escapes line breaks, so that a name with a line break cannot look like another row. */
export const oneLine = (text: string): string =>
  text.replace(/[\n\r\t]/g, (found) => JSON.stringify(found).slice(1, -1))

/** Aligns rows in columns. The last column is not padded. Rows may differ in length. */
export function toColumns(cells: readonly (readonly string[])[], indent = ''): string {
  const rows = cells.map((row) => row.map(oneLine))
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))
    })
  }
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat(widths[i]! - widthOf(cell))))
          .join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Wraps a paragraph at spaces. Words longer than `width` are not broken. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return line === '' ? lines : [...lines, line]
}

/**
 * Breaks lines that are longer than a terminal is wide. What follows is indented like the last column of the line, or by four
 * more than the line if that column would be narrow.
 */
export function fitTo(columns: number, text: string): string {
  return text
    .split('\n')
    .flatMap((line) => (widthOf(line) <= columns ? [line] : broken(line, columns)))
    .join('\n')
}

const NARROW = 24

function broken(line: string, columns: number): string[] {
  const [, before = '', rest = ''] = /^(\s*(?:\S.*?\s{2,})?)(\S.*)$/.exec(line) ?? []
  if (columns - widthOf(before) >= NARROW) {
    const [first, ...more] = wrap(rest, columns - widthOf(before))
    return [before + first, ...more.map((part) => ' '.repeat(widthOf(before)) + part)]
  }
  const indent = ' '.repeat(Math.min(before.search(/\S|$/) + 4, columns >> 1))
  return [
    before.trimEnd(),
    ...wrap(rest, Math.max(columns - indent.length, 1)).map((part) => indent + part),
  ].filter(Boolean)
}
