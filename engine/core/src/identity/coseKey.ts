/** Reads stored public keys of passkeys. */
import { fromCoseKey, isKeysError, parseBase64url } from '@keywright/keys'

/** The point of a P-256 passkey; undefined for other keys. @param coseKey base64url */
export function readCosePoint(coseKey: string): Uint8Array | undefined {
  try {
    return fromCoseKey(parseBase64url(coseKey, 'COSE key'))
  } catch (error) {
    if (isKeysError(error)) return undefined
    throw error
  }
}
