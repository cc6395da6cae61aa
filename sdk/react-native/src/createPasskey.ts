/** Makes a passkey of the platform, in the form in which the API registers it. */
import { type AuthenticatorParamsV2, toTransports } from '@keywright/client'
import { toNativeError, unsupported } from './nativeErrors.ts'
import { type NativePasskeys, toWire } from './nativePasskeys.ts'
import { randomText } from './runtime.ts'

export interface CreatePasskeyOptions {
  /** The native module. */
  readonly passkeys: NativePasskeys
  /** Name of the authenticator in Keywright. */
  readonly authenticatorName: string
  /** Domain that the app is associated with, and the name that the person sees. */
  readonly rp: { readonly id: string; readonly name: string }
  /** As the person sees it. Default of `id`: 32 random bytes, so that nothing of the person is in it; base64url. */
  readonly user: { readonly name: string; readonly displayName?: string; readonly id?: string }
  /** Ids, base64url, of passkeys of which a device must not get another. */
  readonly excludeCredentials?: readonly string[]
  /** Milliseconds that the prompt stays open. Default: 300,000. */
  readonly timeout?: number
}

/** Whether the build and the device have passkeys. */
export function isPasskeySupported(passkeys: NativePasskeys): boolean {
  try {
    return passkeys.isSupported()
  } catch {
    // A module that is not linked throws when it is asked.
    return false
  }
}

/**
 * Opens the platform's prompt and answers what `createSubOrganization` and `createAuthenticators` register.
 * @throws NativeError
 */
export async function createPasskey(options: CreatePasskeyOptions): Promise<AuthenticatorParamsV2> {
  const { passkeys, authenticatorName, rp, user, excludeCredentials, timeout = 300_000 } = options
  if (!isPasskeySupported(passkeys)) throw unsupported()
  const challenge = randomText()
  const made = await passkeys
    .create({
      challenge,
      rp,
      user: { displayName: user.name, id: randomText(), ...user },
      // ES256 is what the platforms make.
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'preferred',
      },
      attestation: 'none',
      timeout,
      ...(excludeCredentials && {
        excludeCredentials: excludeCredentials.map((id) => ({ type: 'public-key', id })),
      }),
    })
    .catch((cause: unknown) => {
      throw toNativeError(cause, rp.id)
    })
  const { clientDataJSON, attestationObject, transports = ['internal'] } = made.response
  return {
    authenticatorName,
    challenge,
    attestation: {
      credentialId: toWire(made.rawId),
      clientDataJson: toWire(clientDataJSON),
      attestationObject: toWire(attestationObject),
      transports: toTransports(transports),
    },
  }
}
