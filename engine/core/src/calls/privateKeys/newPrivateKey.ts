/** Creates single private keys, generated or imported. */
import type { PrivateKey, PrivateKeyParams } from '@keywright/contract'
import {
  type AddressFormat,
  addressOf,
  assertFormatFitsCurve,
  type Curve,
  generatePrivateKey,
  publicKeyOf,
  toHex,
  withSecret,
} from '@keywright/keys'
import type { Context, ExecuteContext } from '../../context.ts'
import { prefetch } from '../../store/prefetch.ts'
import type { PrivateKeyRow } from '../../store/tables.ts'
import { ADDRESSES } from '../addresses.ts'
import { DATA_KEYS } from '../dataKeys.ts'
import { findAll, findTag, PRIVATE_KEY_TAGS } from '../find.ts'
import { assertRoom } from '../limits.ts'
import { assertNameFree, claimName, type Taken } from '../names.ts'
import { SECRETS } from '../secrets.ts'

export type NewPrivateKey = Omit<PrivateKeyParams, 'privateKeyTags'> & {
  readonly privateKeyTags?: readonly string[]
}

/**
 * Checks new keys before they are created.
 * @throws ApiError 400 for more than one request may create, 404 for an unknown tag, 409 for a taken name, 429 if the
 *   organization is full; KeysError for a format that doesn't fit the curve
 */
export async function assertNewPrivateKeys(context: Context, keys: readonly NewPrivateKey[]): Promise<void> {
  context.budget.assertLeft('derivations', keys.length)
  prefetch(...keys.map(({ privateKeyName }) => assertNameFree(context.rows, 'private key', privateKeyName)))
  const tags = new Set(keys.flatMap(({ privateKeyTags = [] }) => privateKeyTags))
  await Promise.all([
    assertRoom(context, 'privateKeys', keys.length),
    findAll(context, [...tags], (id) => findTag(context, PRIVATE_KEY_TAGS, id)),
  ])
  for (const { curve, addressFormats } of keys) {
    for (const format of addressFormats) assertFormatFitsCurve(format as AddressFormat, curve as Curve)
  }
  const taken: Taken = new Set()
  await Promise.all(
    keys.map(({ privateKeyName }) => assertNameFree(context.rows, 'private key', privateKeyName, { taken })),
  )
}

/** Approximate cost of computing and storing an address, in microseconds. */
const ADDRESS_COST = 200

/**
 * Stores a generated or imported key.
 * @param params checked by `assertNewPrivateKeys`
 * @throws ApiError 409 if the organization has the key already
 */
export async function newPrivateKey(
  context: ExecuteContext,
  params: NewPrivateKey,
  imported?: Uint8Array,
): Promise<PrivateKeyRow> {
  const { ids, now, rows, vault, organization } = context
  const curve = params.curve as Curve
  const formats = [...new Set(params.addressFormats)] as AddressFormat[]
  context.budget.worked(formats.length * ADDRESS_COST)
  const privateKeyId = ids.random()
  await claimName(rows, 'private key', params.privateKeyName, privateKeyId)
  const dataKey = DATA_KEYS.create(context, 'privateKeys', privateKeyId)
  const secret = imported ?? generatePrivateKey(curve, context.random)
  const { publicKey, sealedKey } = withSecret(secret, () => ({
    publicKey: publicKeyOf(curve, secret),
    sealedKey: vault.seal(organization.organizationId, privateKeyId, secret, dataKey),
  }))
  // Identified by public key, because the same 32 bytes are another key on another curve.
  await SECRETS.claim(context, 'private key', publicKey, privateKeyId, imported ? 'imported' : 'fresh')
  const key: PrivateKeyRow = {
    privateKeyId,
    privateKeyName: params.privateKeyName,
    curve,
    publicKey: toHex(publicKey),
    addresses: formats.map((format) => ({ format, address: addressOf(format, publicKey) })),
    privateKeyTags: [...new Set(params.privateKeyTags)],
    exported: false,
    imported: imported !== undefined,
    sealedKey,
    createdAt: now,
    updatedAt: now,
  }
  rows.put('privateKeys', privateKeyId, key)
  const holder = { table: 'privateKeys', id: privateKeyId } as const
  await ADDRESSES.claim(
    rows,
    key.addresses.map(({ address }) => ({ address, holder })),
  )
  return key
}

/** The addresses of a key as the API returns them. */
export function presentAddresses({ addresses }: PrivateKeyRow): PrivateKey['addresses'] {
  return addresses.map(({ format, address }) => ({ format: format as AddressFormat, address }))
}
