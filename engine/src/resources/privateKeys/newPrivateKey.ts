/** Makes single private keys, fresh or imported. */
import { ApiError, type PrivateKey, type PrivateKeyParams } from '@keywright/contract'
import {
  type AddressFormat,
  addressOf,
  assertFormatFitsCurve,
  type Curve,
  generatePrivateKey,
  publicKeyOf,
  toHex,
} from '@keywright/keys'
import type { Context } from '../../context.ts'
import type { PrivateKeyRow } from '../../store/tables.ts'
import { ADDRESSES } from '../addresses.ts'
import { assertRoom } from '../limits.ts'
import { claimName } from '../names.ts'
import { SECRETS } from '../secrets.ts'

export type NewPrivateKey = Omit<PrivateKeyParams, 'privateKeyTags'> & {
  readonly privateKeyTags?: readonly string[]
}

/**
 * Stores a fresh key, or the one of an import.
 * @throws ApiError 404 for an unknown tag, 409 for a taken name or a key that is here already, 429 when the organization is full; KeysError for a
 *   format that does not fit the curve
 */
export async function newPrivateKey(
  context: Context,
  params: NewPrivateKey,
  imported?: Uint8Array,
): Promise<PrivateKeyRow> {
  await assertRoom(context, 'privateKeys')
  const { ids, now, rows, vault, organization } = context
  await assertPrivateKeyTags(context, params.privateKeyTags ?? [])
  const curve = params.curve as Curve
  const formats = [...new Set(params.addressFormats)] as AddressFormat[]
  for (const format of formats) assertFormatFitsCurve(format, curve)
  const privateKeyId = ids.random()
  await claimName(rows, 'private key', params.privateKeyName, privateKeyId)
  const secret = imported ?? generatePrivateKey(curve, context.random)
  const publicKey = publicKeyOf(curve, secret)
  // The public key stands for the secret: the same 32 bytes make another key on another curve.
  await SECRETS.claim(context, 'private key', publicKey, privateKeyId)
  const key: PrivateKeyRow = {
    privateKeyId,
    privateKeyName: params.privateKeyName,
    curve,
    publicKey: toHex(publicKey),
    addresses: formats.map((format) => ({ format, address: addressOf(format, publicKey) })),
    privateKeyTags: [...new Set(params.privateKeyTags)],
    exported: false,
    imported: imported !== undefined,
    sealedKey: vault.seal(organization.organizationId, privateKeyId, secret),
    createdAt: now,
    updatedAt: now,
  }
  rows.put('privateKeys', privateKeyId, key)
  for (const { address } of key.addresses) {
    await ADDRESSES.claim(rows, address, { table: 'privateKeys', id: privateKeyId })
  }
  return key
}

async function assertPrivateKeyTags(
  { rows, organization }: Context,
  tagIds: readonly string[],
): Promise<void> {
  for (const id of tagIds) {
    const tag = await rows.get('tags', id)
    if (tag?.tagType === 'TAG_TYPE_PRIVATE_KEY') continue
    const { organizationId } = organization
    throw new ApiError('RESOURCE_NOT_FOUND', { kind: 'private key tag', id, organizationId })
  }
}

/** The addresses of a key as the wire spells them. */
export function presentAddresses({ addresses }: PrivateKeyRow): PrivateKey['addresses'] {
  return addresses.map(({ format, address }) => ({ format: format as AddressFormat, address }))
}
