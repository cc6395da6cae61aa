/** Raw payloads: from the text of a request to the bytes that are signed. */

import type { Curve } from './curve.ts'
import { parseHex, toUtf8 } from './encoding.ts'
import { KeysError } from './errors.ts'
import { authorizationDigest, parseAuthorization } from './ethereum/authorization.ts'
import { parseTypedData, typedDataDigest } from './ethereum/typedData.ts'
import { keccak256, sha256 } from './hash.ts'
import { type Signature, sign, signingAlgorithmOf } from './sign.ts'

const encodings = {
  PAYLOAD_ENCODING_HEXADECIMAL: (payload: string) => parseHex(payload, 'payload', { prefix: true }),
  PAYLOAD_ENCODING_TEXT_UTF8: toUtf8,
  /** Typed data is read, and hashed as EIP-712 says. */
  PAYLOAD_ENCODING_EIP712: (payload: string) => typedDataDigest(parseTypedData(payload)),
  PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: (payload: string) =>
    authorizationDigest(parseAuthorization(payload)),
} as const

export type PayloadEncoding = keyof typeof encodings
export const payloadEncodings = Object.keys(encodings) as PayloadEncoding[]

export const hashFunctions = [
  'HASH_FUNCTION_NO_OP',
  'HASH_FUNCTION_SHA256',
  'HASH_FUNCTION_KECCAK256',
  'HASH_FUNCTION_NOT_APPLICABLE',
] as const
export type HashFunction = (typeof hashFunctions)[number]

/** Encodings whose reading already gives the digest. */
const digestEncodings: readonly PayloadEncoding[] = [
  'PAYLOAD_ENCODING_EIP712',
  'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
]

export interface Payload {
  readonly payload: string
  readonly encoding: PayloadEncoding
  readonly hashFunction: HashFunction
}

/**
 * The bytes that a key on `curve` signs for a payload: a 32-byte digest on secp256k1, the message on ed25519.
 * Needs no key, so a request can be checked before it is decided.
 * @throws KeysError `PAYLOAD_ENCODING_UNKNOWN`, `HASH_FUNCTION_UNKNOWN`, `HASH_FUNCTION_MISMATCH`,
 * `MALFORMED_HEX`, `PAYLOAD_MALFORMED`, `DIGEST_LENGTH_MISMATCH`
 */
export function signableBytes({ payload, encoding, hashFunction }: Payload, curve: Curve): Uint8Array {
  assertHashFunctionFits(hashFunction, encoding, curve)
  const bytes = encodings[encoding](payload)
  switch (hashFunction) {
    case 'HASH_FUNCTION_NOT_APPLICABLE':
      return bytes
    case 'HASH_FUNCTION_SHA256':
      return sha256(bytes)
    case 'HASH_FUNCTION_KECCAK256':
      return keccak256(bytes)
    case 'HASH_FUNCTION_NO_OP':
      if (bytes.length !== 32) throw new KeysError('DIGEST_LENGTH_MISMATCH', { length: bytes.length })
      return bytes
  }
}

export interface PayloadSigner {
  readonly curve: Curve
  readonly privateKey: Uint8Array
  /** Whether the key signs for a P2TR address. */
  readonly taproot?: boolean
}

/** Signs a payload. Throws what `signableBytes` throws, and `PRIVATE_KEY_OUT_OF_RANGE`. */
export function signPayload(
  payload: Payload,
  { curve, privateKey, taproot = false }: PayloadSigner,
): Signature {
  return sign(signingAlgorithmOf(curve, taproot), signableBytes(payload, curve), privateKey)
}

function assertHashFunctionFits(hashFunction: HashFunction, encoding: PayloadEncoding, curve: Curve): void {
  if (!Object.hasOwn(encodings, encoding)) throw new KeysError('PAYLOAD_ENCODING_UNKNOWN', { encoding })
  if (!hashFunctions.includes(hashFunction)) throw new KeysError('HASH_FUNCTION_UNKNOWN', { hashFunction })
  // Ed25519 hashes by itself (RFC 8032 §5.1.6): the message is signed as it is, and callers say so.
  if (curve === 'CURVE_ED25519' && hashFunction !== 'HASH_FUNCTION_NOT_APPLICABLE') {
    throw mismatch(hashFunction, curve, 'HASH_FUNCTION_NOT_APPLICABLE')
  }
  if (digestEncodings.includes(encoding) && hashFunction !== 'HASH_FUNCTION_NO_OP') {
    throw mismatch(hashFunction, encoding, 'HASH_FUNCTION_NO_OP')
  }
  if (curve === 'CURVE_SECP256K1' && hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE') {
    throw mismatch(hashFunction, curve, 'HASH_FUNCTION_SHA256')
  }
}

const mismatch = (hashFunction: HashFunction, thing: string, expected: HashFunction) =>
  new KeysError('HASH_FUNCTION_MISMATCH', { hashFunction, with: `\`${thing}\``, expected })
