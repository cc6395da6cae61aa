/** The curves at once, for servers and wherever size does not count: a wrong pair is refused by the constructor. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { ApiKeyCurve, CurveLibrary } from './curve.ts'

export const curvesAtHand: Readonly<Record<ApiKeyCurve, CurveLibrary>> | undefined = {
  API_KEY_CURVE_P256: p256,
  API_KEY_CURVE_SECP256K1: secp256k1,
  API_KEY_CURVE_ED25519: ed25519,
}

export const loadCurve = async (curve: ApiKeyCurve): Promise<CurveLibrary> => curvesAtHand![curve]
