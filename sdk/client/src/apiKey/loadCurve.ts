/** For servers, where bundle size doesn't matter: loads all curves up front, so the constructor rejects mismatched keys. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { ApiKeyCurve, CurveLibrary } from './curve.ts'

/** The part of https://nodejs.org/api/crypto.html#class-ecdh that we use. */
interface NodeCrypto {
  createECDH(curve: 'prime256v1'): {
    setPrivateKey(secret: Uint8Array): void
    getPublicKey(encoding: null, format: 'compressed'): Uint8Array
  }
}

/** Looked up instead of imported, because only Node, Deno and Bun have it. */
const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
const node = process?.getBuiltinModule?.('node:crypto') as Partial<NodeCrypto> | undefined

/** The first key comparison takes a millisecond; in JavaScript it takes 30 to 60. */
const p256OfPlatform: CurveLibrary = {
  ...p256,
  getPublicKey(secret, isCompressed = true) {
    const ecdh = isCompressed ? node?.createECDH?.('prime256v1') : undefined
    if (!ecdh) return p256.getPublicKey(secret, isCompressed)
    ecdh.setPrivateKey(secret)
    return Uint8Array.from(ecdh.getPublicKey(null, 'compressed'))
  },
}

export const curvesAtHand: Readonly<Record<ApiKeyCurve, CurveLibrary>> | undefined = {
  API_KEY_CURVE_P256: p256OfPlatform,
  API_KEY_CURVE_SECP256K1: secp256k1,
  API_KEY_CURVE_ED25519: ed25519,
}

export const loadCurve = async (curve: ApiKeyCurve): Promise<CurveLibrary> => curvesAtHand![curve]
