/** The part of a user's wallet that stamping needs, and adapters for the wallets that browsers inject. */
import { toHex } from '../encoding.ts'

/** A wallet that signs EIP-191 personal messages. */
export interface EvmWallet {
  readonly type: 'evm'
  /** Signs a text as a personal message. @returns 65 bytes `r ‖ s ‖ v`, or 64 of EIP-2098, in hexadecimal with `0x` */
  signMessage(message: string): Promise<string>
}

/** A wallet that signs raw messages by ed25519. */
export interface SolanaWallet {
  readonly type: 'solana'
  /** 32 bytes in hexadecimal. */
  getPublicKey(): string | Promise<string>
  /** Signs bytes. @returns 64 bytes */
  signMessage(message: Uint8Array): Promise<Uint8Array>
}

/** An EIP-1193 provider, such as `window.ethereum`. */
export interface Eip1193Provider {
  /** Calls a method of the wallet. */
  // biome-ignore lint/suspicious/noExplicitAny: the result depends on the method
  request(request: { method: string; params?: any }): Promise<any>
}

/** A wallet behind an EIP-1193 provider. @param address the account. Default: the first one the wallet offers. */
export function evmWallet(provider: Eip1193Provider, address?: string): EvmWallet {
  return {
    type: 'evm',
    async signMessage(message) {
      const account = address ?? (await provider.request({ method: 'eth_requestAccounts' }))[0]
      const data = `0x${toHex(new TextEncoder().encode(message))}`
      return provider.request({ method: 'personal_sign', params: [data, account] })
    },
  }
}

/** The object that Solana wallets inject: a public key, and `signMessage`. */
export interface SolanaProvider {
  readonly publicKey: { toBytes(): Uint8Array } | null
  signMessage(message: Uint8Array): Promise<Uint8Array | { readonly signature: Uint8Array }>
}

/** A connected Solana wallet. */
export const solanaWallet = (provider: SolanaProvider): SolanaWallet => ({
  type: 'solana',
  getPublicKey: () => toHex(provider.publicKey?.toBytes() ?? new Uint8Array()),
  async signMessage(message) {
    const signed = await provider.signMessage(message)
    return signed instanceof Uint8Array ? signed : signed.signature
  },
})
