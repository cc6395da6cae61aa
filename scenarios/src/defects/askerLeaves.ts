import { assertMatches, assertThat } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const askerLeaves = scenario('somebody asks, and is gone before the others decide', async (world) => {
  const { owner } = await world.organization({ rootUsers: ['owner'] })
  const [ann, ben] = [await owner.addsUser('ann'), await owner.addsUser('ben')]
  await owner.allows(
    `approvers.filter(a, a.id in ['${ann.userId}', '${ben.userId}']).count() == 2`,
    "activity.resource == 'WALLET'",
  )
  const ask = (walletName: string) => ann.asks('CREATE_WALLET', { walletName, accounts: [] })
  const [first, second] = [await ask('one'), await ask('two')]
  await owner.does('DELETE_USERS', { userIds: [ann.userId] })
  await world.refuses('API_KEY_NOT_FOUND', () => ann.reads('whoami'))

  // Whichever it is, done or failed: what waits can be brought to an end.
  const { status } = await owner.approves(first)
  const ends = ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED']
  assertThat(ends.includes(status), 'an approval ends what she asked')
  assertMatches(
    await owner.rejects(second),
    { status: 'ACTIVITY_STATUS_REJECTED' },
    'a rejection does so, too',
  )
})
