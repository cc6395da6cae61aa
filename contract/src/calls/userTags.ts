/** Tags on users. */
import { list, optional, query, submit, version } from '../define.ts'
import { Tag } from '../entities/tags.ts'
import { ids } from '../ids.ts'
import { name } from '../scalars.ts'

export const userTagCalls = {
  list_user_tags: query({}, { userTags: list(Tag) }),
  create_user_tag: submit('USER', 'CREATE', {
    ACTIVITY_TYPE_CREATE_USER_TAG: version(
      { userTagName: name, userIds: list(ids.user) },
      { userTagId: ids.userTag, userIds: list(ids.user) },
    ),
  }),
  update_user_tag: submit('USER', 'UPDATE', {
    ACTIVITY_TYPE_UPDATE_USER_TAG: version(
      {
        userTagId: ids.userTag,
        newUserTagName: optional(name),
        addUserIds: list(ids.user),
        removeUserIds: list(ids.user),
      },
      { userTagId: ids.userTag },
    ),
  }),
  delete_user_tags: submit('USER', 'DELETE', {
    ACTIVITY_TYPE_DELETE_USER_TAGS: version(
      { userTagIds: list(ids.userTag) },
      { userTagIds: list(ids.userTag), userIds: list(ids.user) },
    ),
  }),
} as const
