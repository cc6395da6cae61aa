/** `navigator.credentials` backed by a software passkey. */

import type { Passkey } from '@keywright/engine/test'
import { parseBase64url } from '@keywright/keys'
import type { AuthenticatorParamsV2 } from '../src/generated/types.ts'

const bytes = (text: string) => Uint8Array.from(parseBase64url(text, 'credential')).buffer

interface Signer extends Pick<Passkey, 'assert'> {
  register(name: string, challenge: Uint8Array): Pick<AuthenticatorParamsV2, 'attestation'>
}

/** A browser with this single passkey. Counts its prompts. */
export const credentialsOf = (passkey: Signer) => ({
  prompts: 0,
  async get({ publicKey }: CredentialRequestOptions): Promise<unknown> {
    this.prompts++
    const made = passkey.assert(new Uint8Array(publicKey!.challenge as ArrayBuffer))
    return {
      rawId: bytes(made.credentialId),
      response: {
        authenticatorData: bytes(made.authenticatorData),
        clientDataJSON: bytes(made.clientDataJson),
        signature: bytes(made.signature),
      },
    }
  },
  async create({ publicKey }: CredentialCreationOptions): Promise<unknown> {
    this.prompts++
    const { attestation } = passkey.register('', new Uint8Array(publicKey!.challenge as ArrayBuffer))
    return {
      rawId: bytes(attestation.credentialId),
      response: {
        clientDataJSON: bytes(attestation.clientDataJson),
        attestationObject: bytes(attestation.attestationObject),
        getTransports: () => ['internal', 'something newer'],
      },
    }
  },
})
