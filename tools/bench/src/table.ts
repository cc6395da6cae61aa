/**
 * One line per measurement: what, value, reference, ratio, aim, whether it was met, and the figure of the recorded run. A
 * figure that is worse than the recorded one by over 10 % is marked.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** `npm run bench -- --record` writes it: figures by title, in the order of its rows. */
const FILE = new URL('../recorded.json', import.meta.url)
const recorded: Record<string, readonly (readonly [what: string, figure: string])[]> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {}
const isRecording = process.argv.includes('--record')

export interface Row {
  readonly what: string
  readonly value: string
  readonly reference?: string
  readonly ratio?: string
  readonly aim?: string
  /** Where the aim is a bound of a number. */
  readonly isMet?: boolean
}

/** Members of a row whose number may be so large at most. */
export const atMost = (value: number, bound: number, text: string): Pick<Row, 'aim' | 'isMet'> => ({
  aim: `≤ ${text}`,
  isMet: value <= bound,
})

/** Members of a row whose number is to stay below a bound. */
export const below = (value: number, bound: number, text: string): Pick<Row, 'aim' | 'isMet'> => ({
  aim: `< ${text}`,
  isMet: value < bound,
})

/** Members of a row whose number is to be at least so large. */
export const atLeast = (value: number, bound: number, text: string): Pick<Row, 'aim' | 'isMet'> => ({
  aim: `≥ ${text}`,
  isMet: value >= bound,
})

export function printTable(title: string, rows: readonly Row[]): void {
  const before = recorded[title] ?? []
  const head = [title, 'measured', 'reference', 'ratio', 'aim', '', 'recorded']
  const lines = rows.map((row, n) => {
    const { what, value, reference = '', ratio = '', aim = '', isMet } = row
    const met = isMet === undefined ? '' : isMet ? 'met' : 'missed'
    return [
      what,
      value,
      reference,
      ratio,
      aim,
      met,
      comparedWith(before[n]?.[0] === what ? before[n][1] : undefined, row),
    ]
  })
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((cells) => cells[column]!.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  console.log(`\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`)
  for (const cells of lines) console.log(line(cells))
  if (!isRecording) return
  recorded[title] = rows.map((row) => [row.what, figureOf(row)])
  writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`)
}

const figureOf = ({ value, ratio }: Row): string => ratio ?? value

/** Only figures with an aim can be worse: its sign says in which direction. */
function comparedWith(before: string | undefined, row: Row): string {
  if (before === undefined) return ''
  const change = Number.parseFloat(figureOf(row)) / Number.parseFloat(before)
  const isWorse = row.aim?.startsWith('≥') ? change < 0.9 : row.aim !== undefined && change > 1.1
  return isWorse ? `${before}, worse` : before
}

export const us = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} µs`
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
export const times = (value: number) => `${value.toFixed(2)} ×`
export const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
export const percent = (share: number) => `${(share * 100).toFixed(0)} %`
