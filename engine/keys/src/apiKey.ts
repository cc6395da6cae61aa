/** API keys: three curves, the text of public keys, and key generation. */

import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { generatePrivateKey, publicKeyOf } from './curve.ts'
import { parseHex, toHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import { compressP256PublicKey, generateP256KeyPair, p256PublicKeyOf } from './p256.ts'
import type { Random } from './random.ts'

export const apiKeyCurves = [
  'API_KEY_CURVE_P256',
  'API_KEY_CURVE_SECP256K1',
  'API_KEY_CURVE_ED25519',
] as const
export type ApiKeyCurve = (typeof apiKeyCurves)[number]

export interface ApiKeyPair {
  readonly curve: ApiKeyCurve
  /** 64 lower-case hexadecimal digits. */
  readonly privateKey: string
  /** Lower-case hexadecimal: a compressed point (66 digits), or 64 digits for ed25519. */
  readonly publicKey: string
}

/** Generates an API key pair. @throws KeysError `API_KEY_CURVE_UNKNOWN` */
export function generateApiKeyPair(random: Random, curve: ApiKeyCurve = 'API_KEY_CURVE_P256'): ApiKeyPair {
  const { generate } = rulesOf(curve)
  const privateKey = generate(random)
  return { curve, privateKey: toHex(privateKey), publicKey: apiPublicKeyOf(curve, toHex(privateKey)) }
}

/** The public key of a private key, both as text. @throws KeysError `MALFORMED_HEX`, `PRIVATE_KEY_OUT_OF_RANGE` */
export const apiPublicKeyOf = (curve: ApiKeyCurve, privateKey: string): string =>
  toHex(rulesOf(curve).publicKeyOf(parseHex(privateKey, 'private key')))

/**
 * Validates the text of a public key at registration, and returns it in lower case.
 * @throws KeysError `MALFORMED_HEX`, `PUBLIC_KEY_MALFORMED`, `API_KEY_CURVE_UNKNOWN`
 */
export function parseApiPublicKey(curve: ApiKeyCurve, text: string): string {
  const rules = rulesOf(curve)
  const bytes = parseHex(text, 'public key')
  if (bytes.length !== publicKeyLengths[curve]) {
    const reason = `has ${bytes.length} bytes, a key of \`${curve}\` has ${publicKeyLengths[curve]}`
    throw new KeysError('PUBLIC_KEY_MALFORMED', { what: 'public key', reason })
  }
  rules.assertPoint(bytes)
  return toHex(bytes)
}

/** Lengths in bytes. */
export const publicKeyLengths: Readonly<Record<ApiKeyCurve, number>> = {
  API_KEY_CURVE_P256: 33,
  API_KEY_CURVE_SECP256K1: 33,
  API_KEY_CURVE_ED25519: 32,
}

interface CurveRules {
  readonly generate: (random: Random) => Uint8Array
  readonly publicKeyOf: (privateKey: Uint8Array) => Uint8Array
  /** Throws unless the bytes encode a point on the curve. */
  readonly assertPoint: (publicKey: Uint8Array) => void
}

const rules: Record<ApiKeyCurve, CurveRules> = {
  API_KEY_CURVE_P256: {
    generate: (random) => generateP256KeyPair(random).privateKey,
    publicKeyOf: p256PublicKeyOf,
    assertPoint: (publicKey) => void compressP256PublicKey(publicKey),
  },
  API_KEY_CURVE_SECP256K1: {
    generate: (random) => generatePrivateKey('CURVE_SECP256K1', random),
    publicKeyOf: (privateKey) => publicKeyOf('CURVE_SECP256K1', privateKey),
    assertPoint: (publicKey) => assertReadable(() => secp256k1.Point.fromBytes(publicKey), 'secp256k1'),
  },
  API_KEY_CURVE_ED25519: {
    generate: (random) => generatePrivateKey('CURVE_ED25519', random),
    publicKeyOf: (privateKey) => publicKeyOf('CURVE_ED25519', privateKey),
    assertPoint: (publicKey) => assertReadable(() => ed25519.Point.fromBytes(publicKey), 'ed25519'),
  },
}

function rulesOf(curve: ApiKeyCurve): CurveRules {
  if (!Object.hasOwn(rules, curve)) throw new KeysError('API_KEY_CURVE_UNKNOWN', { curve: String(curve) })
  return rules[curve]
}

function assertReadable(read: () => unknown, curve: string): void {
  try {
    read()
  } catch {
    throw new KeysError('PUBLIC_KEY_MALFORMED', { what: 'public key', reason: `is not a point of ${curve}` })
  }
}
