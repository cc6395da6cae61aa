/** The key of the caller that a bundle is sealed to. */
import { ApiError } from '@keywright/contract'
import { isKeysError, parseTargetPublicKey } from '@keywright/keys'

/** @throws ApiError 400 when it is not a point of P-256, in hex */
export function assertTargetPublicKey(targetPublicKey: string, field = 'targetPublicKey'): void {
  try {
    parseTargetPublicKey(targetPublicKey)
  } catch (error) {
    throw isKeysError(error) ? new ApiError('TARGET_PUBLIC_KEY_INVALID', { field }, { field }) : error
  }
}
