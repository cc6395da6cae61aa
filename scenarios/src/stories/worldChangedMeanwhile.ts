import { assertEqual, assertMatches } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const worldChangedMeanwhile = scenario('what was approved can no longer be done', async (world) => {
  const { alice, bob } = await world.organization({ rootUsers: ['alice', 'bob'], threshold: 2 })
  const wallet = { walletName: 'shared', accounts: [] }
  const [hers, his] = [await alice.asks('CREATE_WALLET', wallet), await bob.asks('CREATE_WALLET', wallet)]
  assertMatches(await bob.approves(hers), { status: 'ACTIVITY_STATUS_COMPLETED' }, 'hers was first')

  const failed = await alice.approves(his)
  assertMatches(
    failed,
    { status: 'ACTIVITY_STATUS_FAILED', failure: { code: 6 } },
    'the name is taken by now',
  )
  assertEqual((await alice.reads('list_wallets')).wallets.length, 1, 'half of nothing was done')
  assertMatches(await bob.approves(his), { status: 'ACTIVITY_STATUS_FAILED' }, 'failed is final')
  // What could not succeed even now is refused before anybody is asked.
  await world.refuses('NAME_TAKEN', () => alice.asks('CREATE_WALLET', wallet))
})
