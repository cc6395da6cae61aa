import { expect, it } from 'vitest'
import { measureSandbox, SIZE_BUDGETS } from './sizes.ts'

it('stays within the size budgets for the first call and for a run', async () => {
  const { engine, runner } = await measureSandbox()
  expect(engine / 1024).toBeLessThanOrEqual(SIZE_BUDGETS.engine)
  expect(runner / 1024).toBeLessThanOrEqual(SIZE_BUDGETS.runner)
})
