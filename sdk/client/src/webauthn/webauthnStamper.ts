/** Signs requests with a passkey, with one prompt per request. */
import { fromBase64url, toBase64url, toHex } from '../encoding.ts'
import type { Stamp, Stamper } from '../stamper.ts'
import { passkeyCancelled, toPasskeyError, unsupported } from './passkeyErrors.ts'

/** The part of `navigator.credentials` that we use. */
export interface CredentialsGetter {
  get(options: CredentialRequestOptions): Promise<unknown>
}

export interface WebauthnStamperOptions {
  /** Domain of the passkeys: the page's host or a parent domain of it. Default: the page's host. */
  readonly rpId?: string
  /** Milliseconds that the prompt stays open. Default: 300,000, as WebAuthn recommends. */
  readonly timeout?: number
  /** Whether the user must unlock the authenticator. Default: `preferred`. */
  readonly userVerification?: UserVerificationRequirement
  /** Allowed passkeys; ids as base64url or bytes. Default: the user picks one of the site's passkeys. */
  readonly allowCredentials?: readonly {
    readonly id: string | BufferSource
    readonly transports?: AuthenticatorTransport[]
  }[]
  /** Default: `navigator.credentials`. */
  readonly credentials?: CredentialsGetter
}

/**
 * Signs requests with a passkey. Each stamp prompts the user, so call it from a click or key press. Prompts open one at a
 * time. The client doesn't poll with this stamper.
 *
 * @example
 * const stamper = new WebauthnStamper({ rpId: 'app.example.com' })
 */
export class WebauthnStamper implements Stamper {
  readonly isInteractive = true
  readonly #options: WebauthnStamperOptions
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: WebauthnStamperOptions = {}) {
    this.#options = options
  }

  /**
   * The challenge is the lower-case hexadecimal SHA-256 of the body, as text. The server expects the same.
   * @throws PasskeyError
   */
  stamp(payload: string, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<Stamp> {
    // Browsers reject a second prompt while one is open.
    const turn = this.#last.then(() => this.#prompt(payload, signal))
    this.#last = turn.catch(() => {})
    return turn
  }

  async #prompt(payload: string, signal: AbortSignal | undefined): Promise<Stamp> {
    const {
      rpId,
      timeout = 300_000,
      userVerification = 'preferred',
      allowCredentials,
      credentials,
    } = this.#options
    const container = credentials ?? globalThis.navigator?.credentials
    if (!container || !globalThis.crypto?.subtle) throw unsupported()
    const publicKey: PublicKeyCredentialRequestOptions = {
      challenge: await challengeOf(payload),
      timeout,
      userVerification,
      ...(rpId !== undefined && { rpId }),
      ...(allowCredentials && { allowCredentials: allowCredentials.map(toDescriptor) }),
    }
    let credential: PublicKeyCredential | null
    try {
      signal?.throwIfAborted()
      credential = (await container.get({
        publicKey,
        ...(signal && { signal }),
      })) as PublicKeyCredential | null
    } catch (error) {
      throw toPasskeyError(error, rpId, signal)
    }
    if (!credential) throw passkeyCancelled()
    const { authenticatorData, clientDataJSON, signature } =
      credential.response as AuthenticatorAssertionResponse
    const stamp = {
      authenticatorData: text(authenticatorData),
      clientDataJson: text(clientDataJSON),
      credentialId: text(credential.rawId),
      signature: text(signature),
    }
    return { stampHeaderName: 'X-Stamp-WebAuthn', stampHeaderValue: JSON.stringify(stamp) }
  }
}

/** The challenge for a body: the lower-case hexadecimal SHA-256 of its bytes, as ASCII. */
export async function challengeOf(payload: string): Promise<Uint8Array<ArrayBuffer>> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(payload))
  return new TextEncoder().encode(toHex(new Uint8Array(digest)))
}

type Allowed = NonNullable<WebauthnStamperOptions['allowCredentials']>[number]
const toDescriptor = ({ id, ...rest }: Allowed): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  ...rest,
  id: typeof id === 'string' ? fromBase64url(id) : id,
})

const text = (buffer: ArrayBuffer) => toBase64url(new Uint8Array(buffer))
