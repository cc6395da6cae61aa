/** Signatures by wallet and private keys, in the protocol's three parts: r, s, v. */

import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { assertPrivateKey, type Curve } from './curve.ts'
import { concat, parseHex, toHex } from './encoding.ts'
import { fast } from './fast.ts'
import { tweakTaprootPrivateKey } from './taproot.ts'

/** Lower-case hexadecimal without `0x`: `r` and `s` 64 digits each, left-padded, `v` two. */
export interface Signature {
  readonly r: string
  readonly s: string
  readonly v: string
}

/** How a key signs: Schnorr for taproot addresses, otherwise by curve. */
export type SigningAlgorithm = 'ecdsa' | 'ed25519' | 'schnorr'

/** The algorithm of an address: `taproot` is true for P2TR formats. */
export function signingAlgorithmOf(curve: Curve, taproot = false): SigningAlgorithm {
  if (curve === 'CURVE_ED25519') return 'ed25519'
  return taproot ? 'schnorr' : 'ecdsa'
}

/**
 * Signs a 32-byte digest with `ecdsa` and `schnorr`, the message itself with `ed25519`. Deterministic.
 * @throws KeysError `PRIVATE_KEY_OUT_OF_RANGE`
 */
export function sign(algorithm: SigningAlgorithm, message: Uint8Array, privateKey: Uint8Array): Signature {
  assertPrivateKey(algorithm === 'ed25519' ? 'CURVE_ED25519' : 'CURVE_SECP256K1', privateKey)
  return signers[algorithm](message, privateKey)
}

const signers: Record<SigningAlgorithm, (message: Uint8Array, privateKey: Uint8Array) => Signature> = {
  /** RFC 6979 nonce, low S (BIP-62), `v` the parity of R.y. */
  ecdsa(digest, privateKey) {
    const bytes =
      fast().secp256k1?.sign(digest, privateKey) ??
      secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' })
    return toSignature(bytes.subarray(1), bytes[0]!)
  },
  /** RFC 8032: R and S, 32 bytes each. */
  ed25519: (message, privateKey) =>
    toSignature((fast().ed25519?.sign ?? ed25519.sign)(message, privateKey), 0),
  /**
   * BIP-340 by the key-path output key of BIP-341. Auxiliary randomness is zeros, as BIP-340 permits, to be
   * deterministic.
   */
  schnorr: (digest, privateKey) =>
    toSignature(
      fast().secp256k1?.signTaproot(digest, privateKey) ??
        schnorr.sign(digest, tweakTaprootPrivateKey(privateKey), new Uint8Array(32)),
      0,
    ),
}

/** The 64 bytes `r ‖ s`. */
export const toCompactSignature = ({ r, s }: Pick<Signature, 'r' | 's'>): Uint8Array =>
  concat(parseHex(r, 'r'), parseHex(s, 's'))

const toSignature = (bytes: Uint8Array, v: number): Signature => ({
  r: toHex(bytes.subarray(0, 32)),
  s: toHex(bytes.subarray(32, 64)),
  v: toHex(Uint8Array.of(v)),
})
