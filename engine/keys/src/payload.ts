/** Raw payloads: from the text of a request to the bytes to sign. */

import type { Curve } from './curve.ts'
import { hasLoneSurrogate, parseHex, toUtf8 } from './encoding.ts'
import { KeysError } from './errors.ts'
import { keccak256, sha256 } from './hash.ts'
import type { DecodedPayload } from './payloadReaders.ts'
import { type Signature, sign, signingAlgorithmOf } from './sign.ts'
import { finishSteps } from './steps.ts'

type Decode = (payload: string) => Generator<void, DecodedPayload>

const atOnce = (decode: (payload: string) => DecodedPayload): Decode =>
  // biome-ignore lint/correctness/useYield: there is nothing to wait for in between
  function* (payload) {
    return decode(payload)
  }

const encodings = {
  PAYLOAD_ENCODING_HEXADECIMAL: atOnce((payload) => ({
    bytes: parseHex(payload, 'payload', { prefix: true }),
  })),
  PAYLOAD_ENCODING_TEXT_UTF8: atOnce((payload) => {
    if (hasLoneSurrogate(payload)) {
      const reason = 'it has half of a surrogate pair'
      throw new KeysError('PAYLOAD_MALFORMED', { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', reason })
    }
    return { bytes: toUtf8(payload) }
  }),
  /** Typed data, hashed according to EIP-712. */
  PAYLOAD_ENCODING_EIP712: (payload) => meaningReaders().typedData(payload),
  PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: atOnce((payload) => meaningReaders().authorization(payload)),
} as const satisfies Record<string, Decode>

let loaded: typeof import('./payloadReaders.ts') | undefined

/**
 * Call this before reading a payload whose encoding defines a meaning. Loaded on demand, because most requests have
 * none.
 */
export async function loadPayloads(encoding: PayloadEncoding): Promise<void> {
  if (digestEncodings.includes(encoding)) loaded ??= await import('./payloadReaders.ts')
}

function meaningReaders() {
  // A programming error, never caused by input.
  if (!loaded) throw new Error('loadPayloads() has to come first')
  return loaded.readers
}

export type { DecodedPayload }

export type PayloadEncoding = keyof typeof encodings
export const payloadEncodings = Object.keys(encodings) as PayloadEncoding[]

export const hashFunctions = [
  'HASH_FUNCTION_NO_OP',
  'HASH_FUNCTION_SHA256',
  'HASH_FUNCTION_KECCAK256',
  'HASH_FUNCTION_NOT_APPLICABLE',
] as const
export type HashFunction = (typeof hashFunctions)[number]

/** Encodings that already yield the digest. */
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
 * The bytes that a key on `curve` signs for a payload: a 32-byte digest on secp256k1, the message on ed25519. Needs
 * no key, so a request can be checked before the decision.
 * @throws KeysError `PAYLOAD_ENCODING_UNKNOWN`, `HASH_FUNCTION_UNKNOWN`, `HASH_FUNCTION_MISMATCH`, `MALFORMED_HEX`,
 *   `PAYLOAD_MALFORMED`, `DIGEST_LENGTH_MISMATCH`
 */
export function signableBytes(payload: Payload, curve: Curve): Uint8Array {
  const { encoding, hashFunction } = payload
  if (Object.hasOwn(encodings, encoding)) assertHashFunctionFits(hashFunction, encoding, curve)
  return readPayload(payload, curve).signable
}

/** Like `signableBytes`, and also returns the payload's meaning from the same parse. Throws the same errors. */
export function readPayload(payload: Payload, curve: Curve): ReadPayload {
  return finishSteps(readPayloadInSteps(payload, curve))
}

export interface ReadPayload extends DecodedPayload {
  readonly signable: Uint8Array
}

/**
 * `readPayload` in steps, so that other requests can run in between: typed data may be long. Throws the same errors.
 */
export function* readPayloadInSteps(
  { payload, encoding, hashFunction }: Payload,
  curve: Curve,
): Generator<void, ReadPayload> {
  if (!Object.hasOwn(encodings, encoding)) throw new KeysError('PAYLOAD_ENCODING_UNKNOWN', { encoding })
  const decoded = yield* encodings[encoding](payload)
  assertHashFunctionFits(hashFunction, encoding, curve)
  return { ...decoded, signable: hashed(decoded.bytes, hashFunction) }
}

function hashed(bytes: Uint8Array, hashFunction: HashFunction): Uint8Array {
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

/** Signs a payload. Throws the errors of `signableBytes` and `PRIVATE_KEY_OUT_OF_RANGE`. */
export function signPayload(
  payload: Payload,
  { curve, privateKey, taproot = false }: PayloadSigner,
): Signature {
  return sign(signingAlgorithmOf(curve, taproot), signableBytes(payload, curve), privateKey)
}

function assertHashFunctionFits(hashFunction: HashFunction, encoding: PayloadEncoding, curve: Curve): void {
  if (!hashFunctions.includes(hashFunction)) throw new KeysError('HASH_FUNCTION_UNKNOWN', { hashFunction })
  // Ed25519 hashes internally (RFC 8032 §5.1.6): the message is signed unhashed, and callers must say so.
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
