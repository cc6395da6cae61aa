import { expect } from 'vitest'
import type { Person } from '../person.ts'
import { story } from '../story.ts'

export const tagsAreAtomic = story('a tag changes on all users or on none', async (world) => {
  const { owner } = await world.organization({ rootUsers: ['owner'] })
  const [ann, ben] = [await owner.addsUser('ann'), await owner.addsUser('ben')]
  const tagsOf = async ({ userId }: Person) => (await owner.reads('get_user', { userId })).user.userTags
  const nobody = crypto.randomUUID()

  const userTagId = await owner.tags('board', ann)
  await world.refuses('USER_NOT_FOUND', () =>
    owner.does('UPDATE_USER_TAG', {
      userTagId,
      addUserIds: [ben.userId, nobody],
      removeUserIds: [ann.userId],
    }),
  )
  await world.refuses('NAME_TAKEN', () => owner.tags('board', ben))
  expect([await tagsOf(ann), await tagsOf(ben)], 'no tag was changed').toEqual([[userTagId], []])

  await owner.does('UPDATE_USER_TAG', { userTagId, addUserIds: [ben.userId], removeUserIds: [ann.userId] })
  expect([await tagsOf(ann), await tagsOf(ben)], 'both tags were changed').toEqual([[], [userTagId]])

  // Policies see the change immediately.
  await owner.allows(`approvers.any(a, a.tags.contains('${userTagId}'))`, "activity.resource == 'WALLET'")
  await ben.createsWallet('of the board')
  const waiting = await ann.asks('CREATE_WALLET', { walletName: 'not tagged', accounts: [] })
  expect(waiting, 'ann now needs the approval of a board member').toMatchObject({
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  })
  await owner.does('DELETE_USER_TAGS', { userTagIds: [userTagId] })
  await world.refuses('NOT_PERMITTED_BY_POLICY', () => ben.createsWallet('of the board no more'))
  expect(await tagsOf(ben), 'no user has a deleted tag').toEqual([])
})
