/** The header format of a passkey's assertion. */
import { ApiError, headers } from '@keywright/contract'
import { DuplicateMemberError, parseJson } from '@keywright/keys'

/** The `X-Stamp-WebAuthn` header; every member is base64url. */
export interface WebAuthnStamp {
  readonly authenticatorData: string
  readonly clientDataJson: string
  readonly credentialId: string
  readonly signature: string
}

const STAMP_MEMBERS = ['authenticatorData', 'clientDataJson', 'credentialId', 'signature'] as const
/** An assertion has about 600 characters. */
const MAX_HEADER_LENGTH = 16_384

/** @throws ApiError 401 if the header is not JSON with the four members in base64url */
export function parseWebAuthnStamp(header: string): WebAuthnStamp {
  if (header.length > MAX_HEADER_LENGTH) throw malformed('it is too long')
  let json: unknown
  try {
    json = parseJson(header)
  } catch (error) {
    throw malformed(error instanceof DuplicateMemberError ? error.message : 'it is not JSON')
  }
  const members = Object(json) as Record<string, unknown>
  for (const member of STAMP_MEMBERS) {
    const value = members[member]
    if (typeof value !== 'string' || !/^[A-Za-z0-9_-]+={0,2}$/.test(value)) {
      throw malformed(`member \`${member}\` is missing or not base64url`)
    }
  }
  const stamp = members as unknown as WebAuthnStamp
  return { ...stamp, credentialId: withoutPadding(stamp.credentialId) }
}

function malformed(reason: string): ApiError<'STAMP_MALFORMED'> {
  return new ApiError('STAMP_MALFORMED', { header: headers.webauthnStamp, reason })
}

/** Removes padding, which clients may send. */
export function withoutPadding(base64url: string): string {
  return base64url.replace(/=+$/, '')
}
