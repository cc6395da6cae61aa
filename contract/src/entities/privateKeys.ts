/** Private keys: single keys without a seed. */
import { list, object, optional } from '../define.ts'
import { AddressFormat, Curve } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { flag, hex, name, text } from '../scalars.ts'
import { Timestamp } from './common.ts'

export const Address = object({ format: optional(AddressFormat), address: optional(text) })

export const PrivateKey = object({
  privateKeyId: ids.privateKey,
  publicKey: hex,
  privateKeyName: name,
  curve: Curve,
  addresses: list(Address),
  privateKeyTags: list(ids.privateKeyTag),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  exported: flag,
  imported: flag,
})

export const PrivateKeyParams = object({
  privateKeyName: name,
  curve: Curve,
  privateKeyTags: list(ids.privateKeyTag),
  addressFormats: list(AddressFormat),
})

export const PrivateKeyResult = object({
  privateKeyId: optional(ids.privateKey),
  addresses: optional(list(Address)),
})
