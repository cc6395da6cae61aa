/** What the calls about private key tags do. */
import type { CallWords } from './callWords.ts'

export const privateKeyTagWords = {
  list_private_key_tags: {
    summary: 'Lists all private key tags of the organization.',
    description: 'Not paginated: an organization can have at most 100 tags, a sub-organization 10.',
    fields: { privateKeyTags: 'The tags.' },
  },
  create_private_key_tag: {
    summary: 'Creates a tag and assigns it to private keys.',
    description:
      'Policies refer to the tag by its id: `private_key.tags.contains(…)`. If one id is unknown, nothing is created.',
    fields: { privateKeyIds: 'Ids of the private keys to assign the tag to. Can be empty.' },
    errors: ['NAME_TAKEN', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_REACHED'],
  },
  update_private_key_tag: {
    summary: 'Renames a tag or changes which private keys have it.',
    description: 'Both lists are required; an empty list changes nothing. All changes are made or none.',
    fields: {
      addPrivateKeyIds: 'Ids of the private keys to assign the tag to.',
      removePrivateKeyIds: 'Ids of the private keys to remove the tag from.',
    },
    errors: ['RESOURCE_NOT_FOUND', 'NAME_TAKEN'],
  },
  delete_private_key_tags: {
    summary: 'Deletes tags and removes them from private keys.',
    description:
      'All tags are deleted or none. Policies that refer to a deleted tag no longer match any private key by it.',
    fields: { privateKeyIds: 'Ids of the private keys that had one of the tags.' },
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
