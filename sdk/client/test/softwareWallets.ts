/** Simulated wallets, as browsers inject them. */
import { parseHex, toHex, toUtf8 } from '@keywright/keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Eip1193Provider } from '../src/wallet/wallets.ts'

export const ACCOUNT = '0xaccount'

/** `window.ethereum` of a wallet with one account. @param form encoding of its signatures */
export function ethereumProvider(
  secret: Uint8Array,
  form: 'rsv' | 'v01' | 'compact' = 'rsv',
): Eip1193Provider {
  return {
    async request({ method, params }) {
      if (method === 'eth_requestAccounts') return [ACCOUNT]
      if (method !== 'personal_sign' || params[1] !== ACCOUNT) throw new Error(`unexpected ${method}`)
      const message = parseHex(params[0].slice(2), 'message')
      const prefix = toUtf8(`\x19Ethereum Signed Message:\n${message.length}`)
      const digest = keccak_256(Uint8Array.of(...prefix, ...message))
      const [recovery, ...rs] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
      if (form === 'compact') {
        rs[32]! |= recovery! << 7
        return `0x${toHex(Uint8Array.from(rs))}`
      }
      return `0x${toHex(Uint8Array.of(...rs, form === 'rsv' ? recovery! + 27 : recovery!))}`
    },
  }
}

/** `window.solana` of a connected wallet. @param isBare whether it returns only the signature */
export const solanaProvider = (secret: Uint8Array, isBare = false) => ({
  publicKey: { toBytes: () => ed25519.getPublicKey(secret) },
  async signMessage(message: Uint8Array) {
    const signature = ed25519.sign(message, secret)
    return isBare ? signature : { signature }
  },
})
