/** What the calls about user tags do. */
import type { CallWords } from './callWords.ts'

export const userTagWords = {
  list_user_tags: {
    summary: 'Lists all user tags of the organization.',
    description: 'Not paged: an organization holds at most 100 tags, a sub-organization 10.',
    fields: { userTags: 'The tags.' },
  },
  create_user_tag: {
    summary: 'Creates a tag and puts it on users.',
    description:
      'All or none. Policies name the tag by its id: `approvers.any(user, user.tags.contains(…))`.',
    fields: { userIds: 'Ids of the users who wear it from the start; may be empty.' },
    errors: ['NAME_TAKEN', 'USER_NOT_FOUND', 'RESOURCE_LIMIT_REACHED'],
  },
  update_user_tag: {
    summary: 'Renames a tag, or changes which users wear it.',
    description: 'All or none. Both lists are needed; an empty one changes nothing.',
    fields: { addUserIds: 'Ids of users who get the tag.', removeUserIds: 'Ids of users who lose the tag.' },
    errors: ['RESOURCE_NOT_FOUND', 'USER_NOT_FOUND', 'NAME_TAKEN'],
  },
  delete_user_tags: {
    summary: 'Deletes tags and takes them off the users.',
    description: 'Deletes all or none. Policies that name a deleted tag no longer match any user by it.',
    fields: { userIds: 'Ids of the users who wore one of them.' },
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
