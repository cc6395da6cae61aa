/** Signs requests with a passkey of the platform: one prompt for each. */
import { type Stamp, type Stamper, toBase64url, toHex } from '@keywright/client'
import { sha256 } from '@noble/hashes/sha2.js'
import { isPasskeySupported } from './createPasskey.ts'
import { NativeError, toNativeError, unsupported } from './nativeErrors.ts'
import { type NativeAssertionRequest, type NativePasskeys, toWire } from './nativePasskeys.ts'

export interface PasskeyStamperOptions {
  /** The native module. */
  readonly passkeys: NativePasskeys
  /** Domain that the app is associated with. */
  readonly rpId: string
  /** Milliseconds that the prompt stays open. Default: 300,000. */
  readonly timeout?: number
  /** Whether the person must unlock the device. Default: `preferred`. */
  readonly userVerification?: NativeAssertionRequest['userVerification']
  /** Ids, base64url, of the passkeys that may be used. Default: the person picks one of the app's. */
  readonly allowCredentials?: readonly string[]
}

/**
 * Signs requests with a passkey of the platform. Each stamp is a prompt; prompts come one after another. The client does
 * not poll with it. A platform's prompt cannot be closed from JavaScript: an aborted call ends at once, and what the
 * prompt then answers is thrown away.
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

  /** @throws NativeError */
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
        'the native module answered no signature',
        'see what it answers',
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

/** base64url of the challenge for a body: ASCII of the lower-case hexadecimal SHA-256 of its bytes. */
export const challengeOf = (payload: string): string => {
  const encoder = new TextEncoder()
  return toBase64url(encoder.encode(toHex(sha256(encoder.encode(payload)))))
}
