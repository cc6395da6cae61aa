/** Text and bytes: hexadecimal, base64url, base58check, UTF-8. */

import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64urlnopad, createBase58check } from '@scure/base'
import { KeysError } from './errors.ts'
import { fast } from './fast.ts'
import { sha256 } from './hash.ts'
import { DuplicateMemberError, parseJson } from './json.ts'

const base58check = createBase58check(sha256)

/** Lower-case hexadecimal, two digits per byte, without `0x`. */
export const toHex = (bytes: Uint8Array): string => fast().hex?.encode(bytes) ?? bytesToHex(bytes)

/** A UUID (RFC 9562 §4) from 16 bytes; sets version and variant in place. */
export function toUuid(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = toHex(bytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export const concat: (...parts: Uint8Array[]) => Uint8Array = concatBytes

/** Concatenates any number of pieces; `concat` takes only as many as a function call has arguments. */
export function concatAll(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.length
  }
  return bytes
}

/**
 * The bytes of a hexadecimal text with digits of any case.
 * @param what names the text in the error
 * @param options.prefix whether a leading `0x` is allowed; not by default
 * @throws KeysError `MALFORMED_HEX`
 */
export function parseHex(text: string, what: string, options: { prefix?: boolean } = {}): Uint8Array {
  const digits = options.prefix && /^0x/i.test(text) ? text.slice(2) : text
  if (digits.length % 2 !== 0) {
    throw new KeysError('MALFORMED_HEX', { what, reason: 'it has an odd number of digits' })
  }
  const stranger = digits.search(/[^0-9a-fA-F]/)
  if (stranger >= 0) {
    const position = stranger + (text.length - digits.length) + 1
    throw new KeysError('MALFORMED_HEX', { what, reason: `character ${position} is not a hexadecimal digit` })
  }
  return fast().hex?.decode(digits) ?? hexToBytes(digits)
}

/** base64url without padding (RFC 4648 §5). */
export const toBase64url = (bytes: Uint8Array): string =>
  fast().base64url?.encode(bytes) ?? base64urlnopad.encode(bytes)

/** The bytes of a base64url text, with or without padding. @throws KeysError `MALFORMED_BASE64URL` */
export function parseBase64url(text: string, what: string): Uint8Array {
  const match = /^([A-Za-z0-9_-]*)(={0,2})$/.exec(text)
  const padding = match?.[2] ?? ''
  if (!match || (padding !== '' && text.length % 4 !== 0))
    throw new KeysError('MALFORMED_BASE64URL', { what })
  const bytes = decodeBase64url(match[1]!)
  if (!bytes) throw new KeysError('MALFORMED_BASE64URL', { what })
  return bytes
}

function decodeBase64url(letters: string): Uint8Array | undefined {
  const { base64url } = fast()
  if (base64url) return base64url.decode(letters)
  try {
    return base64urlnopad.decode(letters)
  } catch {
    return undefined
  }
}

/** Base58, Bitcoin's alphabet, no checksum. */
export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes)

/** Base58 followed by four bytes of double SHA-256. */
export const toBase58check = (bytes: Uint8Array): string => base58check.encode(bytes)

/** @throws KeysError `MALFORMED_BASE58CHECK` */
export function parseBase58check(text: string, what: string): Uint8Array {
  // Decoding takes quadratic time, and no valid input is longer.
  if (text.length > MAX_BASE58_LENGTH) throw new KeysError('MALFORMED_BASE58CHECK', { what })
  try {
    return base58check.decode(text)
  } catch {
    throw new KeysError('MALFORMED_BASE58CHECK', { what })
  }
}

const MAX_BASE58_LENGTH = 512

const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Replaces half of a surrogate pair with U+FFFD. Reject such texts first if their bytes are signed. */
export const toUtf8 = (text: string): Uint8Array => encoder.encode(text)

/** Whether a text contains half of a surrogate pair, which has no bytes in UTF-8. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text)

/** @throws KeysError `MALFORMED_UTF8` */
export function parseUtf8(bytes: Uint8Array, what: string): string {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    throw new KeysError('MALFORMED_UTF8', { what })
  }
}

/**
 * The members of a JSON object.
 * @throws KeysError `MALFORMED_JSON`
 */
export function parseJsonObject(
  text: string,
  what: string,
  parse: (text: string) => unknown = parseJson,
): Record<string, unknown> {
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    const reason = error instanceof DuplicateMemberError ? error.message : 'it does not parse'
    throw new KeysError('MALFORMED_JSON', { what, reason })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new KeysError('MALFORMED_JSON', { what, reason: 'it is not an object' })
  }
  return value as Record<string, unknown>
}

/** Compares two byte strings in a time that depends only on their lengths. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!
  return difference === 0
}
