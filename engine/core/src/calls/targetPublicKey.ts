/** The caller's public key to which a bundle is sealed. */
import { ApiError } from '@keywright/contract'
import { isKeysError, parseTargetPublicKey } from '@keywright/keys'
import type { Context } from '../context.ts'
import { assertNotPublic } from './secrets.ts'

/** @throws ApiError 400 if it is not a P-256 point in hex, or its private half is publicly known */
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
