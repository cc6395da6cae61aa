/** Tags on users. */
import { list, optional, query, submit, version } from '../define.ts'
import { Tag } from '../entities/tags.ts'
import { id, name } from '../scalars.ts'

export const userTagCalls = {
  list_user_tags: query({}, { userTags: list(Tag) }),
  create_user_tag: submit('USER', 'CREATE', {
    ACTIVITY_TYPE_CREATE_USER_TAG: version(
      { userTagName: name, userIds: list(id) },
      { userTagId: id, userIds: list(id) },
    ),
  }),
  update_user_tag: submit('USER', 'UPDATE', {
    ACTIVITY_TYPE_UPDATE_USER_TAG: version(
      { userTagId: id, newUserTagName: optional(name), addUserIds: list(id), removeUserIds: list(id) },
      { userTagId: id },
    ),
  }),
  delete_user_tags: submit('USER', 'DELETE', {
    ACTIVITY_TYPE_DELETE_USER_TAGS: version(
      { userTagIds: list(id) },
      { userTagIds: list(id), userIds: list(id) },
    ),
  }),
} as const
