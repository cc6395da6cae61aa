/** For pages: loads each curve on first use, so `ready()` and the first stamp reject mismatched keys. */
import type { ApiKeyCurve, CurveLibrary } from './curve.ts'

/** Empty, because curves load on demand. */
export const curvesAtHand: Readonly<Record<ApiKeyCurve, CurveLibrary>> | undefined = undefined

const loaders: Readonly<Record<ApiKeyCurve, () => Promise<CurveLibrary>>> = {
  API_KEY_CURVE_P256: async () => (await import('@noble/curves/nist.js')).p256,
  API_KEY_CURVE_SECP256K1: async () => (await import('@noble/curves/secp256k1.js')).secp256k1,
  API_KEY_CURVE_ED25519: async () => (await import('@noble/curves/ed25519.js')).ed25519,
}

export const loadCurve = (curve: ApiKeyCurve): Promise<CurveLibrary> => loaders[curve]()
