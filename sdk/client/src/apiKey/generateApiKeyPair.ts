/** Generates API key pairs. */

import { loadCurve } from '#loadCurve'
import { toHex } from '../encoding.ts'
import type { ApiKeyCurve } from './curve.ts'

export interface ApiKeyPair {
  /** Hexadecimal. Register it with `createApiKeys`. */
  readonly apiPublicKey: string
  /** Hexadecimal, 32 bytes. Keep it secret. */
  readonly apiPrivateKey: string
  readonly curveType: ApiKeyCurve
}

/** Generates a key pair with the platform's random number generator. Default: P-256. */
export async function generateApiKeyPair(curveType: ApiKeyCurve = 'API_KEY_CURVE_P256'): Promise<ApiKeyPair> {
  const curve = await loadCurve(curveType)
  const secret = curve.utils.randomSecretKey()
  return { apiPublicKey: toHex(curve.getPublicKey(secret)), apiPrivateKey: toHex(secret), curveType }
}
