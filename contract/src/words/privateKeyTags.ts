/** What the calls about private key tags do. */
import type { CallWords } from './callWords.ts'

export const privateKeyTagWords = {
  list_private_key_tags: {
    summary: 'Lists all private key tags of the organization.',
    description: 'Not paged: an organization holds at most 100 tags, a sub-organization 10.',
    fields: { privateKeyTags: 'The tags.' },
  },
  create_private_key_tag: {
    summary: 'Creates a tag and puts it on private keys.',
    description: 'All or none. Policies name the tag by its id: `private_key.tags.contains(…)`.',
    fields: { privateKeyIds: 'Ids of the private keys that wear it from the start; may be empty.' },
    errors: ['NAME_TAKEN', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_REACHED'],
  },
  update_private_key_tag: {
    summary: 'Renames a tag, or changes which private keys wear it.',
    description: 'All or none. Both lists are needed; an empty one changes nothing.',
    fields: {
      addPrivateKeyIds: 'Ids of private keys that get the tag.',
      removePrivateKeyIds: 'Ids of private keys that lose the tag.',
    },
    errors: ['RESOURCE_NOT_FOUND', 'NAME_TAKEN'],
  },
  delete_private_key_tags: {
    summary: 'Deletes tags and takes them off the private keys.',
    description: 'All or none. Policies that name a deleted tag match nothing by it any more.',
    fields: { privateKeyIds: 'Ids of the private keys that wore one of them.' },
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
