/** Errors of pages, browsers and authenticators. */
import { KeywrightError } from '../errors.ts'

export type PasskeyErrorCode =
  /** The user closed the prompt, let it time out, or has no passkey for this site. Browsers don't reveal which. */
  | 'PASSKEY_CANCELLED'
  /** The caller's signal was aborted, which closed the prompt. */
  | 'ABORTED'
  /** This page may not use passkeys of this relying party. */
  | 'PASSKEY_RP_ID_MISMATCH'
  /** This authenticator already has a passkey of this user. */
  | 'PASSKEY_EXISTS'
  /** Passkeys aren't available: an old browser, or an insecure origin. */
  | 'PASSKEY_UNSUPPORTED'
  /** Any other error of the browser. */
  | 'PASSKEY_FAILED'

/** The page, the browser or the authenticator failed. */
export class PasskeyError extends KeywrightError<PasskeyErrorCode> {
  override readonly name = 'PasskeyError'

  constructor(code: PasskeyErrorCode, message: string, help: string, cause?: unknown) {
    super(code, message, { help, cause, docsPath: '/sdks/advanced/webauthn-stamper' })
  }
}

/** Converts what `navigator.credentials` threw (names of DOMException, WebAuthn §5.1.3, §5.1.4). */
export function toPasskeyError(
  cause: unknown,
  rpId: string | undefined,
  signal: AbortSignal | undefined,
): PasskeyError {
  if (signal?.aborted)
    return new PasskeyError(
      'ABORTED',
      'the passkey prompt was aborted',
      'prompt again when the user retries',
      cause,
    )
  const { name } = Object(cause) as { name?: string }
  switch (name) {
    case 'NotAllowedError':
    // Firefox, if the user closes the prompt; Safari, if another script opens one.
    case 'AbortError':
      return passkeyCancelled(cause)
    case 'SecurityError':
      return new PasskeyError(
        'PASSKEY_RP_ID_MISMATCH',
        `relying party \`${rpId}\` does not match the origin of this page`,
        "set rpId to this page's host or a parent domain of it",
        cause,
      )
    case 'InvalidStateError':
      return new PasskeyError(
        'PASSKEY_EXISTS',
        'this authenticator already has a passkey for this user',
        'sign in with the existing passkey',
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

export const passkeyCancelled = (cause?: unknown) =>
  new PasskeyError(
    'PASSKEY_CANCELLED',
    'no passkey was used: the prompt was closed or timed out, or no passkey exists for this site',
    'let the user try again or sign in another way',
    cause,
  )

export const unsupported = (cause?: unknown) =>
  new PasskeyError(
    'PASSKEY_UNSUPPORTED',
    'passkeys are not available in this browser or on this page',
    'use a current browser and a secure origin (https or localhost)',
    cause,
  )
