/** Creates public stampers from instructions of the conformance kit. */
import { type Credential, credentialsOf, NotOffered, solanaOf } from '@keywright/conformance/adapter'
import { ApiKeyStamper as NewApiKeyStamper } from 'api-key-stamper-new'
import { ApiKeyStamper as OldApiKeyStamper } from 'api-key-stamper-old'
import * as newWallet from 'wallet-stamper-new'
import * as oldWallet from 'wallet-stamper-old'
import { WebauthnStamper as NewWebauthnStamper } from 'webauthn-stamper-new'
import { WebauthnStamper as OldWebauthnStamper } from 'webauthn-stamper-old'
import type { Age, PublicStamper } from '../support/stampers.ts'

const PACKAGES = {
  old: { ApiKeyStamper: OldApiKeyStamper, WebauthnStamper: OldWebauthnStamper, wallet: oldWallet },
  new: { ApiKeyStamper: NewApiKeyStamper, WebauthnStamper: NewWebauthnStamper, wallet: newWallet },
} as const

/** @throws NotOffered for curves that the stampers do not have */
export function stamperOf(credential: Credential, age: Age): PublicStamper {
  const { ApiKeyStamper, WebauthnStamper, wallet } = PACKAGES[age]
  switch (credential.kind) {
    case 'api-key': {
      const { curve, publicKey: apiPublicKey, privateKey: apiPrivateKey } = credential
      if (curve !== 'API_KEY_CURVE_P256') throw new NotOffered()
      return new ApiKeyStamper({ apiPublicKey, apiPrivateKey })
    }
    case 'passkey': {
      const id = Buffer.from(credential.credentialId, 'base64url')
      devices.set(credential.credentialId, credentialsOf(credential))
      const allowCredentials = [{ id, type: 'public-key' as const }]
      return new WebauthnStamper({ rpId: credential.rpId, allowCredentials })
    }
    case 'evm-wallet': {
      const signMessage = async (message: string) => {
        const response = await fetch(credential.device, { method: 'POST', body: JSON.stringify({ message }) })
        return ((await response.json()) as { signature: string }).signature
      }
      return new wallet.WalletStamper({
        type: wallet.WalletType.Ethereum,
        signMessage,
      } as never) as PublicStamper
    }
    case 'solana-wallet': {
      const solana = solanaOf(credential)
      const signMessage = async (message: string) =>
        Buffer.from(await solana.signMessage(new TextEncoder().encode(message))).toString('hex')
      const getPublicKey = async () => credential.publicKey
      const own = { type: wallet.WalletType.Solana, signMessage, getPublicKey }
      return new wallet.WalletStamper(own as never) as PublicStamper
    }
  }
}

/** Passkeys by credential, which share one simulated browser. */
const devices = new Map<string, ReturnType<typeof credentialsOf>>()

/** Simulates `navigator.credentials` for stampers that require it. */
export function installNavigator(): void {
  const get = (options: CredentialRequestOptions) => {
    const [{ id } = { id: new Uint8Array() }] = options.publicKey?.allowCredentials ?? []
    return devices.get(Buffer.from(id as Uint8Array).toString('base64url'))!.get(options)
  }
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { credentials: { get } } })
}
