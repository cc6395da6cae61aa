/** Creates a platform passkey in the form that the API registers. */
import { type AuthenticatorParamsV2, toTransports } from '@keywright/client'
import { toNativeError, unsupported } from './nativeErrors.ts'
import { type NativePasskeys, toWire } from './nativePasskeys.ts'
import { randomText } from './runtime.ts'

export interface CreatePasskeyOptions {
  /** The native module. */
  readonly passkeys: NativePasskeys
  /** Name of the authenticator in Keywright. */
  readonly authenticatorName: string
  /** Domain associated with the app, and the name that the prompt shows. */
  readonly rp: { readonly id: string; readonly name: string }
  /** The user, as the prompt shows it. */
  readonly user: {
    readonly name: string
    /** Default: `name`. */
    readonly displayName?: string
    /** Reveals nothing about the user. Default: 32 random bytes, base64url. */
    readonly id?: string
  }
  /** Ids of passkeys, base64url. A device that has one of them doesn't create another. */
  readonly excludeCredentials?: readonly string[]
  /** Milliseconds that the prompt stays open. Default: 300,000. */
  readonly timeout?: number
}

/** Whether build and device support passkeys. */
export function isPasskeySupported(passkeys: NativePasskeys): boolean {
  try {
    return passkeys.isSupported()
  } catch {
    // A module that isn't linked throws here.
    return false
  }
}

/**
 * Opens the platform's prompt and returns what `createSubOrganization` and `createAuthenticators` register.
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
      // The platforms create ES256.
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
