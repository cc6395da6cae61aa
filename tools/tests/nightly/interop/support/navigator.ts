/** `navigator.credentials` of a browser, played by a passkey in software. */
import type { Passkey } from '@keywright/engine/test'
import { parseBase64url } from '@keywright/keys'

/** Answers each prompt with this passkey; a browser hands it the challenge and nothing else. */
export const navigatorOf = (passkey: Passkey) => ({
  credentials: {
    async get({ publicKey }: { publicKey: { challenge: Uint8Array } }) {
      const assertion = passkey.assert(new Uint8Array(publicKey.challenge))
      return {
        id: assertion.credentialId,
        rawId: bufferOf(assertion.credentialId),
        type: 'public-key',
        authenticatorAttachment: 'platform',
        response: {
          authenticatorData: bufferOf(assertion.authenticatorData),
          clientDataJSON: bufferOf(assertion.clientDataJson),
          signature: bufferOf(assertion.signature),
          userHandle: null,
        },
        getClientExtensionResults: () => ({}),
      }
    },
  },
})

const bufferOf = (text: string) => new Uint8Array(parseBase64url(text, 'assertion')).buffer
