/** A passkey without a device: it registers and stamps as an authenticator would. */
import type { Stamper } from '@keywright/client'
import { toUtf8 } from '@keywright/keys'
import { createPasskey, type Passkey } from '@keywright/keys/passkey'

export interface SoftwarePasskey extends Stamper {
  /** base64url. */
  readonly credentialId: string
  /** Parameters of an authenticator, as `createSubOrganization` and `createAuthenticators` take them. */
  register(name?: string): ReturnType<Passkey['register']>
  /** Signs a challenge, as a browser hands an assertion over. */
  assert(challenge: Uint8Array): ReturnType<Passkey['assert']>
}

export function createSoftwarePasskey(options: Parameters<typeof createPasskey>[0]): SoftwarePasskey {
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
