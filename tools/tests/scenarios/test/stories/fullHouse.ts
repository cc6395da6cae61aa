import { expect } from 'vitest'
import { story } from '../story.ts'

export const fullHouse = story('an organization reaches its limits', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const alice = await company.opensSubOrganization({ rootUser: 'alice' })
  for (let n = 1; n <= 10; n++) await alice.tags(`tag ${n}`)
  await world.refuses('RESOURCE_LIMIT_REACHED', () => alice.tags('tag 11'))
  const { userTags } = await alice.reads('list_user_tags')
  expect(userTags.length, 'a sub-organization can have ten tags').toEqual(10)
  // Deleting a tag makes room for another.
  await alice.does('DELETE_USER_TAGS', { userTagIds: [userTags[0]!.tagId] })
  await alice.tags('tag 11')
  await company.tags('the parent has more room')
})
