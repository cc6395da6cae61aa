/** The curves of API keys, and what a stamper needs to know about each. */
import type { StampScheme } from '../encoding.ts'

export type ApiKeyCurve = 'API_KEY_CURVE_P256' | 'API_KEY_CURVE_SECP256K1' | 'API_KEY_CURVE_ED25519'

/** The operations a stamper uses from a curve library. */
export interface CurveLibrary {
  /** @throws Error when the scalar is out of range */
  getPublicKey(secret: Uint8Array, isCompressed?: boolean): Uint8Array
  /** Hashes the message first if the curve's signature scheme requires it. */
  sign(body: Uint8Array, secret: Uint8Array, options?: object): Uint8Array
  readonly utils: { randomSecretKey(): Uint8Array }
  readonly Point?: { fromBytes(bytes: Uint8Array): { toBytes(isCompressed?: boolean): Uint8Array } }
}

export const SCHEMES: Readonly<Record<ApiKeyCurve, StampScheme>> = {
  API_KEY_CURVE_P256: 'SIGNATURE_SCHEME_TK_API_P256',
  API_KEY_CURVE_SECP256K1: 'SIGNATURE_SCHEME_TK_API_SECP256K1',
  API_KEY_CURVE_ED25519: 'SIGNATURE_SCHEME_TK_API_ED25519',
}

/** Curve of a JWK by its `crv` member. */
export const JWK_CURVES: Readonly<Record<string, ApiKeyCurve>> = {
  'P-256': 'API_KEY_CURVE_P256',
  secp256k1: 'API_KEY_CURVE_SECP256K1',
  Ed25519: 'API_KEY_CURVE_ED25519',
}
