/** Curves of wallets and private keys: key generation, public keys and validation. */

import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { KeysError } from './errors.ts'
import { fast } from './fast.ts'
import type { Random } from './random.ts'
import { isScalar, toScalarBytes } from './scalar.ts'
import { withSecret } from './secret.ts'

export const curves = ['CURVE_SECP256K1', 'CURVE_ED25519'] as const
export type Curve = (typeof curves)[number]

/**
 * Generates a 32-byte private key: a secp256k1 scalar (big endian) or an ed25519 seed.
 * @throws KeysError `CURVE_UNKNOWN`
 */
export function generatePrivateKey(curve: Curve, random: Random): Uint8Array {
  assertCurve(curve)
  // 48 bytes modulo the order have a bias below 2^-128 (FIPS 186-5 §A.2.1) and need no retry, so the result is
  // reproducible.
  return curve === 'CURVE_SECP256K1'
    ? withSecret(random(48), (seed) => secp256k1.utils.randomSecretKey(seed))
    : random(32)
}

/**
 * The public key: 33 bytes compressed for secp256k1, 32 for ed25519.
 * @throws KeysError `CURVE_UNKNOWN`, `PRIVATE_KEY_OUT_OF_RANGE`
 */
export function publicKeyOf(curve: Curve, privateKey: Uint8Array): Uint8Array {
  assertPrivateKey(curve, privateKey)
  return curve === 'CURVE_SECP256K1'
    ? (fast().secp256k1?.publicKeyOf(privateKey) ?? secp256k1.getPublicKey(privateKey, true))
    : (fast().ed25519?.publicKeyOf(privateKey) ?? ed25519.getPublicKey(privateKey))
}

/** @throws KeysError `CURVE_UNKNOWN`, `PRIVATE_KEY_OUT_OF_RANGE` */
export function assertPrivateKey(curve: Curve, privateKey: Uint8Array): void {
  assertCurve(curve)
  const valid = curve === 'CURVE_SECP256K1' ? isScalar(privateKey, SECP256K1_ORDER) : privateKey.length === 32
  if (!valid) throw new KeysError('PRIVATE_KEY_OUT_OF_RANGE', { curve })
}

const SECP256K1_ORDER = toScalarBytes(secp256k1.Point.Fn.ORDER)

/** Whether `curve` names a supported curve. */
export const isCurve = (curve: unknown): curve is Curve => curves.some((known) => known === curve)

/** @throws KeysError `CURVE_UNKNOWN` */
export function assertCurve(curve: unknown): asserts curve is Curve {
  if (!isCurve(curve)) throw new KeysError('CURVE_UNKNOWN', { curve: String(curve) })
}

/** The curve of a public key from `publicKeyOf`, determined by its length. */
export function curveOf(publicKey: Uint8Array): Curve {
  if (publicKey.length === 33) return 'CURVE_SECP256K1'
  if (publicKey.length === 32) return 'CURVE_ED25519'
  throw new KeysError('PUBLIC_KEY_MALFORMED', { what: 'public key', reason: 'has neither 32 nor 33 bytes' })
}
