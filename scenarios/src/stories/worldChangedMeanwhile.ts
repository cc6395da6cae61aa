import { assertEqual, assertMatches } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const worldChangedMeanwhile = scenario(
  'an approved activity can’t be executed anymore',
  async (world) => {
    const { alice, bob } = await world.organization({ rootUsers: ['alice', 'bob'], threshold: 2 })
    const wallet = { walletName: 'shared', accounts: [] }
    const [hers, his] = [await alice.asks('CREATE_WALLET', wallet), await bob.asks('CREATE_WALLET', wallet)]
    assertMatches(
      await bob.approves(hers),
      { status: 'ACTIVITY_STATUS_COMPLETED' },
      'her activity completes first',
    )

    const failed = await alice.approves(his)
    assertMatches(
      failed,
      { status: 'ACTIVITY_STATUS_FAILED', failure: { code: 6 } },
      'the name is already taken',
    )
    assertEqual((await alice.reads('list_wallets')).wallets.length, 1, 'nothing was partially executed')
    assertMatches(await bob.approves(his), { status: 'ACTIVITY_STATUS_FAILED' }, 'failed is final')
    // An activity that can't succeed is rejected before it waits for approvals.
    await world.refuses('NAME_TAKEN', () => alice.asks('CREATE_WALLET', wallet))
  },
)
