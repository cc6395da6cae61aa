/** P-256 public keys in the format of passkeys. */

import { concat, toHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import { compressP256PublicKey, uncompressP256PublicKey } from './p256.ts'

/**
 * The COSE key (RFC 9053 §7.1.1) of a point: a map of kty EC2, alg ES256, crv P-256, x, y in CTAP2's
 * canonical order. 77 bytes.
 */
export function toCoseKey(publicKey: Uint8Array): Uint8Array {
  const point = uncompressP256PublicKey(publicKey)
  return concat(COSE_HEAD, COSE_X, point.subarray(1, 33), COSE_Y, point.subarray(33))
}

/** The compressed point of a COSE key in that form. @throws KeysError `PUBLIC_KEY_MALFORMED` */
export function fromCoseKey(cose: Uint8Array): Uint8Array {
  const x = cose.subarray(COSE_HEAD.length + 3, COSE_HEAD.length + 35)
  const y = cose.subarray(COSE_HEAD.length + 38)
  const point = concat(Uint8Array.of(4), x, y)
  if (point.length !== 65 || toHex(toCoseKey(point)) !== toHex(cose)) {
    throw new KeysError('PUBLIC_KEY_MALFORMED', { what: 'COSE key', reason: 'is not an ES256 key of P-256' })
  }
  return compressP256PublicKey(point)
}

/** {1 (kty): 2 (EC2), 3 (alg): -7 (ES256), -1 (crv): 1 (P-256), … */
const COSE_HEAD = Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01)
/** … -2 (x): 32 bytes, … */
const COSE_X = Uint8Array.of(0x21, 0x58, 0x20)
/** … -3 (y): 32 bytes } */
const COSE_Y = Uint8Array.of(0x22, 0x58, 0x20)
