/** What the forms say about an error. Messages and `help` of errors are for developers. */
import type { KeywrightError } from '@keywright/client'

/** Text per error code. `other` is for codes without a text. */
export interface ErrorTexts {
  readonly [code: string]: string
}

const CHECK = 'Check this entry.'
const NO_CONNECTION = 'No connection. Check your network and try again.'
const SIGN_IN_AGAIN = 'Your session has ended. Sign in again.'
const TOO_MANY = 'Too many attempts. Wait a while, then try again.'
const CODE = 'This code is wrong or has expired.'
const EMAILED = 'This code is not from the last email. Copy it again, or request another email.'
const SIGN_IN_FAILED = 'The sign-in did not succeed. Start again.'
const PASSKEY = 'This passkey did not work. Try again.'
const NO_ACCOUNT = 'No account was found. Sign up first.'
const PHRASE = 'This is not a valid recovery phrase. Check its words.'
const FRAME = 'The secure field did not load. Try again.'
const NOT_ALLOWED = 'You are not allowed to do this.'

/** The default texts, in English. Codes that only a developer can cause or resolve share `other`. */
export const ERROR_TEXTS: ErrorTexts = {
  other: 'Something went wrong. Try again later.',

  CHARACTER_HIDDEN: 'Remove invisible characters from this entry.',
  EMAIL_MALFORMED: 'Enter an email address, such as name@example.com.',
  NAME_LENGTH: 'Enter at most 255 characters.',
  PHONE_NUMBER_MALFORMED: 'Enter a phone number with its country code, such as +1 555 555 0123.',
  MEMBER_MISSING: CHECK,
  MEMBER_TYPE: CHECK,
  NAME_TAKEN: 'This name is already in use.',
  CREDENTIAL_TAKEN: 'This passkey or address is already registered. Sign in instead.',

  OFFLINE: NO_CONNECTION,
  TIMEOUT: NO_CONNECTION,
  UNREACHABLE: NO_CONNECTION,
  RATE_LIMITED: TOO_MANY,
  MESSAGE_LIMIT_REACHED: TOO_MANY,
  OTP_LIMIT_REACHED: TOO_MANY,
  TIMESTAMP_TOO_OLD: 'The clock of this device is wrong. Set it, then try again.',
  TIMESTAMP_TOO_FAR_AHEAD: 'The clock of this device is wrong. Set it, then try again.',
  STORAGE_UNAVAILABLE: 'This browser cannot keep you signed in. Allow it to store data for this site.',

  SIGNED_OUT: 'You are signed out. Sign in first.',
  API_KEY_EXPIRED: SIGN_IN_AGAIN,
  API_KEY_NOT_FOUND: SIGN_IN_AGAIN,
  SESSION_INVALID: SIGN_IN_AGAIN,
  SESSION_READ_ONLY: 'Sign in again to do this.',
  NOT_PERMITTED_BY_POLICY: NOT_ALLOWED,
  DENIED_BY_POLICY: NOT_ALLOWED,
  ROOT_QUORUM_ONLY: NOT_ALLOWED,
  FEATURE_DISABLED: NOT_ALLOWED,
  ACTIVITY_REJECTED: 'This was not approved.',
  ACTIVITY_PENDING: 'This is still in progress. Look again in a while.',

  PASSKEY_EXISTS: 'This device already has a passkey for you. Sign in instead.',
  PASSKEY_FAILED: PASSKEY,
  PASSKEY_UNSUPPORTED: 'This browser does not support passkeys. Use another browser.',
  PASSKEY_ASSERTION_INVALID: PASSKEY,
  ATTESTATION_INVALID: PASSKEY,

  ORGANIZATION_NOT_FOUND: NO_ACCOUNT,
  ORGANIZATION_AMBIGUOUS: 'Several accounts were found. Sign in another way.',
  CREDENTIAL_AMBIGUOUS: 'Several accounts were found. Sign in another way.',
  CONTACT_NOT_FOUND: NO_ACCOUNT,
  OTP_INVALID: CODE,
  VERIFICATION_TOKEN_INVALID: CODE,
  LOGIN_NOT_STARTED: 'This sign-in was not started in this browser. Start again here.',
  BUNDLE_MALFORMED: EMAILED,
  BUNDLE_FOR_ANOTHER_KEY: EMAILED,
  OIDC_TOKEN_INVALID: SIGN_IN_FAILED,
  RESULT_WITHHELD: SIGN_IN_FAILED,

  SECRET_MALFORMED: PHRASE,
  MNEMONIC_LENGTH_INVALID: PHRASE,
  SECRET_PUBLIC: 'This recovery phrase is published, so anyone can use its wallet. Use another.',
  KEY_IMPORTED_ALREADY: 'This wallet has already been imported.',
  FRAME_TIMEOUT: FRAME,
  FRAME_NOT_READY: FRAME,
  FRAME_FAILED: FRAME,
}

/** The defaults with the texts of the application. Those that are undefined, as in a missing translation, change nothing. */
export const textsOf = <T extends object>(defaults: T, given: Partial<T> = {}): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined)),
})

/**
 * What to tell an end user about an error of an action.
 * @param texts of the application, by error code; `other` replaces every default that it doesn't name
 */
export function errorText(error: KeywrightError, texts: ErrorTexts = {}): string {
  const code = codeOf(error)
  return texts[code] ?? texts['other'] ?? ERROR_TEXTS[code] ?? ERROR_TEXTS['other']!
}

/** The code of the cause: an activity that failed names it in `errorCode`. */
export const codeOf = (error: KeywrightError): string =>
  (error as { readonly errorCode?: string }).errorCode ?? error.code
