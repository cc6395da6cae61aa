import { assertMatches } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const approvalsLapse = scenario('an approval expires after a day', async (world) => {
  const { alice, bob } = await world.organization({ rootUsers: ['alice', 'bob'], threshold: 2 })
  const asked = await alice.asks('CREATE_WALLET', { walletName: 'shared', accounts: [] })
  await world.passes({ hours: 24, seconds: 1 })

  const waiting = await bob.approves(asked)
  assertMatches(waiting, { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' }, 'alice’s approval has lapsed')
  const done = await alice.approves(asked)
  assertMatches(done, { status: 'ACTIVITY_STATUS_COMPLETED' }, 'alice approves again')
})
