/** Creates a passkey in the form that the API registers. */

import { toBase64url } from '../encoding.ts'
import type { AuthenticatorParamsV2 } from '../generated/types.ts'
import { toTransports } from '../transports.ts'
import { passkeyCancelled, toPasskeyError, unsupported } from './passkeyErrors.ts'

/** The part of `navigator.credentials` that we use. */
export interface CredentialsCreator {
  create(options: CredentialCreationOptions): Promise<unknown>
}

export interface CreatePasskeyOptions {
  /** Name of the authenticator in Keywright. */
  readonly authenticatorName: string
  /** The application, as the prompt shows it. */
  readonly rp: {
    /** Default: the page's host. */
    readonly id?: string
    readonly name: string
  }
  /** The user, as the prompt shows it. */
  readonly user: {
    readonly name: string
    /** Default: `name`. */
    readonly displayName?: string
    /** Reveals nothing about the user. Default: 32 random bytes. */
    readonly id?: BufferSource
  }
  /** Overrides members of `PublicKeyCredentialCreationOptions`. */
  readonly publicKey?: Partial<PublicKeyCredentialCreationOptions>
  readonly signal?: AbortSignal
  /** Default: `navigator.credentials`. */
  readonly credentials?: CredentialsCreator
}

/**
 * Creates a discoverable passkey, so users can sign in without entering a name, unlocked by the device if it supports that.
 * Returns what `createSubOrganization` and `createAuthenticators` register.
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
    // Nearly all authenticators create ES256; older Windows creates RS256.
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
    throw toPasskeyError(error, rp.id, signal)
  }
  if (!credential) throw passkeyCancelled()
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
