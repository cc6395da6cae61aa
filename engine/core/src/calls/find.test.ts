import { expect, it } from 'vitest'
import { openBudget } from '../budget.ts'
import { findAll } from './find.ts'

let pauses = 0
const context = {
  budget: openBudget(async () => {
    pauses++
  }),
}
const ids = Array.from({ length: 10_000 }, (_, n) => String(n))

it('finds a long list in pieces, with pauses', async () => {
  expect(await findAll(context, ids, async (id) => Number(id))).toEqual(ids.map(Number))
  expect(pauses).toBeGreaterThan(20)
})

it('ends at the first piece with an unknown id', async () => {
  let searched = 0
  const findOne = async (id: string) => {
    searched++
    if (id === '3') throw new Error('unknown')
  }
  await expect(findAll(context, ids, findOne)).rejects.toThrow('unknown')
  expect(searched).toBeLessThan(1_000)
})
