/** The threat table of `SECURITY.md`. */
import { readFileSync } from 'node:fs'
import { InlineText } from '../../shared/InlineText.tsx'
import { FactsTable } from './FactsTable.tsx'

const SECURITY = new URL('../../../../.github/SECURITY.md', import.meta.url)
/** The column that names tests, for readers of the repository. */
const SHOWN_BY = 'Shown by'

/** Rows of the table, header first, without the separator line. */
function readThreats(): string[][] {
  const lines = readFileSync(SECURITY, 'utf8').split('\n')
  const table = lines.slice(lines.findIndex((line) => line.startsWith('| Attacker |')))
  const rows = table.slice(0, table.indexOf('')).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return rows.filter((_, index) => index !== 1)
}

/** The threats, without the tests that prove each control. */
export function Threats() {
  const [heads = [], ...threats] = readThreats()
  const shown = heads.map((_, index) => index).filter((index) => heads[index] !== SHOWN_BY)
  const rows = threats.map((cells) => ({
    key: cells[0]!,
    cells: shown.map((index) => <InlineText key={heads[index]}>{cells[index]!}</InlineText>),
  }))
  return <FactsTable label="threats" heads={shown.map((index) => heads[index]!)} rows={rows} />
}
