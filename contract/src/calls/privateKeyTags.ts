/** Tags on private keys. */
import { list, optional, query, submit, version } from '../define.ts'
import { Tag } from '../entities/tags.ts'
import { ids } from '../ids.ts'
import { name } from '../scalars.ts'

export const privateKeyTagCalls = {
  list_private_key_tags: query({}, { privateKeyTags: list(Tag) }),
  create_private_key_tag: submit('PRIVATE_KEY', 'CREATE', {
    ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG: version(
      { privateKeyTagName: name, privateKeyIds: list(ids.privateKey) },
      { privateKeyTagId: ids.privateKeyTag, privateKeyIds: list(ids.privateKey) },
    ),
  }),
  update_private_key_tag: submit('PRIVATE_KEY', 'UPDATE', {
    ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG: version(
      {
        privateKeyTagId: ids.privateKeyTag,
        newPrivateKeyTagName: optional(name),
        addPrivateKeyIds: list(ids.privateKey),
        removePrivateKeyIds: list(ids.privateKey),
      },
      { privateKeyTagId: ids.privateKeyTag },
    ),
  }),
  delete_private_key_tags: submit('PRIVATE_KEY', 'DELETE', {
    ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS: version(
      { privateKeyTagIds: list(ids.privateKeyTag) },
      { privateKeyTagIds: list(ids.privateKeyTag), privateKeyIds: list(ids.privateKey) },
    ),
  }),
} as const
