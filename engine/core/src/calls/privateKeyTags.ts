/** Tags on private keys, which policies refer to. */
import type { IntentOf } from '@keywright/contract'
import { privateKeyFacts } from '../authorize/objectFacts.ts'
import type { PolicyFacts } from '../checked.ts'
import { type Query, submitOnKeys } from '../handler.ts'
import type { PrivateKeyRow } from '../store/tables.ts'
import { find, PRIVATE_KEY_TAGS } from './find.ts'
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

const PRIVATE_KEY_TAG: TagKind<PrivateKeyRow> = {
  ...PRIVATE_KEY_TAGS,
  findWearer: (context, id) => find(context, 'privateKeys', id),
  listWearers: ({ rows }) => rows.list('privateKeys'),
  idOf: (key) => key.privateKeyId,
  tagsOf: (key) => key.privateKeyTags,
  async saveTags({ rows, now }, key, privateKeyTags) {
    rows.put('privateKeys', key.privateKeyId, { ...key, privateKeyTags, updatedAt: now })
  },
}

const create_private_key_tag = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG'>) => posted,

  async check(context, { privateKeyTagName, privateKeyIds }) {
    const found = await checkNewTag(context, PRIVATE_KEY_TAG, privateKeyTagName, privateKeyIds)
    return { found, facts: keyFacts(found.wearers) }
  },

  async execute(context, { intent: { privateKeyIds }, found }) {
    return { privateKeyTagId: await newTag(context, PRIVATE_KEY_TAG, found), privateKeyIds }
  },
})

const update_private_key_tag = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG'>) => posted,

  async check(context, intent) {
    const update = {
      tagId: intent.privateKeyTagId,
      newName: intent.newPrivateKeyTagName,
      add: intent.addPrivateKeyIds,
      remove: intent.removePrivateKeyIds,
    }
    const found = await checkTagUpdate(context, PRIVATE_KEY_TAG, update, 'removePrivateKeyIds')
    return { found, facts: keyFacts([...found.add, ...found.remove]) }
  },

  async execute(context, { intent: { privateKeyTagId }, found }) {
    await updateTag(context, PRIVATE_KEY_TAG, found)
    return { privateKeyTagId }
  },
})

const delete_private_key_tags = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS'>) => posted,

  async check(context, { privateKeyTagIds }) {
    const found = await findTags(context, PRIVATE_KEY_TAG, privateKeyTagIds)
    return { found, facts: keyFacts(found.wearers) }
  },

  async execute(context, { intent: { privateKeyTagIds }, found }) {
    return { privateKeyTagIds, privateKeyIds: await removeTags(context, PRIVATE_KEY_TAG, found) }
  },
})

/** The call alone, so that a grant for a key doesn't allow it, and each key that it touches. */
const keyFacts = (keys: readonly PrivateKeyRow[]): PolicyFacts[] => [
  {},
  ...keys.map((key) => ({ private_key: privateKeyFacts(key) })),
]

const list_private_key_tags: Query<'list_private_key_tags'> = async (context) => ({
  privateKeyTags: await listTags(context, PRIVATE_KEY_TAG),
})

export const submits = { create_private_key_tag, update_private_key_tag, delete_private_key_tags }
export const queries = { list_private_key_tags }
