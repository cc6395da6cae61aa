/** One line per measurement: what, value, reference, ratio, aim, whether it was met, and the recorded figure. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Figures by title and measurement. `npm run bench -- --record` writes it. */
const FILE = new URL('../recorded.json', import.meta.url)
const recorded: Record<string, Record<string, string>> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {}

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

/** Members of a row whose number is to be at least so large. */
export const atLeast = (value: number, bound: number, text: string): Pick<Row, 'aim' | 'isMet'> => ({
  aim: `≥ ${text}`,
  isMet: value >= bound,
})

export function printTable(title: string, rows: readonly Row[]): void {
  const head = [title, 'measured', 'reference', 'ratio', 'aim', '', 'recorded']
  const lines = rows.map((row) => {
    const { what, value, reference = '', ratio = '', aim = '', isMet } = row
    const met = isMet === undefined ? '' : isMet ? 'met' : 'missed'
    return [what, value, reference, ratio, aim, met, comparedWith(recorded[title]?.[what], row)]
  })
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((cells) => cells[column]!.length)))
  const rule = widths.map((width) => '─'.repeat(width))
  console.log()
  for (const cells of [head, rule, ...lines])
    console.log(cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  if (!process.argv.includes('--record')) return
  recorded[title] = Object.fromEntries(rows.map((row) => [row.what, figureOf(row)]))
  writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`)
}

const figureOf = ({ value, ratio }: Row): string => ratio ?? value

/** Marks what is worse by over 10 %. Only a figure with an aim can be: its sign says in which direction. */
function comparedWith(before: string | undefined, row: Row): string {
  if (before === undefined) return ''
  const change = Number.parseFloat(figureOf(row)) / Number.parseFloat(before)
  const isWorse = row.aim?.startsWith('≥') ? change < 0.9 : row.aim !== undefined && change > 1.1
  return isWorse ? `${before}, worse` : before
}

export const us = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} µs`
export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
export const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
export const times = (value: number) => `${value.toFixed(2)} ×`
export const percent = (share: number) => `${(share * 100).toFixed(0)} %`
export const perSecond = (value: number) => `${value.toFixed(0)}/s`
