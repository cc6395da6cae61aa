import { describe, expect, it } from 'vitest'
import { budgets, measure } from './measure.ts'

describe('what a page loads', () => {
  it.each(budgets)('$name: at most $budget bytes', async ({ source, budget, external }) => {
    const { first } = await measure(source, 'scripts', external)
    expect(first).toBeGreaterThan(500)
    expect(first).toBeLessThanOrEqual(budget)
  })

  it('counts what is imported at once, and apart what is imported later', async () => {
    const small = await measure(`export const a = 1`, 'scripts')
    const more = await measure(`export const a = () => import('@noble/curves/ed25519.js')`, 'scripts')
    expect(small).toEqual({ first: expect.any(Number), later: 0 })
    expect(more.first).toBeLessThan(1000)
    expect(more.later).toBeGreaterThan(10_000)
  })
})
