import { type Activity, WITHHELD } from '@keywright/contract'
import { assertEqual, assertMatches, assertThat } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const webhooksRetried = scenario(
  'a webhook is retried until its receiver accepts it',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const url = `${world.host.webhookReceiver}/${company.organizationId}`
    await world.refuses('FEATURE_VALUE_INVALID', () =>
      company.does('SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK', value: 'ftp://127.0.0.1/' }),
    )
    await company.does('SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK', value: url })
    const before = (await world.deliveriesTo(url)).length

    world.host.failDeliveries!(2)
    const activity = await company.asks('CREATE_WALLET', { walletName: 'first', accounts: [] })
    await company.reads('list_wallets')
    for (let n = 0; n < 10; n++) {
      await world.passes({ seconds: 1 })
      await world.deliveriesTo(url)
    }
    const tries = (await world.deliveriesTo(url)).slice(before)
    assertEqual(tries.length, 3, 'two failures, one success, and nothing for the query')
    assertThat(new Set(tries.map(({ id }) => id)).size === 1, 'each attempt has the same ID')
    const told = JSON.parse(tries[0]!.body) as Activity
    assertMatches(told, { ...activity, votes: told.votes }, 'the body is the activity')
    assertMatches(
      told.votes[0]!,
      { message: WITHHELD, signature: WITHHELD },
      'the receiver can’t replay requests',
    )

    // Sub-organizations are included.
    const alice = await company.opensSubOrganization({ rootUser: 'alice' })
    await alice.createsWallet('hers')
    const heard = (await world.deliveriesTo(url)).map(
      ({ body }) => JSON.parse(body) as { organizationId: string },
    )
    assertThat(
      heard.some((each) => each.organizationId === alice.organizationId),
      'alice’s wallet was reported',
    )
  },
  ['failDeliveries'],
)
