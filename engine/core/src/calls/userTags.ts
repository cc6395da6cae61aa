/** Tags on users, which policies refer to. */
import type { IntentOf } from '@keywright/contract'
import { type Query, submitOnUsers } from '../handler.ts'
import type { UserRow } from '../store/tables.ts'
import { findUser, USER_TAGS } from './find.ts'
import {
  checkNewTag,
  checkTagUpdate,
  findTags,
  listTags,
  newTag,
  removeTags,
  type TagKind,
  updateTag,
} from './tags/tags.ts'
import { saveUser } from './users/saveUser.ts'

const USER_TAG: TagKind<UserRow> = {
  ...USER_TAGS,
  findWearer: findUser,
  listWearers: ({ rows }) => rows.list('users'),
  idOf: (user) => user.userId,
  tagsOf: (user) => user.userTags,
  saveTags: (context, user, userTags) =>
    saveUser(context, user, { ...user, userTags, updatedAt: context.now }),
}

const create_user_tag = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_USER_TAG'>) => posted,

  async check(context, { userTagName, userIds }) {
    const found = await checkNewTag(context, USER_TAG, userTagName, userIds)
    return { found, users: found.wearers }
  },

  async execute(context, { intent: { userIds }, found }) {
    return { userTagId: await newTag(context, USER_TAG, found), userIds }
  },
})

const update_user_tag = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_USER_TAG'>) => posted,

  async check(context, intent) {
    const update = {
      tagId: intent.userTagId,
      newName: intent.newUserTagName,
      add: intent.addUserIds,
      remove: intent.removeUserIds,
    }
    const found = await checkTagUpdate(context, USER_TAG, update, 'removeUserIds')
    return { found, users: [...found.add, ...found.remove] }
  },

  async execute(context, { intent: { userTagId }, found }) {
    await updateTag(context, USER_TAG, found)
    return { userTagId }
  },
})

const delete_user_tags = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_USER_TAGS'>) => posted,

  async check(context, { userTagIds }) {
    const found = await findTags(context, USER_TAG, userTagIds)
    return { found, users: found.wearers }
  },

  async execute(context, { intent: { userTagIds }, found }) {
    return { userTagIds, userIds: await removeTags(context, USER_TAG, found) }
  },
})

const list_user_tags: Query<'list_user_tags'> = async (context) => ({
  userTags: await listTags(context, USER_TAG),
})

export const submits = { create_user_tag, update_user_tag, delete_user_tags }
export const queries = { list_user_tags }
