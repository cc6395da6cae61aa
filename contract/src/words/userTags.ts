/** What the calls about user tags do. */
import type { CallWords } from './callWords.ts'

export const userTagWords = {
  list_user_tags: {
    summary: 'Lists all user tags of the organization.',
    description: 'Not paginated: an organization can have at most 100 tags, a sub-organization 10.',
    fields: { userTags: 'The tags.' },
  },
  create_user_tag: {
    summary: 'Creates a tag and assigns it to users.',
    description:
      'Policies refer to the tag by its id: `approvers.any(user, user.tags.contains(…))`. If one id is unknown, nothing is created.',
    fields: { userIds: 'Ids of the users to assign the tag to. Can be empty.' },
    errors: ['NAME_TAKEN', 'USER_NOT_FOUND', 'RESOURCE_LIMIT_REACHED'],
  },
  update_user_tag: {
    summary: 'Renames a tag or changes which users have it.',
    description: 'Both lists are required; an empty list changes nothing. All changes are made or none.',
    fields: {
      addUserIds: 'Ids of the users to assign the tag to.',
      removeUserIds: 'Ids of the users to remove the tag from.',
    },
    errors: ['RESOURCE_NOT_FOUND', 'USER_NOT_FOUND', 'NAME_TAKEN'],
  },
  delete_user_tags: {
    summary: 'Deletes tags and removes them from users.',
    description:
      'All tags are deleted or none. Policies that refer to a deleted tag no longer match any user by it.',
    fields: { userIds: 'Ids of the users who had one of the tags.' },
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
