import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openWorkbench, type Workbench } from '../kit/workbench.ts'
import { countUse, MORE, type More, makeOne, makeUntilRefused } from './countUse.ts'

vi.mock('../../sandbox/pageSandbox.ts', () => import('../testing/inProcess.ts'))

let bench: Workbench
beforeAll(async () => {
  bench = await openWorkbench()
})
const usedOf = async (resource: string) => (await countUse(bench)).find((use) => use.resource === resource)!

describe.each(Object.keys(MORE) as More[])('%s', (resource) => {
  it('is counted up by one when one is made', async () => {
    const { used } = await usedOf(resource)
    await makeOne(bench, resource)
    expect((await usedOf(resource)).used).toBe(used + 1)
  })
})

it('the engine refuses at the limit that the meter shows', async () => {
  const { used, limit } = await usedOf('webhookEndpoints')
  let made = 0
  const words = await makeUntilRefused(bench, 'webhookEndpoints', () => made++)
  expect(made).toBe(limit! - used)
  expect(words).toContain(String(limit))
  expect(await usedOf('webhookEndpoints')).toMatchObject({ used: limit, limit })
})

it('names the user who uses most', async () => {
  expect(await usedOf('apiKeys')).toMatchObject({ used: 2, limit: 10, of: 'Alice' })
})
