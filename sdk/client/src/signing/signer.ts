/** The two ways to sign: a transaction, which policies can read, and a raw payload. */
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
  /** A `KeywrightClient`, or what `createConnection` answers. */
  readonly client: Connection
  /** Whose key it is: a UUID. Default: the client's organization. */
  readonly organizationId?: string
  /** Address of a wallet account or private key, or the id of a private key. */
  readonly signWith: string
}

type Unsigned = Pick<SignTransactionIntentV2, 'type' | 'unsignedTransaction'>
type Payload = Omit<SignRawPayloadIntentV2, 'signWith'>

/**
 * Signs by `sign_transaction`: policies see what the transaction does.
 * @param shape makes the host library's form of the signed transaction, hexadecimal without `0x`
 */
export function signUnsigned<Signed>(
  { client, organizationId, signWith }: SignerConfig,
  unsigned: Unsigned,
  shape: (signedTransaction: string) => Signed | Promise<Signed>,
): Promise<Signed> {
  const input = { signWith, ...unsigned, ...(organizationId && { organizationId }) }
  return shaped(signTransaction(client, input), (result: { signedTransaction: string }) =>
    shape(result.signedTransaction),
  )
}

/**
 * Signs by `sign_raw_payload`: policies see the encoding and the digest, and no recipients.
 * @param shape makes the host library's form of the signature
 */
export function signPayload<Signed>(
  { client, organizationId, signWith }: SignerConfig,
  payload: Payload,
  shape: (signature: SignRawPayloadResult) => Signed | Promise<Signed>,
): Promise<Signed> {
  const input = { signWith, ...payload, ...(organizationId && { organizationId }) }
  return shaped(signRawPayload(client, input), shape)
}

/** Whether `signWith` is an id, whose address must be asked for. */
export const isPrivateKeyId = (signWith: string): boolean =>
  /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(signWith)

/** The private key that `signWith` is the id of. */
export async function findPrivateKey({
  client,
  organizationId,
  signWith,
}: SignerConfig): Promise<PrivateKey> {
  const input = { privateKeyId: signWith, ...(organizationId && { organizationId }) }
  return (await getPrivateKey(client, input)).privateKey
}

/**
 * The address that signs: `signWith` itself, or the private key's of that format.
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
    'name the address beside `signWith` where the adapter takes one, or create the key with that format',
  )
}
