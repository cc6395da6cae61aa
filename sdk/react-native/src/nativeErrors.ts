/** What can go wrong between an app, its native modules and the platform. */
import { KeywrightError } from '@keywright/client'

export type NativeErrorCode =
  /** The person closed the prompt, or let it time out. Nothing was sent. */
  | 'PASSKEY_CANCELLED'
  /** The caller's signal was aborted. */
  | 'ABORTED'
  /** The platform does not believe that the app belongs to the relying party. */
  | 'PASSKEY_NOT_CONFIGURED'
  /** This device has no passkey of the relying party. */
  | 'PASSKEY_NO_CREDENTIAL'
  /** This device has such a passkey already. */
  | 'PASSKEY_EXISTS'
  /** The device has no passkeys: an old system, no screen lock, no provider, or the module is not in the build. */
  | 'PASSKEY_UNSUPPORTED'
  /** Whatever else the module reports. */
  | 'PASSKEY_FAILED'
  /** The runtime has no source of randomness. */
  | 'RANDOM_UNAVAILABLE'
  /** The secure storage does not store. */
  | 'STORAGE_UNAVAILABLE'
  /** The session was asked for and there is none. */
  | 'SIGNED_OUT'

export class NativeError extends KeywrightError<NativeErrorCode> {
  override readonly name = 'NativeError'

  constructor(code: NativeErrorCode, message: string, help: string, cause?: unknown) {
    super(code, message, { help, cause, docsPath: '/sdks/react-native' })
  }
}

/** What native modules call what the platforms report: names of `react-native-passkey`, of DOMException, of Android. */
const KINDS: readonly (readonly [RegExp, NativeErrorCode])[] = [
  [/abort/i, 'ABORTED'],
  [/cancel|NotAllowed|timed?.?out|interrupted/i, 'PASSKEY_CANCELLED'],
  [/no.?credential|NotFound/i, 'PASSKEY_NO_CREDENTIAL'],
  [/not.?configured|bad.?configuration|SecurityError|not associated|rp.?id/i, 'PASSKEY_NOT_CONFIGURED'],
  [/InvalidState|excluded|already/i, 'PASSKEY_EXISTS'],
  [/not.?supported|unsupported|doesn't seem to be linked/i, 'PASSKEY_UNSUPPORTED'],
]

const WORDS: Readonly<Partial<Record<NativeErrorCode, readonly [message: string, help: string]>>> = {
  ABORTED: ['the passkey prompt was aborted', 'ask again when the person does'],
  PASSKEY_CANCELLED: [
    'no passkey was used: the prompt was closed or timed out',
    'let the person try again, or sign in another way',
  ],
  PASSKEY_NO_CREDENTIAL: [
    'this device has no passkey of this app',
    'offer to sign up, or to sign in another way',
  ],
  PASSKEY_EXISTS: ['this device has such a passkey', 'sign in with it'],
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
    `serve the association files of this build's signature on https://${rpId}/.well-known/, name the domain in the entitlements, and install the app again`,
    cause,
  )

export const unsupported = (cause?: unknown) =>
  new NativeError(
    'PASSKEY_UNSUPPORTED',
    'this device or build has no passkeys',
    'passkeys need iOS 16 or Android 9, a screen lock, and the native module in the build',
    cause,
  )

export const signedOut = () =>
  new NativeError('SIGNED_OUT', 'nobody is signed in', 'show the sign-in, and try again afterwards')
