/**
 * The leaves of every schema. Each scalar is one shared instance, so that the reference can tell an id
 * from a name by identity. A rule that has its own entry in the error catalog names it: the message of
 * a failed check is the error code.
 */
import * as z from 'zod/mini'
import { EMAIL, PHONE } from './contacts.ts'
import { findHidden } from './hiddenCharacters.ts'
import { type LifetimeKind, lifetimeBounds, lifetimeRange, limits } from './limits.ts'

// Schemas are interpreted, never compiled to code: a strict content security policy forbids `new Function`.
z.config({ jitless: true })

/** Text without hidden characters, other than the allowed ones. */
const shown = (allowed = '') =>
  z.string().check(
    z.refine((value) => findHidden(value, allowed) === undefined, {
      error: 'CHARACTER_HIDDEN',
      abort: true,
      params: { allowed },
    }),
  )

/** One line of text. */
export const text = shown()

/** Text of several lines: notes, templates, JSON. */
export const prose = shown('\n\t')

/** An expression of the policy language; it may span lines. */
export const expression = shown('\n\r\t')

/** ABI or IDL as JSON text. */
export const interfaceText = shown('\n\r\t')

/** A payload to sign: the only text in which every character is allowed. */
export const payload = z.string()

/**
 * A bearer token or code. Activities are stored, journaled and announced without it, and only their submitter sees it:
 * see `withoutSecrets`.
 */
export const secret = shown()

/** Identifier of an object: a UUID that clients treat as opaque text. The engine looks up whether the object exists. */
export const id = shown()

/** Lower-case or upper-case hexadecimal; the decoder of the value checks it. */
export const hex = shown()

/** base64url (RFC 4648 §5); padding optional. */
export const base64url = shown()

/** Name of an object, chosen by a user: 1 to 255 characters, unique per kind and organization. */
export const name = shown().check(
  z.refine((value) => value.length > 0 && !isLonger(value, limits.nameLength), { error: 'NAME_LENGTH' }),
)

/** Counts characters as JSON Schema does: outside the basic plane, each takes two UTF-16 code units. */
const isLonger = (text: string, limit: number) =>
  text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit)

/** Email address. */
export const email = shown().check(z.regex(EMAIL, { error: 'EMAIL_MALFORMED' }))

/** Phone number in E.164. */
export const phone = z.string().check(z.regex(PHONE, { error: 'PHONE_NUMBER_MALFORMED' }))

/** 64-bit unsigned number, in decimal digits, as text: JSON numbers lose precision beyond 2^53. */
export const uint64 = z.string().check(z.regex(/^\d{1,20}$/, { error: 'NUMBER_MALFORMED' }))

/** Milliseconds since 1970-01-01 UTC, in decimal digits, as text. */
export const timestampMs = z.string().check(z.regex(/^\d{1,16}$/, { error: 'TIMESTAMP_MALFORMED' }))

/** Lifetime in seconds, in decimal digits, as text. Each kind has its own bounds. */
function lifetime(kind: LifetimeKind) {
  const { min, max } = lifetimeBounds[kind]
  return z.string().check(
    z.refine((value) => /^[1-9]\d{0,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: 'EXPIRATION_SECONDS_INVALID',
      params: { expected: lifetimeRange(kind) },
    }),
  )
}

export const apiKeyLifetime = lifetime('apiKeyLifetime')
export const sessionLifetime = lifetime('sessionLifetime')
export const mailedKeyLifetime = lifetime('mailedKeyLifetime')
export const codeLifetime = lifetime('codeLifetime')
export const tokenLifetime = lifetime('tokenLifetime')

/** Page size, in decimal digits, as text; 1 to 100. */
export const pageLimit = z.string().check(z.regex(/^([1-9]\d?|100)$/, { error: 'PAGE_LIMIT_OUT_OF_RANGE' }))

/** 32-bit signed number. */
export const int32 = z.int32()

/** Words of a recovery phrase: 12, 15, 18, 21 or 24. */
export const mnemonicLength = z.int32().check(
  z.refine((value) => (limits.mnemonicLengths as readonly number[]).includes(value), {
    error: 'MNEMONIC_LENGTH_INVALID',
  }),
)

/** Number of root users who must approve; 1 or more. The engine checks that there are enough users. */
export const threshold = z.int32().check(z.refine((value) => value >= 1, { error: 'THRESHOLD_TOO_LOW' }))

/** Characters of a one-time code: 6 to 9. */
export const otpLength = z.int32().check(
  z.refine((value) => value >= limits.otpLengthMin && value <= limits.otpLengthMax, {
    error: 'OTP_LENGTH_OUT_OF_RANGE',
  }),
)

/** true or false. */
export const flag = z.boolean()
