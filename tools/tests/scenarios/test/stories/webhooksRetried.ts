import { type Activity, WITHHELD } from '@keywright/contract'
import { assert, expect } from 'vitest'
import { story } from '../story.ts'

export const webhooksRetried = story('a webhook is retried until its receiver accepts it', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const url = `${world.host.webhookReceiver}/${company.organizationId}`
  await world.refuses('FEATURE_VALUE_INVALID', () =>
    company.does('SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK', value: 'ftp://127.0.0.1/' }),
  )
  await company.does('SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK', value: url })
  const before = (await world.deliveriesTo(url)).length

  world.host.failDeliveries(2)
  const activity = await company.asks('CREATE_WALLET', { walletName: 'first', accounts: [] })
  await company.reads('list_wallets')
  for (let n = 0; n < 10; n++) {
    await world.passes({ seconds: 1 })
    await world.deliveriesTo(url)
  }
  const tries = (await world.deliveriesTo(url)).slice(before)
  expect(tries.length, 'two failures, one success, and nothing for the query').toEqual(3)
  assert(new Set(tries.map(({ id }) => id)).size === 1, 'each attempt has the same ID')
  const told = JSON.parse(tries[0]!.body) as Activity
  expect(told, 'the body is the activity').toMatchObject({ ...activity, votes: told.votes })
  expect(told.votes[0]!, 'the receiver can’t replay requests').toMatchObject({
    message: WITHHELD,
    signature: WITHHELD,
  })

  // Sub-organizations are included.
  const alice = await company.opensSubOrganization({ rootUser: 'alice' })
  await alice.createsWallet('hers')
  const heard = (await world.deliveriesTo(url)).map(
    ({ body }) => JSON.parse(body) as { organizationId: string },
  )
  assert(
    heard.some((each) => each.organizationId === alice.organizationId),
    'alice’s wallet was reported',
  )
})
