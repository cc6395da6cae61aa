/** The kit's devices, in the form that TypeScript adapters pass to a client. */
import { fromBase64url, fromHex } from '@keywright/client'
import type { Credential } from './protocol.ts'

async function ask(device: string, question: object): Promise<Record<string, string>> {
  const response = await fetch(device, { method: 'POST', body: JSON.stringify(question) })
  return (await response.json()) as Record<string, string>
}

/** An EIP-1193 provider. */
export const providerOf = ({ device, address }: Credential & { kind: 'evm-wallet' }) => ({
  async request({ method, params }: { method: string; params?: unknown }) {
    if (method !== 'personal_sign') return [address]
    const [data] = params as [`0x${string}`]
    const message = new TextDecoder().decode(fromHex(data.slice(2)))
    return (await ask(device, { message }))['signature']
  },
})

/** The object that Solana wallets inject. */
export const solanaOf = ({ device, publicKey }: Credential & { kind: 'solana-wallet' }) => ({
  publicKey: { toBytes: () => fromHex(publicKey)! },
  async signMessage(message: Uint8Array) {
    const { signature } = await ask(device, { message: new TextDecoder().decode(message) })
    return fromHex(signature!)!
  },
})

/** `navigator.credentials`. */
export const credentialsOf = ({ device }: Credential & { kind: 'passkey' }) => ({
  async get({ publicKey }: CredentialRequestOptions) {
    const challenge = Buffer.from(publicKey!.challenge as Uint8Array).toString('base64url')
    const assertion = await ask(device, { challenge })
    const bytes = (name: string) => fromBase64url(assertion[name]!).buffer
    return {
      id: assertion['credentialId'],
      rawId: bytes('credentialId'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: {
        authenticatorData: bytes('authenticatorData'),
        clientDataJSON: bytes('clientDataJson'),
        signature: bytes('signature'),
        userHandle: null,
      },
      getClientExtensionResults: () => ({}),
    }
  },
})
