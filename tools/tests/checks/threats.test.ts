/** The threat model of `SECURITY.md`, which the security page shows, names existing tests. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

function rowsOf(file: string): string[][] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const start = lines.findIndex((line) => line.startsWith('| Attacker | Asset |'))
  expect(start, file).toBeGreaterThan(0)
  const after = lines.slice(start)
  const table = after.slice(0, after.indexOf(''))
  return table.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const rows = rowsOf('.github/SECURITY.md')

it('has a row for each attacker', () => {
  expect(rows.length).toBeGreaterThan(10)
})

it.each(rows.slice(2).map((row) => [row[0]!, row] as const))('names existing tests: %s', (_, row) => {
  expect(row).toHaveLength(5)
  for (const cell of row) expect(cell).not.toBe('')
  const files = [...row[3]!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
  expect(files.length > 0 || row[3] === 'none').toBe(true)
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
})
