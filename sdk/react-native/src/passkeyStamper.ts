/** Signs requests with a platform passkey, with one prompt per request. */
import { type Stamp, type Stamper, toBase64url, toHex } from '@keywright/client'
import { sha256 } from '@noble/hashes/sha2.js'
import { isPasskeySupported } from './createPasskey.ts'
import { NativeError, toNativeError, unsupported } from './nativeErrors.ts'
import { type NativeAssertionRequest, type NativePasskeys, toWire } from './nativePasskeys.ts'

export interface PasskeyStamperOptions {
  /** The native module. */
  readonly passkeys: NativePasskeys
  /** Domain associated with the app. */
  readonly rpId: string
  /** Milliseconds that the prompt stays open. Default: 300,000. */
  readonly timeout?: number
  /** Whether the user must unlock the device. Default: `preferred`. */
  readonly userVerification?: NativeAssertionRequest['userVerification']
  /** Ids of allowed passkeys, base64url. Default: the user picks one of the app's. */
  readonly allowCredentials?: readonly string[]
}

/**
 * Signs requests with a platform passkey. Each stamp prompts the user, and prompts open one at a time. The client doesn't
 * poll with this stamper. JavaScript can't close a platform's prompt: an aborted call ends immediately, and the prompt's
 * result is discarded.
 *
 * @example
 * const stamper = new PasskeyStamper({ passkeys: Passkey, rpId: 'app.example.com' })
 */
export class PasskeyStamper implements Stamper {
  readonly isInteractive = true
  readonly #options: PasskeyStamperOptions
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: PasskeyStamperOptions) {
    this.#options = options
  }

  /** Signs a body, with a prompt. @throws NativeError */
  stamp(payload: string, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<Stamp> {
    const turn = this.#last.then(() => this.#prompt(payload, signal))
    this.#last = turn.catch(() => {})
    return turn
  }

  async #prompt(payload: string, signal: AbortSignal | undefined): Promise<Stamp> {
    const {
      passkeys,
      rpId,
      timeout = 300_000,
      userVerification = 'preferred',
      allowCredentials,
    } = this.#options
    if (signal?.aborted) throw toNativeError({ name: 'AbortError' }, rpId)
    if (!isPasskeySupported(passkeys)) throw unsupported()
    const { rawId, response } = await passkeys
      .get({
        challenge: challengeOf(payload),
        rpId,
        timeout,
        userVerification,
        ...(allowCredentials && {
          allowCredentials: allowCredentials.map((id) => ({ type: 'public-key', id })),
        }),
      })
      .catch((cause: unknown) => {
        throw toNativeError(cause, rpId)
      })
    if (!response?.signature) {
      throw new NativeError(
        'PASSKEY_FAILED',
        'the native module returned no signature',
        'check the value that the module returned',
      )
    }
    const stamp = {
      authenticatorData: toWire(response.authenticatorData),
      clientDataJson: toWire(response.clientDataJSON),
      credentialId: toWire(rawId),
      signature: toWire(response.signature),
    }
    return { stampHeaderName: 'X-Stamp-WebAuthn', stampHeaderValue: JSON.stringify(stamp) }
  }
}

/** base64url of the challenge for a body: the lower-case hexadecimal SHA-256 of its bytes, as ASCII. */
export const challengeOf = (payload: string): string => {
  const encoder = new TextEncoder()
  return toBase64url(encoder.encode(toHex(sha256(encoder.encode(payload)))))
}
