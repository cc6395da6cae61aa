/** Whether a signature by a wallet or private key is one, and whose. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { addressOf } from './address.ts'
import { addressFormats, formatFitsCurve } from './addressFormats.ts'
import { curveOf } from './curve.ts'
import { concat } from './encoding.ts'

/**
 * @param signable what was signed: a 32-byte digest for secp256k1, the message for ed25519
 * @param signature the 64 bytes `r ‖ s`, or `R ‖ S`
 * @param publicKey 33 or 65 bytes (secp256k1), or 32 (ed25519)
 */
export function verifySignature(signable: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    if (publicKey.length === 32) return ed25519.verify(signature, signable, publicKey)
    return secp256k1.verify(signature, signable, publicKey, { prehash: false, lowS: false })
  } catch {
    return false
  }
}

/**
 * The compressed secp256k1 key that made a signature (SEC 1 §4.1.6); undefined if no key fits.
 * @param signature 65 bytes: `r ‖ s ‖ v`, where v is 0, 1, 27 or 28
 */
export function recoverPublicKey(digest: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  const v = signature[64]
  const parity = v === undefined || v < 27 ? v : v - 27
  if (signature.length !== 65 || (parity !== 0 && parity !== 1)) return undefined
  try {
    const recovered = concat(Uint8Array.of(parity), signature.subarray(0, 64))
    return secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
  } catch {
    return undefined
  }
}

/** The ed25519 key that a Solana address is; undefined for any other text. */
export function publicKeyOfSolanaAddress(address: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const key = base58.decode(address)
  return key.length === 32 ? key : undefined
}

/** Whether the address, of any format, is one of the public key. */
export function isAddressOf(address: string, publicKey: Uint8Array): boolean {
  const curve = curveOf(publicKey)
  return addressFormats
    .filter((format) => formatFitsCurve(format, curve))
    .some((format) => {
      const own = addressOf(format, publicKey)
      return own === address || (/^0x/i.test(address) && own.toLowerCase() === address.toLowerCase())
    })
}
