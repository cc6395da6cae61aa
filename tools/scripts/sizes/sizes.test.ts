import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { budgets, measure } from './measure.ts'

it('the page that lists the packages names these budgets', () => {
  const page = readFileSync(new URL('../../../site/content/sdks/introduction.mdx', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('≤'))
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const name = /@keywright\/[\w/-]+/.exec(row)![0]
    const kilobytes = Number(/≤ (\d+) KB/.exec(row)![1])
    const own = budgets
      .filter(({ source }) => source.includes(`'${name}'`))
      .map(({ budget }) => budget / 1024)
    expect(own, name).toContain(kilobytes)
  }
})

/** The table of CONTRIBUTING.md: entry → kilobytes at most, and of the budget. */
const table = new Map(
  [
    ...readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8').matchAll(
      /^\| ([^|]+) \| (\d+) KB \| (\d+) KB \| [^|]+ \|$/gm,
    ),
  ].map(([, name, most, budget]) => [name!, { most: Number(most), budget: Number(budget) }] as const),
)

it('CONTRIBUTING.md has a row for each entry, and no other', () => {
  expect([...table.keys()]).toEqual(budgets.map(({ name }) => name))
})

describe('what a page loads', () => {
  it.each(budgets)('$name: at most $budget bytes', async ({ name, source, budget, external }) => {
    const { first } = await measure(source, 'tools/scripts', external)
    expect(first).toBeGreaterThan(500)
    expect(first).toBeLessThanOrEqual(budget)
    const told = table.get(name)!
    expect(told.budget * 1024).toBe(budget)
    expect(first).toBeLessThanOrEqual(told.most * 1024)
  })

  it('counts static and dynamic imports separately', async () => {
    const small = await measure(`export const a = 1`, 'tools/scripts')
    const more = await measure(`export const a = () => import('@noble/curves/ed25519.js')`, 'tools/scripts')
    expect(small).toEqual({ first: expect.any(Number), later: 0 })
    expect(more.first).toBeLessThan(1000)
    expect(more.later).toBeGreaterThan(10_000)
  })
})
