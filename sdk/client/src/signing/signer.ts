/** The two ways to sign: a transaction, which policies can inspect, and a raw payload. */
import {
  type AddressFormat,
  type Connection,
  getPrivateKey,
  type PrivateKey,
  type SignRawPayloadIntentV2,
  type SignRawPayloadResult,
  type SignTransactionIntentV2,
  signRawPayload,
  signTransaction,
} from '../index.ts'
import { SignerError } from './errors.ts'
import { shaped } from './outcome.ts'

export interface SignerConfig {
  /** A `KeywrightClient`, or the result of `createConnection`. */
  readonly client: Connection
  /** Organization that owns the key: a UUID. Default: the client's organization. */
  readonly organizationId?: string
  /** Address of a wallet account or private key, or the id of a private key. */
  readonly signWith: string
}

/**
 * The organization of a call. One that is present and undefined stays, because the client rejects it: the default would be
 * another organization.
 */
export const inOrganization = (config: Pick<SignerConfig, 'organizationId'>) =>
  ('organizationId' in config ? { organizationId: config.organizationId } : {}) as Pick<
    SignerConfig,
    'organizationId'
  >

type Unsigned = Pick<SignTransactionIntentV2, 'type' | 'unsignedTransaction'>
type Payload = Omit<SignRawPayloadIntentV2, 'signWith'>

/**
 * Signs with `sign_transaction`, so policies see what the transaction does.
 * @param shape converts the signed transaction, hexadecimal without `0x`, to the host library's form
 */
export function signUnsigned<Signed>(
  config: SignerConfig,
  unsigned: Unsigned,
  shape: (signedTransaction: string) => Signed | Promise<Signed>,
): Promise<Signed> {
  const input = { signWith: config.signWith, ...unsigned, ...inOrganization(config) }
  return shaped(signTransaction(config.client, input), (result: { signedTransaction: string }) =>
    shape(result.signedTransaction),
  )
}

/**
 * Signs with `sign_raw_payload`, so policies see the encoding and the digest but no recipients.
 * @param shape converts the signature to the host library's form
 */
export function signPayload<Signed>(
  config: SignerConfig,
  payload: Payload,
  shape: (signature: SignRawPayloadResult) => Signed | Promise<Signed>,
): Promise<Signed> {
  const input = { signWith: config.signWith, ...payload, ...inOrganization(config) }
  return shaped(signRawPayload(config.client, input), shape)
}

/** Whether `signWith` is an id, whose address must be looked up. */
export const isPrivateKeyId = (signWith: string): boolean =>
  /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(signWith)

/** The private key whose id is `signWith`. */
export async function findPrivateKey(config: SignerConfig): Promise<PrivateKey> {
  const input = { privateKeyId: config.signWith, ...inOrganization(config) }
  return (await getPrivateKey(config.client, input)).privateKey
}

/**
 * The signing address: `signWith` itself, or the private key's address in that format.
 * @throws SignerError `ADDRESS_MISSING`; what the client throws
 */
export async function findAddress(config: SignerConfig, format: AddressFormat): Promise<string> {
  if (!isPrivateKeyId(config.signWith)) return config.signWith
  const { addresses } = await findPrivateKey(config)
  const found = addresses.find((address) => address.format === format)?.address
  if (found) return found
  throw new SignerError(
    'ADDRESS_MISSING',
    `private key ${config.signWith} has no address of format ${format}`,
    'pass the address with `signWith` if the adapter accepts one, or create the key with that format',
  )
}
