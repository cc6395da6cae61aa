/** Private keys: single keys without a seed. */
import type { IntentOf, PrivateKey } from '@keywright/contract'
import { parseHex } from '@keywright/keys'
import type { Context } from '../context.ts'
import { type Query, submit } from '../handler.ts'
import type { PrivateKeyRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { ADDRESSES } from './addresses.ts'
import { assertDistinct } from './distinct.ts'
import { assertExported } from './exported.ts'
import { find } from './find.ts'
import { releaseName } from './names.ts'
import { newPrivateKey, presentAddresses } from './privateKeys/newPrivateKey.ts'
import { SECRETS } from './secrets.ts'
import { privateKeyFacts } from './signing/signer.ts'

const create_private_keys = submit({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS' | 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2'>,
  ) => posted,

  async execute(context, { privateKeys }) {
    const made: PrivateKeyRow[] = []
    for (const params of privateKeys) made.push(await newPrivateKey(context, params))
    return {
      privateKeys: made.map((key) => ({
        privateKeyId: key.privateKeyId,
        addresses: presentAddresses(key),
      })),
    }
  },

  // Version 1 answers ids alone.
  present: (result, type) =>
    type === 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS'
      ? { privateKeyIds: result.privateKeys.map((key) => key.privateKeyId) }
      : result,
})

const delete_private_keys = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_PRIVATE_KEYS'>) => posted,

  refuse: (_context, { privateKeyIds }) => assertDistinct(privateKeyIds, 'privateKeyIds'),

  facts: async (context, { privateKeyIds }) => {
    const [key, ...others] = await findPrivateKeys(context, privateKeyIds)
    // Of several keys, a condition on one would say nothing about the others.
    return key && others.length === 0 ? { private_key: privateKeyFacts(key) } : {}
  },

  async execute(context, { privateKeyIds, deleteWithoutExport = false }) {
    const keys = await findPrivateKeys(context, privateKeyIds)
    assertExported(
      keys.map(({ privateKeyId: id, exported }) => ({ id, exported })),
      deleteWithoutExport,
    )
    for (const key of keys) await removePrivateKey(context, key)
    return { privateKeyIds }
  },
})

async function findPrivateKeys(context: Context, ids: readonly string[]): Promise<PrivateKeyRow[]> {
  const keys: PrivateKeyRow[] = []
  for (const id of ids) keys.push(await find(context, 'privateKeys', id))
  return keys
}

async function removePrivateKey(context: Context, key: PrivateKeyRow): Promise<void> {
  const { rows } = context
  for (const { address } of key.addresses) await ADDRESSES.release(rows, address, key.privateKeyId)
  SECRETS.release(context, 'private key', parseHex(key.publicKey, 'public key'))
  releaseName(rows, 'private key', key.privateKeyName)
  rows.remove('privateKeys', key.privateKeyId)
}

const get_private_key: Query<'get_private_key'> = async (context, { privateKeyId }) => ({
  privateKey: presentPrivateKey(await find(context, 'privateKeys', privateKeyId)),
})

const list_private_keys: Query<'list_private_keys'> = async ({ rows }) => ({
  privateKeys: (await rows.list('privateKeys')).map(presentPrivateKey),
})

function presentPrivateKey(key: PrivateKeyRow): PrivateKey {
  return {
    privateKeyId: key.privateKeyId,
    publicKey: key.publicKey,
    privateKeyName: key.privateKeyName,
    curve: key.curve as PrivateKey['curve'],
    addresses: presentAddresses(key),
    privateKeyTags: [...key.privateKeyTags],
    createdAt: toTimestamp(key.createdAt),
    updatedAt: toTimestamp(key.updatedAt),
    exported: key.exported,
    imported: key.imported,
  }
}

export const submits = { create_private_keys, delete_private_keys }
export const queries = { get_private_key, list_private_keys }
