/** Upper bounds of request bodies. */
import type { Call } from './calls.ts'
import { limits } from './limits.ts'

/** Resources whose submits users may make about themselves without a grant, or that hold short texts only. */
const SMALL: readonly (string | null)[] = [
  null,
  'CREDENTIAL',
  'AUTH',
  'OTP',
  'RECOVERY',
  'INVITATION',
  'WEBHOOK',
]

/** Upper bound of the body of a call, in bytes. */
export const bodyBytesOf = (call: Call): number => (isSmall(call) ? limits.smallBodyBytes : limits.bodyBytes)

// A query about a request contains that request.
const isSmall = (call: Call): boolean =>
  call.kind === 'query' ? call.name !== 'get_policy_evaluations' : SMALL.includes(call.resource)

/**
 * Upper bound of a body that holds these members, in bytes: votes store the body as posted, so its size must follow
 * from its content and not from whitespace, escapes or unknown members.
 */
export const paddedBytesOf = (memberBytes: number): number =>
  limits.bodyPaddingFactor * memberBytes + limits.bodyPaddingBytes
