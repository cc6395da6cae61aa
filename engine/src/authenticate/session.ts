/** Read-only sessions: an opaque, unforgeable token that says who it was given to and until when. */

import { ApiError, headers } from '@keywright/contract'
import { isKeysError, signOpaqueToken, verifyOpaqueToken } from '@keywright/keys'
import type { UserRow } from '../store/tables.ts'

export interface ReadOnlySession {
  readonly organizationId: string
  readonly userId: string
  /** Public key of the credential that opened it: the session ends with that credential. */
  readonly openedBy: string
  /** Seconds since 1970. */
  readonly expiry: number
}

/** Whether a user still has the credential that opened a session; an expired one is still theirs. */
export function hasOpener({ apiKeys, authenticators }: UserRow, { openedBy }: ReadOnlySession): boolean {
  return [...apiKeys, ...authenticators].some(({ publicKey }) => publicKey === openedBy)
}

/** The value of the `X-Session` header. */
export function createSessionToken(session: ReadOnlySession, tokenSecret: Uint8Array): string {
  return signOpaqueToken({ ...session }, tokenSecret)
}

/** @throws ApiError 401 when the token was not made by this engine or has expired */
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

/** One answer for all reasons. */
export function invalidSession(): ApiError<'SESSION_INVALID'> {
  return new ApiError('SESSION_INVALID', { header: headers.session })
}
