/** Encodings that stampers use: hexadecimal, base64url, DER, and the stamp header. */
import type { Stamp } from './stamper.ts'

/** Schemes of the `X-Stamp` header. */
export type StampScheme =
  | 'SIGNATURE_SCHEME_TK_API_P256'
  | 'SIGNATURE_SCHEME_TK_API_SECP256K1'
  | 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191'
  | 'SIGNATURE_SCHEME_TK_API_ED25519'

/**
 * The `X-Stamp` header.
 * @param publicKey hexadecimal, as registered: compressed, or 32 bytes for ed25519
 * @param signature hexadecimal: DER, or 64 bytes for ed25519
 */
export const toStamp = (publicKey: string, scheme: StampScheme, signature: string): Stamp => ({
  stampHeaderName: 'X-Stamp',
  stampHeaderValue: toBase64url(new TextEncoder().encode(JSON.stringify({ publicKey, scheme, signature }))),
})

/** Lower-case hexadecimal. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Decodes hexadecimal with an even number of digits; undefined for anything else. */
export const fromHex = (hex: string): Uint8Array<ArrayBuffer> | undefined =>
  /^([\da-f]{2})*$/i.test(hex)
    ? Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
    : undefined

/** base64url without padding. */
export const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')

/** Decodes base64 or base64url, padded or not. @throws DOMException for other characters */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))

/**
 * DER of an ECDSA signature (X.690 §8.3): SEQUENCE of two INTEGERs, each as short as its value allows.
 * @param signature 64 bytes `r ‖ s`
 */
export function toDer(signature: Uint8Array): Uint8Array {
  const integers = [signature.slice(0, 32), signature.slice(32, 64)].flatMap((number) => {
    let digits = [...number]
    while (digits.length > 1 && digits[0] === 0) digits = digits.slice(1)
    // A leading zero only if the number would otherwise be negative.
    if (digits[0]! >= 0x80) digits = [0, ...digits]
    return [0x02, digits.length, ...digits]
  })
  return Uint8Array.of(0x30, integers.length, ...integers)
}
