/** Signs requests with a passkey: one prompt for each. */
import { fromBase64url, toBase64url, toHex } from '../encoding.ts'
import type { Stamp, Stamper } from '../stamper.ts'
import { cancelled, toPasskeyError, unsupported } from './passkeyErrors.ts'

/** The part of `navigator.credentials` that is used. */
export interface CredentialsGetter {
  get(options: CredentialRequestOptions): Promise<unknown>
}

export interface WebauthnStamperOptions {
  /** Domain of the passkeys: the page's host or a parent domain of it. Default: the page's host, by the browser. */
  readonly rpId?: string
  /** Milliseconds that the prompt stays open. Default: 300,000, as WebAuthn recommends. */
  readonly timeout?: number
  /** Whether the person must unlock the authenticator. Default: `preferred`. */
  readonly userVerification?: UserVerificationRequirement
  /** The passkeys that may be used; ids as base64url or bytes. Default: the person picks one of the site's. */
  readonly allowCredentials?: readonly {
    readonly id: string | BufferSource
    readonly transports?: AuthenticatorTransport[]
  }[]
  /** Default: `navigator.credentials`. */
  readonly credentials?: CredentialsGetter
}

/**
 * Signs requests with a passkey. Each stamp is a prompt, so it must be asked for in a click or a key press; prompts come
 * one after another. The client does not poll with it.
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
   * The challenge is the text of the lower-case hexadecimal SHA-256 of the body, as the server expects it.
   * @throws PasskeyError
   */
  stamp(payload: string, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<Stamp> {
    // Browsers refuse a second prompt while one is open.
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
      throw toPasskeyError(signal?.aborted ? { name: 'AbortError' } : error, rpId)
    }
    if (!credential) throw cancelled()
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

/** The challenge for a body: ASCII of the lower-case hexadecimal SHA-256 of its bytes. */
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
