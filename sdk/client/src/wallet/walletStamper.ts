/** Signs requests with the user's own wallet, which displays the body and asks for approval. */
import { fromHex, toDer, toHex, toStamp } from '../encoding.ts'
import type { Stamp, Stamper } from '../stamper.ts'
import { toWalletError, WalletError } from './walletErrors.ts'
import type { EvmWallet, SolanaWallet } from './wallets.ts'

/** Signed once by wallets that don't publish their key, to recover it. Authorizes nothing. */
const HELLO = 'Show the public key of this account. This signature authorizes nothing.'

/**
 * Signs requests with an Ethereum or Solana wallet, which prompts the user each time. Register its public key with
 * `createApiKeys` as `API_KEY_CURVE_SECP256K1` or `API_KEY_CURVE_ED25519`. The wallet's funds aren't touched.
 *
 * @example
 * const stamper = new WalletStamper(evmWallet(window.ethereum))
 */
export class WalletStamper implements Stamper {
  readonly isInteractive = true
  readonly #wallet: EvmWallet | SolanaWallet
  #publicKey: string | undefined

  /** @param options.publicKey of the account, if known: skips the first prompt, and rejects any other account */
  constructor(wallet: EvmWallet | SolanaWallet, options: { readonly publicKey?: string } = {}) {
    this.#wallet = wallet
    this.#publicKey = options.publicKey
  }

  /**
   * The public key to register, in hexadecimal. An Ethereum wallet reveals it only through a signature, so it prompts once;
   * the key is cached.
   * @throws WalletError
   */
  async getPublicKey(): Promise<string> {
    this.#publicKey ??=
      this.#wallet.type === 'solana'
        ? await this.#solanaKey(this.#wallet)
        : (await this.#signEvm(this.#wallet, HELLO)).publicKey
    return this.#publicKey
  }

  /** Signs a body. @throws WalletError */
  async stamp(payload: string): Promise<Stamp> {
    if (this.#wallet.type === 'evm') {
      const { publicKey, signature } = await this.#signEvm(this.#wallet, payload)
      this.#hold(publicKey)
      return toStamp(publicKey, 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191', toHex(toDer(signature)))
    }
    const publicKey = await this.#solanaKey(this.#wallet)
    this.#hold(publicKey)
    const signature = await this.#ask(this.#wallet.signMessage(new TextEncoder().encode(payload)))
    if (signature.length !== 64) throw invalid(`${signature.length} bytes instead of 64`)
    return toStamp(publicKey, 'SIGNATURE_SCHEME_TK_API_ED25519', toHex(signature))
  }

  /** Rejects a switched account here, because the server would report only an unknown key. */
  #hold(publicKey: string): void {
    this.#publicKey ??= publicKey
    if (this.#publicKey === publicKey) return
    const message = `the wallet signs with ${publicKey} instead of ${this.#publicKey}`
    throw new WalletError(
      'WALLET_ACCOUNT_CHANGED',
      message,
      'switch the account in the wallet, or create a new stamper',
    )
  }

  async #solanaKey(wallet: SolanaWallet): Promise<string> {
    const publicKey = await this.#ask(Promise.resolve(wallet.getPublicKey()))
    if (fromHex(publicKey)?.length === 32) return publicKey.toLowerCase()
    throw new WalletError(
      'WALLET_UNAVAILABLE',
      'the wallet has no public key of 32 bytes',
      'connect it first',
    )
  }

  async #signEvm(wallet: EvmWallet, message: string) {
    const { rs, recovery } = readEvmSignature(await this.#ask(wallet.signMessage(message)))
    // Loaded after an Ethereum wallet has signed, so that other users don't download it.
    const { secp256k1 } = await import('@noble/curves/secp256k1.js')
    const digest = await personalMessageDigest(message)
    try {
      const signature = secp256k1.Signature.fromBytes(rs, 'compact').addRecoveryBit(recovery)
      const publicKey = signature.recoverPublicKey(digest).toHex(true)
      return { publicKey, signature: rs }
    } catch {
      throw invalid("it doesn't recover to a public key")
    }
  }

  async #ask<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw toWalletError(error)
    }
  }
}

/** EIP-191 version 0x45: Keccak-256 of the prefix, the length in bytes, and the message. */
async function personalMessageDigest(message: string): Promise<Uint8Array> {
  const { keccak_256 } = await import('@noble/hashes/sha3.js')
  const bytes = new TextEncoder().encode(message)
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`)
  return keccak_256(Uint8Array.of(...prefix, ...bytes))
}

/** Accepts `r ‖ s ‖ v` with v 27, 28, 0 or 1, and EIP-2098, where the top bit of s is the parity. */
function readEvmSignature(text: string): { rs: Uint8Array; recovery: number } {
  const bytes = fromHex(String(text).replace(/^0x/i, ''))
  if (bytes?.length === 64) {
    const rs = bytes.slice()
    rs[32]! &= 0x7f
    return { rs, recovery: bytes[32]! >> 7 }
  }
  const v = bytes?.[64]
  if (bytes?.length !== 65 || v === undefined) throw invalid(`${bytes?.length ?? 'no'} bytes instead of 65`)
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1) throw invalid(`its last byte is ${v}`)
  return { rs: bytes.slice(0, 64), recovery }
}

const invalid = (reason: string) =>
  new WalletError(
    'WALLET_SIGNATURE_INVALID',
    `the wallet returned an invalid signature: ${reason}`,
    'use another wallet',
  )
