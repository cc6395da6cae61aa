/** Stamps: the `X-Stamp` header, a signature over the exact bytes of a request body, in four schemes. */

import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type ApiKeyCurve, apiPublicKeyOf, publicKeyLengths } from './apiKey.ts'
import { readDerSignature } from './der.ts'
import { concat, parseBase64url, parseHex, parseUtf8, toBase64url, toHex, toUtf8 } from './encoding.ts'
import { isKeysError, KeysError } from './errors.ts'
import { keccak256, sha256 } from './hash.ts'
import { DuplicateMemberError, parseJson } from './json.ts'
import { signP256, verifyP256 } from './p256.ts'

interface Scheme {
  /** The curve of keys for this scheme. */
  readonly curve: ApiKeyCurve
  readonly sign: (body: Uint8Array, privateKey: Uint8Array) => Uint8Array
  readonly verify: (
    signature: Uint8Array,
    body: Uint8Array,
    publicKey: Uint8Array,
  ) => boolean | Promise<boolean>
}

const schemes = {
  SIGNATURE_SCHEME_TK_API_P256: { curve: 'API_KEY_CURVE_P256', sign: signP256, verify: verifyP256 },
  SIGNATURE_SCHEME_TK_API_SECP256K1: ecdsaOnSecp256k1(sha256),
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: ecdsaOnSecp256k1(personalMessageDigest),
  SIGNATURE_SCHEME_TK_API_ED25519: {
    curve: 'API_KEY_CURVE_ED25519',
    sign: (body, privateKey) => ed25519.sign(body, privateKey),
    // Strict RFC 8032 verification, without tolerance for unusual encodings (ZIP 215 would accept more).
    verify: (signature, body, publicKey) => ed25519.verify(signature, body, publicKey, { zip215: false }),
  },
} as const satisfies Record<string, Scheme>

export type StampScheme = keyof typeof schemes
export const stampSchemes = Object.keys(schemes) as StampScheme[]

export interface Stamp {
  /** Lower-case hexadecimal, as at registration. */
  readonly publicKey: string
  readonly scheme: StampScheme
  /** Lower-case hexadecimal: DER, or 64 bytes for ed25519. */
  readonly signature: string
}

export const curveOfScheme = (scheme: StampScheme): ApiKeyCurve => schemes[scheme].curve

/** The default scheme for keys of a curve; wallets may require another one. */
export const defaultSchemeOf = (curve: ApiKeyCurve): StampScheme =>
  stampSchemes.find((scheme) => schemes[scheme].curve === curve)!

/**
 * Stamps a body. `privateKey` is hexadecimal.
 * @throws KeysError `MALFORMED_HEX`, `PRIVATE_KEY_OUT_OF_RANGE`
 */
export function createStamp(scheme: StampScheme, body: Uint8Array, privateKey: string): Stamp {
  const { curve, sign } = schemes[scheme]
  const publicKey = apiPublicKeyOf(curve, privateKey)
  return { publicKey, scheme, signature: toHex(sign(body, parseHex(privateKey, 'private key'))) }
}

/** The value of the `X-Stamp` header. */
export const toStampHeader = ({ publicKey, scheme, signature }: Stamp): string =>
  toBase64url(toUtf8(JSON.stringify({ publicKey, scheme, signature })))

/**
 * Parses an `X-Stamp` header: base64url of JSON with three valid texts. Other members are ignored.
 * @throws KeysError `STAMP_MALFORMED`, `STAMP_SCHEME_UNKNOWN`
 */
export function parseStampHeader(header: string): Stamp {
  if (header.length > MAX_STAMP_HEADER_LENGTH) throw malformed('it is too long')
  const json = readText(header)
  const members = readObject(json)
  const scheme = members['scheme']
  if (!isStampScheme(scheme)) throw new KeysError('STAMP_SCHEME_UNKNOWN', { scheme: scheme.slice(0, 80) })
  return {
    publicKey: readPublicKey(members['publicKey'], scheme),
    scheme,
    signature: readSignature(members['signature']),
  }
}

/**
 * Whether the stamp's signature is a signature of `body` by the stamp's key. Doesn't tell who owns the key. High-S
 * signatures are accepted, because platform cryptography creates them.
 */
export async function verifyStamp(stamp: Stamp, body: Uint8Array): Promise<boolean> {
  try {
    const signature = parseHex(stamp.signature, 'signature')
    return await schemes[stamp.scheme].verify(signature, body, parseHex(stamp.publicKey, 'public key'))
  } catch {
    return false
  }
}

export const isStampScheme = (scheme: unknown): scheme is StampScheme =>
  typeof scheme === 'string' && Object.hasOwn(schemes, scheme)

/**
 * EIP-191 version 0x45: Keccak-256 of byte 0x19, `Ethereum Signed Message:`, a newline, the decimal byte
 * length, and the message.
 */
export function personalMessageDigest(message: Uint8Array): Uint8Array {
  return keccak256(concat(toUtf8(`\x19Ethereum Signed Message:\n${message.length}`), message))
}

function ecdsaOnSecp256k1(digestOf: (body: Uint8Array) => Uint8Array) {
  return {
    curve: 'API_KEY_CURVE_SECP256K1',
    sign: (body, privateKey) => secp256k1.sign(digestOf(body), privateKey, { prehash: false, format: 'der' }),
    verify: (signature, body, publicKey) =>
      secp256k1.verify(readDerSignature(signature, secp256k1), digestOf(body), publicKey, {
        prehash: false,
        lowS: false,
        format: 'compact',
      }),
  } as const satisfies Scheme
}

/** A stamp has about 300 characters. */
const MAX_STAMP_HEADER_LENGTH = 4096
const stampMembers = ['publicKey', 'scheme', 'signature'] as const

function readText(header: string): string {
  try {
    return parseUtf8(parseBase64url(header, 'stamp'), 'stamp')
  } catch {
    throw malformed('it is not base64url of JSON text')
  }
}

function readObject(json: string): Record<(typeof stampMembers)[number], string> {
  let value: unknown
  try {
    value = parseJson(json)
  } catch (error) {
    throw malformed(error instanceof DuplicateMemberError ? error.message : 'its text is not JSON')
  }
  const members = Object(value) as Record<string, unknown>
  for (const member of stampMembers) {
    if (typeof members[member] !== 'string') throw malformed(`member \`${member}\` is missing or not a text`)
  }
  return members as Record<(typeof stampMembers)[number], string>
}

/**
 * Checks only the length. Whether the bytes are a point on the curve is checked by the verification, which needs the
 * square root anyway; registered keys were checked at registration.
 */
function readPublicKey(text: string, scheme: StampScheme): string {
  assertHex(text, 'public key')
  const length = text.length / 2
  const expected = publicKeyLengths[schemes[scheme].curve]
  if (length !== expected) throw malformed(`its public key has ${length} bytes instead of ${expected}`)
  return text.toLowerCase()
}

function readSignature(text: string): string {
  assertHex(text, 'signature')
  return text.toLowerCase()
}

/** Checks only the digits. The verifier decodes them. */
function assertHex(text: string, what: string): void {
  if (WHOLE_BYTES.test(text)) return
  try {
    parseHex(text, what)
  } catch (error) {
    throw malformed(isKeysError(error) ? error.message : `its ${what} cannot be read`)
  }
}

const WHOLE_BYTES = /^(?:[0-9a-f]{2})*$/i

const malformed = (reason: string) => new KeysError('STAMP_MALFORMED', { reason })
