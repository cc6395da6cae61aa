/** Reads the proof of identity of a request: exactly one of three headers. */

import { ApiError, headers as names, stampHeaders } from '@keywright/contract'
import { isKeysError, parseStampHeader, type Stamp } from '@keywright/keys'
import { parseWebAuthnStamp, type WebAuthnStamp } from './webauthnStamp.ts'

export type Proof =
  | { readonly kind: 'api-key'; readonly stamp: Stamp }
  | { readonly kind: 'passkey'; readonly stamp: WebAuthnStamp; readonly text: string }
  | { readonly kind: 'session'; readonly token: string }

/** @throws ApiError 401 for a missing, repeated or unreadable proof */
export function readProof(headers: Headers): Proof {
  const given = stampHeaders.filter((name) => headers.has(name))
  if (given.length === 0) {
    throw new ApiError('STAMP_MISSING', {
      headers: [names.stamp, names.webauthnStamp, `${names.session} (queries only)`],
    })
  }
  if (given.length > 1) throw new ApiError('STAMPS_AMBIGUOUS', { headers: given })
  const text = headers.get(given[0]!)!
  switch (given[0]!) {
    case names.stamp:
      return { kind: 'api-key', stamp: readStamp(text) }
    case names.webauthnStamp:
      return { kind: 'passkey', stamp: parseWebAuthnStamp(text), text }
    case names.session:
      return { kind: 'session', token: text }
  }
}

function readStamp(text: string): Stamp {
  try {
    return parseStampHeader(text)
  } catch (error) {
    throw isKeysError(error)
      ? new ApiError('STAMP_MALFORMED', { header: names.stamp, reason: error.message })
      : error
  }
}
