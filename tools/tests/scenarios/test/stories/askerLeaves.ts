import { assert, expect } from 'vitest'
import { story } from '../story.ts'

export const askerLeaves = story('the submitter is deleted before the approvers decide', async (world) => {
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

  const { status, failure } = await owner.approves(first)
  assert(
    status === 'ACTIVITY_STATUS_FAILED',
    'after the approval, the activity fails because its submitter was deleted',
  )
  assert(failure?.message?.includes(ann.userId) === true, 'the failure names her')
  expect(await owner.rejects(second), 'a rejection still works').toMatchObject({
    status: 'ACTIVITY_STATUS_REJECTED',
  })
})
