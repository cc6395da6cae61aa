/** Tags on private keys, by which policies name keys. */
import type { IntentOf } from '@keywright/contract'
import { type Query, submit } from '../handler.ts'
import type { PrivateKeyRow } from '../store/tables.ts'
import { find } from './find.ts'
import { assertDisjoint, listTags, newTag, removeTags, type TagKind, updateTag } from './tags/tags.ts'

const PRIVATE_KEY_TAG: TagKind<PrivateKeyRow> = {
  tagType: 'TAG_TYPE_PRIVATE_KEY',
  kind: 'private key tag',
  findWearer: (context, id) => find(context, 'privateKeys', id),
  listWearers: ({ rows }) => rows.list('privateKeys'),
  idOf: (key) => key.privateKeyId,
  tagsOf: (key) => key.privateKeyTags,
  async saveTags({ rows, now }, key, privateKeyTags) {
    rows.put('privateKeys', key.privateKeyId, { ...key, privateKeyTags, updatedAt: now })
  },
}

const create_private_key_tag = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG'>) => posted,

  async execute(context, { privateKeyTagName, privateKeyIds }) {
    const privateKeyTagId = await newTag(context, PRIVATE_KEY_TAG, privateKeyTagName, privateKeyIds)
    return { privateKeyTagId, privateKeyIds }
  },
})

const update_private_key_tag = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG'>) => posted,

  refuse: (_context, { addPrivateKeyIds, removePrivateKeyIds }) =>
    assertDisjoint(addPrivateKeyIds, removePrivateKeyIds, 'removePrivateKeyIds'),

  async execute(context, intent) {
    await updateTag(context, PRIVATE_KEY_TAG, {
      tagId: intent.privateKeyTagId,
      newName: intent.newPrivateKeyTagName,
      add: intent.addPrivateKeyIds,
      remove: intent.removePrivateKeyIds,
    })
    return { privateKeyTagId: intent.privateKeyTagId }
  },
})

const delete_private_key_tags = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS'>) => posted,

  async execute(context, { privateKeyTagIds }) {
    return { privateKeyTagIds, privateKeyIds: await removeTags(context, PRIVATE_KEY_TAG, privateKeyTagIds) }
  },
})

const list_private_key_tags: Query<'list_private_key_tags'> = async (context) => ({
  privateKeyTags: await listTags(context, PRIVATE_KEY_TAG),
})

export const submits = { create_private_key_tag, update_private_key_tag, delete_private_key_tags }
export const queries = { list_private_key_tags }
