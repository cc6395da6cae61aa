/** Filters of webhook endpoints are read in pieces, so that other requests don't wait. */
import { expect, it } from 'vitest'
import { createTestEngine } from '../support/index.ts'

it('pauses while the filters of many endpoints are read', async () => {
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  const engine = createTestEngine('filters', { pause })
  const { root } = await engine.organization()
  const filtersJson = JSON.stringify({ filterByType: ['none'] })
  const subscriptions = Array.from({ length: 500 }, () => ({ eventType: 'ACTIVITY_UPDATES', filtersJson }))
  for (let n = 0; n < 12; n++) {
    const endpoint = { url: `https://hooks.example/${n}`, name: `endpoint ${n}`, subscriptions }
    await root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', endpoint)
  }
  pauses = 0
  await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
  expect(pauses).toBeGreaterThanOrEqual(4)
})
