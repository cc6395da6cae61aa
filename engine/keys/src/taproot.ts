/** Taproot keys without a script tree (BIP-86): the output key is the key tweaked by its own hash. */

import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { KeysError } from './errors.ts'

const { Point } = secp256k1
const { Fn } = Point

/**
 * The x-only output key (32 bytes) for a compressed public key (BIP-341 §Constructing outputs).
 * @throws KeysError `PUBLIC_KEY_MALFORMED`
 */
export function tweakTaprootPublicKey(publicKey: Uint8Array): Uint8Array {
  const internal = liftX(publicKey.subarray(1))
  return schnorr.utils.pointToBytes(internal.add(Point.BASE.multiply(tapTweak(publicKey.subarray(1)))))
}

/** The private key of that output key (BIP-341 `taproot_tweak_seckey`), 32 bytes. */
export function tweakTaprootPrivateKey(privateKey: Uint8Array): Uint8Array {
  const scalar = bytesToNumberBE(privateKey)
  const point = Point.BASE.multiply(scalar)
  const even = point.y % 2n === 0n ? scalar : Fn.neg(scalar)
  return numberToBytesBE(Fn.add(even, tapTweak(schnorr.utils.pointToBytes(point))), 32)
}

const tapTweak = (xOnly: Uint8Array) =>
  Fn.create(bytesToNumberBE(schnorr.utils.taggedHash('TapTweak', xOnly)))

function liftX(xOnly: Uint8Array) {
  try {
    return schnorr.utils.lift_x(bytesToNumberBE(xOnly))
  } catch {
    throw new KeysError('PUBLIC_KEY_MALFORMED', { what: 'public key', reason: 'is not a point of secp256k1' })
  }
}
