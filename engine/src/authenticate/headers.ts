/** Which proof of identity a request carries: exactly one of three headers. */

import { ApiError } from '@keywright/contract'
import { isKeysError, parseStampHeader, type Stamp } from '@keywright/keys'
import { parseWebAuthnStamp, type WebAuthnStamp } from './webauthnStamp.ts'

export type Proof =
  | { readonly kind: 'api-key'; readonly stamp: Stamp }
  | { readonly kind: 'passkey'; readonly stamp: WebAuthnStamp; readonly text: string }
  | { readonly kind: 'session'; readonly token: string }

const HEADERS = ['x-stamp', 'x-stamp-webauthn', 'x-session'] as const

/** @throws ApiError 401 when there is none, more than one, or one that cannot be read */
export function readProof(headers: Headers): Proof {
  const given = HEADERS.filter((name) => headers.has(name))
  if (given.length === 0) {
    throw new ApiError('STAMP_MISSING', {
      headers: ['X-Stamp', 'X-Stamp-WebAuthn', 'X-Session (queries only)'],
    })
  }
  if (given.length > 1) throw new ApiError('STAMPS_AMBIGUOUS', { headers: given })
  const text = headers.get(given[0]!)!
  switch (given[0]!) {
    case 'x-stamp':
      return { kind: 'api-key', stamp: readStamp(text) }
    case 'x-stamp-webauthn':
      return { kind: 'passkey', stamp: parseWebAuthnStamp(text), text }
    case 'x-session':
      return { kind: 'session', token: text }
  }
}

function readStamp(text: string): Stamp {
  try {
    return parseStampHeader(text)
  } catch (error) {
    throw isKeysError(error)
      ? new ApiError('STAMP_MALFORMED', { header: 'X-Stamp', reason: error.message })
      : error
  }
}
