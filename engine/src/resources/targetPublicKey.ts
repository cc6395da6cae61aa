/** The key of the caller that a bundle is sealed to. */
import { ApiError } from '@keywright/contract'
import { isKeysError, parseTargetPublicKey } from '@keywright/keys'
import type { Context } from '../context.ts'
import { assertNotPublic } from './secrets.ts'

/** @throws ApiError 400 when it is not a point of P-256, in hex, or when anybody could open what is sealed to it */
export function assertTargetPublicKey(
  context: Context,
  targetPublicKey: string,
  field = 'targetPublicKey',
): void {
  assertNotPublic(context, 'target key', readTargetPublicKey(targetPublicKey, field), field)
}

function readTargetPublicKey(targetPublicKey: string, field: string): Uint8Array {
  try {
    return parseTargetPublicKey(targetPublicKey)
  } catch (error) {
    throw isKeysError(error) ? new ApiError('TARGET_PUBLIC_KEY_INVALID', { field }, { field }) : error
  }
}
