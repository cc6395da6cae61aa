/** Makes a passkey, in the form in which the API registers it. */

import { toBase64url } from '../encoding.ts'
import type { AuthenticatorParamsV2 } from '../generated/types.ts'
import { toTransports } from '../transports.ts'
import { cancelled, toPasskeyError, unsupported } from './passkeyErrors.ts'

/** The part of `navigator.credentials` that is used. */
export interface CredentialsCreator {
  create(options: CredentialCreationOptions): Promise<unknown>
}

export interface CreatePasskeyOptions {
  /** Name of the authenticator in Keywright. */
  readonly authenticatorName: string
  /** Who asks, as the person sees it. */
  readonly rp: { readonly id?: string; readonly name: string }
  /** Whose passkey it is, as the person sees it. Default of `id`: 32 random bytes, so that nothing of the person is in it. */
  readonly user: { readonly name: string; readonly displayName?: string; readonly id?: BufferSource }
  /** Members of `PublicKeyCredentialCreationOptions` that shall be otherwise. */
  readonly publicKey?: Partial<PublicKeyCredentialCreationOptions>
  readonly signal?: AbortSignal
  /** Default: `navigator.credentials`. */
  readonly credentials?: CredentialsCreator
}

/**
 * Makes a passkey that people can find again without being asked for a name (a discoverable one, unlocked where the
 * device can), and answers what `createSubOrganization` and `createAuthenticators` register.
 *
 * @throws PasskeyError
 */
export async function createPasskey(options: CreatePasskeyOptions): Promise<AuthenticatorParamsV2> {
  const { authenticatorName, rp, user, signal } = options
  const container = options.credentials ?? globalThis.navigator?.credentials
  if (!container) throw unsupported()
  const challenge = crypto.getRandomValues(new Uint8Array(32))
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge,
    rp,
    user: { displayName: user.name, id: crypto.getRandomValues(new Uint8Array(32)), ...user },
    // ES256 is what nearly all authenticators make, RS256 what older Windows does.
    pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
    timeout: 300_000,
    ...options.publicKey,
  }
  let credential: PublicKeyCredential | null
  try {
    signal?.throwIfAborted()
    credential = (await container.create({
      publicKey,
      ...(signal && { signal }),
    })) as PublicKeyCredential | null
  } catch (error) {
    throw toPasskeyError(signal?.aborted ? { name: 'AbortError' } : error, rp.id)
  }
  if (!credential) throw cancelled()
  const response = credential.response as AuthenticatorAttestationResponse
  const transports = response.getTransports?.() ?? []
  return {
    authenticatorName,
    challenge: text(publicKey.challenge as ArrayBuffer),
    attestation: {
      credentialId: text(credential.rawId),
      clientDataJson: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: toTransports(transports),
    },
  }
}

const text = (bytes: BufferSource) =>
  toBase64url(
    ArrayBuffer.isView(bytes)
      ? new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
      : new Uint8Array(bytes),
  )
