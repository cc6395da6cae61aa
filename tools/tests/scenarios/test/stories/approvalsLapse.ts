import { expect } from 'vitest'
import { story } from '../story.ts'

export const approvalsLapse = story('an approval expires after a day', async (world) => {
  const { alice, bob } = await world.organization({ rootUsers: ['alice', 'bob'], threshold: 2 })
  const asked = await alice.asks('CREATE_WALLET', { walletName: 'shared', accounts: [] })
  await world.passes({ hours: 24, seconds: 1 })

  const waiting = await bob.approves(asked)
  expect(waiting, 'alice’s approval has lapsed').toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' })
  const done = await alice.approves(asked)
  expect(done, 'alice approves again').toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
})
