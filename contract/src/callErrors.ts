/** Which errors a call can answer: those of every call, those of its kind, and its own. */
import { type CallName, calls } from './calls.ts'
import type { ErrorCode } from './errors.ts'
import { callWords } from './words/calls.ts'

/** Every call. */
export const commonErrors: readonly ErrorCode[] = [
  'BODY_MALFORMED',
  'BODY_NOT_OBJECT',
  'BODY_TOO_LARGE',
  'BODY_TOO_DEEP',
  'METHOD_NOT_ALLOWED',
  'MEMBER_MISSING',
  'MEMBER_TYPE',
  'MEMBER_UNKNOWN',
  'ENUM_UNKNOWN',
  'ORGANIZATION_ID_MALFORMED',
  'ORGANIZATION_NOT_FOUND',
  'STAMP_MISSING',
  'STAMPS_AMBIGUOUS',
  'STAMP_MALFORMED',
  'STAMP_SCHEME_MISMATCH',
  'API_KEY_NOT_FOUND',
  'PASSKEY_NOT_FOUND',
  'API_KEY_SIGNATURE_INVALID',
  'PASSKEY_ASSERTION_INVALID',
  'API_KEY_EXPIRED',
  'SESSION_INVALID',
  'RATE_LIMITED',
  'INTERNAL',
]

/** Every submit, beside the common ones. */
export const submitErrors: readonly ErrorCode[] = [
  'ACTIVITY_TYPE_UNKNOWN',
  'ACTIVITY_TYPE_MISMATCH',
  'TIMESTAMP_MALFORMED',
  'TIMESTAMP_TOO_OLD',
  'TIMESTAMP_TOO_FAR_AHEAD',
  'SESSION_READ_ONLY',
  'ORGANIZATION_MISMATCH',
]

/** Queries but `whoami`: a recovery key may ask nothing else. */
export const queryErrors: readonly ErrorCode[] = ['NOT_PERMITTED_BY_POLICY']

/** Submits that policies decide. */
export const policyErrors: readonly ErrorCode[] = ['NOT_PERMITTED_BY_POLICY', 'DENIED_BY_POLICY']

/** Errors of one call beyond those of its kind. */
export const ownErrorsOf = (name: CallName): readonly ErrorCode[] => callWords[name].errors ?? []

/** Every error that a call can answer, its own first. */
export function errorsOf(name: CallName): ErrorCode[] {
  const call = calls[name]
  return [
    ...ownErrorsOf(name),
    ...(call.kind === 'submit' && call.authority === 'policy' ? policyErrors : []),
    ...(call.kind === 'submit' ? submitErrors : name === 'whoami' ? [] : queryErrors),
    ...commonErrors,
  ]
}
