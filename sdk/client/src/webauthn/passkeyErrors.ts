/** What can go wrong between a page, a browser and an authenticator. */
import { KeywrightError } from '../errors.ts'

export type PasskeyErrorCode =
  /** The person closed the prompt, let it time out, or has no passkey for this site: browsers do not say which. */
  | 'PASSKEY_CANCELLED'
  /** The caller's signal was aborted, and the prompt closed. */
  | 'ABORTED'
  /** This page may not use passkeys of this relying party. */
  | 'PASSKEY_RP_ID_MISMATCH'
  /** This authenticator has a passkey of this user already. */
  | 'PASSKEY_EXISTS'
  /** No passkeys here: an old browser, or no secure origin. */
  | 'PASSKEY_UNSUPPORTED'
  /** Whatever else the browser reports. */
  | 'PASSKEY_FAILED'

export class PasskeyError extends KeywrightError<PasskeyErrorCode> {
  override readonly name = 'PasskeyError'

  constructor(code: PasskeyErrorCode, message: string, help: string, cause?: unknown) {
    super(code, message, { help, cause, docsPath: '/sdks/advanced/webauthn-stamper' })
  }
}

/** The error for what `navigator.credentials` threw (WebAuthn §5.1.3, §5.1.4: names of DOMException). */
export function toPasskeyError(cause: unknown, rpId: string | undefined): unknown {
  const { name } = Object(cause) as { name?: string }
  switch (name) {
    case 'NotAllowedError':
      return cancelled(cause)
    case 'AbortError':
      return new PasskeyError(
        'ABORTED',
        'the passkey prompt was aborted',
        'ask again when the person does',
        cause,
      )
    case 'SecurityError':
      return new PasskeyError(
        'PASSKEY_RP_ID_MISMATCH',
        `relying party \`${rpId}\` does not fit the origin of this page`,
        "set rpId to this page's host, or to a parent domain of it",
        cause,
      )
    case 'InvalidStateError':
      return new PasskeyError(
        'PASSKEY_EXISTS',
        'this authenticator has such a passkey',
        'sign in with it',
        cause,
      )
    case 'NotSupportedError':
      return unsupported(cause)
    default:
      return new PasskeyError(
        'PASSKEY_FAILED',
        `the browser could not use a passkey: ${name}`,
        'see the cause',
        cause,
      )
  }
}

export const cancelled = (cause?: unknown) =>
  new PasskeyError(
    'PASSKEY_CANCELLED',
    'no passkey was used: the prompt was closed or timed out, or there is none for this site',
    'let the person try again, or sign in another way',
    cause,
  )

export const unsupported = (cause?: unknown) =>
  new PasskeyError(
    'PASSKEY_UNSUPPORTED',
    'this browser or page cannot use passkeys',
    'use a current browser and a secure origin (https or localhost)',
    cause,
  )
