/** A passkey without a device: it registers and stamps as an authenticator would. */
import type { AuthenticatorParamsV2, Stamper } from '@keywright/client'
import { toUtf8 } from '@keywright/keys'
import { createPasskey, type PasskeyOptions } from '@keywright/keys/passkey'

export interface SoftwarePasskey extends Stamper {
  /** base64url. */
  readonly credentialId: string
  /** Parameters of an authenticator, as `createSubOrganization` and `createAuthenticators` take them. */
  register(name?: string): AuthenticatorParamsV2
  /** Signs a challenge, as a browser hands an assertion over. */
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
