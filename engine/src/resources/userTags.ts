/** Tags on users, by which policies name people. */
import type { IntentOf } from '@keywright/contract'
import { type Query, submit } from '../handler.ts'
import type { UserRow } from '../store/tables.ts'
import { findUser } from './find.ts'
import { assertDisjoint, listTags, newTag, removeTags, type TagKind, updateTag } from './tags/tags.ts'
import { saveUser } from './users/saveUser.ts'

const USER_TAG: TagKind<UserRow> = {
  tagType: 'TAG_TYPE_USER',
  kind: 'user tag',
  findWearer: findUser,
  listWearers: ({ rows }) => rows.list('users'),
  idOf: (user) => user.userId,
  tagsOf: (user) => user.userTags,
  saveTags: (context, user, userTags) =>
    saveUser(context, user, { ...user, userTags, updatedAt: context.now }),
}

const create_user_tag = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_USER_TAG'>) => posted,

  async execute(context, { userTagName, userIds }) {
    return { userTagId: await newTag(context, USER_TAG, userTagName, userIds), userIds }
  },
})

const update_user_tag = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_USER_TAG'>) => posted,

  refuse: (_context, { addUserIds, removeUserIds }) =>
    assertDisjoint(addUserIds, removeUserIds, 'removeUserIds'),

  async execute(context, { userTagId, newUserTagName, addUserIds, removeUserIds }) {
    await updateTag(context, USER_TAG, {
      tagId: userTagId,
      newName: newUserTagName,
      add: addUserIds,
      remove: removeUserIds,
    })
    return { userTagId }
  },
})

const delete_user_tags = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_USER_TAGS'>) => posted,

  async execute(context, { userTagIds }) {
    return { userTagIds, userIds: await removeTags(context, USER_TAG, userTagIds) }
  },
})

const list_user_tags: Query<'list_user_tags'> = async (context) => ({
  userTags: await listTags(context, USER_TAG),
})

export const submits = { create_user_tag, update_user_tag, delete_user_tags }
export const queries = { list_user_tags }
