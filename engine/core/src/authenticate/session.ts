/** The token of a read-only session: opaque and unforgeable. It names a session in its user's row. */

import { ApiError, headers } from '@keywright/contract'
import { isKeysError, signOpaqueToken, verifyOpaqueToken } from '@keywright/keys'

export interface ReadOnlySession {
  readonly organizationId: string
  readonly userId: string
  readonly sessionId: string
  /** Seconds since 1970. */
  readonly expiry: number
}

/** The value of the `X-Session` header. */
export function createSessionToken(session: ReadOnlySession, tokenSecret: Uint8Array): string {
  return signOpaqueToken({ ...session }, tokenSecret)
}

/** @throws ApiError 401 if this engine didn't create the token, or it has expired */
export function readSessionToken(token: string, tokenSecret: Uint8Array, now: number): ReadOnlySession {
  let session: ReadOnlySession
  try {
    session = verifyOpaqueToken(token, tokenSecret) as unknown as ReadOnlySession
  } catch (error) {
    throw isKeysError(error) ? invalidSession() : error
  }
  if (session.expiry * 1000 <= now) throw invalidSession()
  return session
}

/** The same error for all reasons. */
export function invalidSession(): ApiError<'SESSION_INVALID'> {
  return new ApiError('SESSION_INVALID', { header: headers.session })
}
