import { expect } from 'vitest'
import { story } from '../story.ts'

export const worldChangedMeanwhile = story(
  'an approved activity can’t be executed anymore',
  async (world) => {
    const { alice, bob } = await world.organization({ rootUsers: ['alice', 'bob'], threshold: 2 })
    const wallet = { walletName: 'shared', accounts: [] }
    const [hers, his] = [await alice.asks('CREATE_WALLET', wallet), await bob.asks('CREATE_WALLET', wallet)]
    expect(await bob.approves(hers), 'her activity completes first').toMatchObject({
      status: 'ACTIVITY_STATUS_COMPLETED',
    })

    const failed = await alice.approves(his)
    expect(failed, 'the name is already taken').toMatchObject({
      status: 'ACTIVITY_STATUS_FAILED',
      failure: { code: 6 },
    })
    expect((await alice.reads('list_wallets')).wallets.length, 'nothing was partially executed').toEqual(1)
    expect(await bob.approves(his), 'failed is final').toMatchObject({ status: 'ACTIVITY_STATUS_FAILED' })
    // An activity that can't succeed is rejected before it waits for approvals.
    await world.refuses('NAME_TAKEN', () => alice.asks('CREATE_WALLET', wallet))
  },
)
