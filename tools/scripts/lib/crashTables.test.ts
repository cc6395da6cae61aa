import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { replaceRows, replaceTables, tablesOf } from './crashTables.mjs'

const LINES = [
  ['faults', { fault: 'kill -9, SQLite', rounds: 200, acknowledged: 2_810, lost: 0 }],
  ['faults', { fault: 'disk full', rounds: 1, acknowledged: 40, lost: 0 }],
  ['damaged pages', { page: 'zeroed', wrong: 0 }],
]
  .map((line) => JSON.stringify(line))
  .join('\n')

it('makes a table of each kind of line', () => {
  expect([...tablesOf(LINES)]).toEqual([
    [
      'faults',
      [
        '| fault | rounds | acknowledged | lost |',
        '| --- | --- | --- | --- |',
        '| disk full | 1 | 40 | 0 |',
        '| kill -9, SQLite | 200 | 2,810 | 0 |',
      ].join('\n'),
    ],
    ['damaged pages', '| page | wrong |\n| --- | --- |\n| zeroed | 0 |'],
  ])
})

it('replaces a row of a table by its first column, and adds others at the end', () => {
  const table = (...rows: string[]) =>
    ['<!-- npm run cluster -->\n', '| fault | lost |', '| --- | --- |', ...rows, '\n<!-- end -->'].join('\n')
  const before = table('| switchover | 1 |', '| restart | 2 |')
  const after = table('| switchover | 0 |', '| restart | 2 |', '| black hole | 1,000 |')
  const rows = [
    { fault: 'switchover', lost: 0 },
    { fault: 'black hole', lost: 1_000 },
  ]
  expect(replaceRows(before, 'npm run cluster', rows)).toBe(after)
  expect(replaceRows(after, 'npm run cluster', rows)).toBe(after)
})

it('replaces the tables of the README, twice with the same result, and keeps those without rows', () => {
  const text = readFileSync(new URL('../../../hosts/server/README.md', import.meta.url), 'utf8')
  const names = [...text.matchAll(/<!-- npm run crash: (.+?) -->/g)].map(([, name]) => name)
  expect(names).toEqual(['faults', 'damaged pages'])
  const once = replaceTables(text, tablesOf(LINES))
  expect(once).toContain('| kill -9, SQLite | 200 | 2,810 | 0 |\n\n<!-- end -->')
  expect(replaceTables(once, tablesOf(LINES))).toBe(once)
  expect(replaceTables(text, new Map())).toBe(text)
})
