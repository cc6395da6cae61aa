/** `npm run sizes` and the end of `npm run build`: a table of sizes, compared with the public SDKs of the protocol. */
import { budgets, measure, type Size } from './measure.ts'

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const sizeText = ({ first, later }: Size) =>
  kilobytes(first) + (later > 0 ? ` (+ ${kilobytes(later)} when used)` : '')

let isAbove = false
const rows = [['entry, gzip', 'Keywright', 'budget', 'public SDK']]
for (const { name, source, budget, external, public: other } of budgets) {
  const size = await measure(source, 'tools/scripts', external)
  isAbove ||= size.first > budget
  const compared =
    other === undefined
      ? '–'
      : await measure(other, 'tools/tests/nightly', external).then(
          sizeText,
          () => 'not installed, or does not bundle for a page',
        )
  rows.push([name, sizeText(size), kilobytes(budget), compared])
}
const widths = rows[0]!.map((_, n) => Math.max(...rows.map((row) => row[n]!.length)))
const lineOf = (row: readonly string[]) => `| ${row.map((cell, n) => cell.padEnd(widths[n]!)).join(' | ')} |`
console.log(
  [
    lineOf(rows[0]!),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rows.slice(1).map(lineOf),
  ].join('\n'),
)
if (isAbove) {
  console.error('An entry is above its budget: see tools/scripts/sizes/budgets.json')
  process.exitCode = 1
}
