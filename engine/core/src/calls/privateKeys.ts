/** Private keys: single keys without a seed. */
import type { IntentOf, PrivateKey } from '@keywright/contract'
import { parseHex } from '@keywright/keys'
import { privateKeyFacts } from '../authorize/objectFacts.ts'
import { mapResting } from '../budget.ts'
import type { ExecuteContext } from '../context.ts'
import { type Query, submit, submitOnKeys } from '../handler.ts'
import type { PrivateKeyRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { ADDRESSES } from './addresses.ts'
import { DATA_KEYS } from './dataKeys.ts'
import { assertDistinct } from './distinct.ts'
import { assertExported } from './exported.ts'
import { find, findAll } from './find.ts'
import { releaseName } from './names.ts'
import { assertNewPrivateKeys, newPrivateKey, presentAddresses } from './privateKeys/newPrivateKey.ts'
import { SECRETS } from './secrets.ts'

const create_private_keys = submit({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS' | 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2'>,
  ) => posted,

  async check(context, { privateKeys }) {
    await assertNewPrivateKeys(context, privateKeys)
    return { found: undefined }
  },

  async execute(context, { intent: { privateKeys } }) {
    const made = await mapResting(context.budget, privateKeys, 'derivations', (params) =>
      newPrivateKey(context, params),
    )
    return {
      privateKeys: made.map((key) => ({
        privateKeyId: key.privateKeyId,
        addresses: presentAddresses(key),
      })),
    }
  },

  // Version 1 returns only ids.
  present: (result, type) =>
    type === 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS'
      ? { privateKeyIds: result.privateKeys.map((key) => key.privateKeyId) }
      : result,
})

const delete_private_keys = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_PRIVATE_KEYS'>) => posted,

  async check(context, { privateKeyIds, deleteWithoutExport = false }) {
    assertDistinct(privateKeyIds, 'privateKeyIds')
    const keys = await findAll(context, privateKeyIds, (id) => find(context, 'privateKeys', id))
    assertExported(
      keys.map(({ privateKeyId: id, exported }) => ({ id, exported })),
      deleteWithoutExport,
    )
    return { found: keys, facts: keys.map((key) => ({ private_key: privateKeyFacts(key) })) }
  },

  async execute(context, { intent: { privateKeyIds }, found: keys }) {
    await mapResting(context.budget, keys, 'rows', (key) => removePrivateKey(context, key))
    return { privateKeyIds }
  },
})

async function removePrivateKey(context: ExecuteContext, key: PrivateKeyRow): Promise<void> {
  const { rows } = context
  for (const { address } of key.addresses) await ADDRESSES.release(rows, address, key.privateKeyId)
  SECRETS.release(context, 'private key', parseHex(key.publicKey, 'public key'))
  releaseName(rows, 'private key', key.privateKeyName)
  DATA_KEYS.erase(rows, 'privateKeys', key.privateKeyId)
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
