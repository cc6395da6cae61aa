/** Errors of apps, native modules and the platform. */
import { KeywrightError } from '@keywright/client'

export type NativeErrorCode =
  /** The user closed the prompt, or let it time out. Nothing was sent. */
  | 'PASSKEY_CANCELLED'
  /** The caller's signal was aborted. */
  | 'ABORTED'
  /** The association files or entitlements are missing or wrong: fix them, then reinstall the app. */
  | 'PASSKEY_NOT_CONFIGURED'
  /** This device has no passkey of the relying party: offer sign-up, or another sign-in. */
  | 'PASSKEY_NO_CREDENTIAL'
  /** This device already has a passkey of this user: sign in with it. */
  | 'PASSKEY_EXISTS'
  /** Passkeys aren't available: an old system, no screen lock, no provider, or the module isn't in the build. */
  | 'PASSKEY_UNSUPPORTED'
  /** Any other error of the module. */
  | 'PASSKEY_FAILED'
  /** The runtime has no random number generator: import `react-native-get-random-values` first. */
  | 'RANDOM_UNAVAILABLE'
  /** The secure storage failed. */
  | 'STORAGE_UNAVAILABLE'
  /** The app asked for the session while signed out. */
  | 'SIGNED_OUT'

/** An app, a native module or the platform failed. */
export class NativeError extends KeywrightError<NativeErrorCode> {
  override readonly name = 'NativeError'

  constructor(code: NativeErrorCode, message: string, help: string, cause?: unknown) {
    super(code, message, { help, cause, docsPath: '/sdks/react-native' })
  }
}

/** Names that native modules use for platform errors: those of `react-native-passkey`, of DOMException, of Android. */
const KINDS: readonly (readonly [RegExp, NativeErrorCode])[] = [
  [/abort/i, 'ABORTED'],
  [/cancel|NotAllowed|timed?.?out|interrupted/i, 'PASSKEY_CANCELLED'],
  [/no.?credential|NotFound/i, 'PASSKEY_NO_CREDENTIAL'],
  [/not.?configured|bad.?configuration|SecurityError|not associated|rp.?id/i, 'PASSKEY_NOT_CONFIGURED'],
  [/InvalidState|excluded|already/i, 'PASSKEY_EXISTS'],
  [/not.?supported|unsupported|doesn't seem to be linked/i, 'PASSKEY_UNSUPPORTED'],
]

const WORDS: Readonly<Partial<Record<NativeErrorCode, readonly [message: string, help: string]>>> = {
  ABORTED: ['the passkey prompt was aborted', 'prompt again when the user retries'],
  PASSKEY_CANCELLED: [
    'no passkey was used: the prompt was closed or timed out',
    'let the user try again or sign in another way',
  ],
  PASSKEY_NO_CREDENTIAL: [
    'this device has no passkey for this app',
    'offer sign-up or another way to sign in',
  ],
  PASSKEY_EXISTS: ['this device already has a passkey for this user', 'sign in with the existing passkey'],
}

/** @param cause what the module threw: an Error, or an object with `error` and `message` */
export function toNativeError(cause: unknown, rpId: string): NativeError {
  const { name, error, code, message } = Object(cause) as Record<string, unknown>
  const text = [name, error, code, message].filter((one) => typeof one === 'string').join(' ')
  const kind = KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'PASSKEY_FAILED'
  if (kind === 'PASSKEY_NOT_CONFIGURED') return notConfigured(rpId, cause)
  if (kind === 'PASSKEY_UNSUPPORTED') return unsupported(cause)
  const [words, help] = WORDS[kind] ?? [
    `the platform could not use a passkey: ${text || cause}`,
    'see the cause',
  ]
  return new NativeError(kind, words, help, cause)
}

const notConfigured = (rpId: string, cause: unknown) =>
  new NativeError(
    'PASSKEY_NOT_CONFIGURED',
    `this app is not associated with \`${rpId}\``,
    `serve the association files for this build's signature at https://${rpId}/.well-known/, list the domain in the entitlements, and reinstall the app`,
    cause,
  )

export const unsupported = (cause?: unknown) =>
  new NativeError(
    'PASSKEY_UNSUPPORTED',
    'passkeys are not available on this device or in this build',
    'passkeys need iOS 16 or Android 9, a screen lock, and the native module in the build',
    cause,
  )

export const signedOut = () =>
  new NativeError('SIGNED_OUT', 'the user is signed out', 'show the sign-in form, then try again')
