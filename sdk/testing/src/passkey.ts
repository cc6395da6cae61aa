/** A simulated passkey that registers and stamps like an authenticator. */
import type { AuthenticatorParamsV2, Stamper } from '@keywright/client'
import { toUtf8 } from '@keywright/keys'
import { createPasskey, type PasskeyOptions } from '@keywright/keys/passkey'

/** A simulated passkey, which is also a stamper. */
export interface SoftwarePasskey extends Stamper {
  /** base64url. */
  readonly credentialId: string
  /** Parameters for `createSubOrganization` and `createAuthenticators`. */
  register(name?: string): AuthenticatorParamsV2
  /** Signs a challenge and returns the assertion in the format of a browser. */
  assert(challenge: Uint8Array): {
    readonly authenticatorData: string
    readonly clientDataJson: string
    readonly credentialId: string
    readonly signature: string
  }
}

export function createSoftwarePasskey(options: PasskeyOptions): SoftwarePasskey {
  const { credentialId, register, assert, stamp } = createPasskey(options)
  return {
    credentialId,
    register,
    assert,
    stamp: async (payload) => ({
      stampHeaderName: 'X-Stamp-WebAuthn',
      stampHeaderValue: stamp(toUtf8(payload)),
    }),
  }
}
