/** Derives keys of a wallet: BIP-32 on secp256k1, SLIP-0010 on ed25519. */

import { HDKey } from '@scure/bip32'
import { type Curve, publicKeyOf } from './curve.ts'
import { concat, toUtf8 } from './encoding.ts'
import { fast } from './fast.ts'
import { hmacSha512 } from './hash.ts'
import { parsePathFor } from './path.ts'
import { withSecret } from './secret.ts'

export interface KeyPair {
  readonly curve: Curve
  /** 32 bytes: secp256k1 scalar or ed25519 seed. */
  readonly privateKey: Uint8Array
  /** 33 bytes compressed (secp256k1) or 32 (ed25519). */
  readonly publicKey: Uint8Array
}

/**
 * The key at a path of a seed (16 to 64 bytes; `deriveSeed` returns a wallet's).
 * @throws KeysError `PATH_MALFORMED`, `PATH_UNHARDENED`, `CURVE_UNKNOWN`
 */
export function deriveKeyPair(curve: Curve, seed: Uint8Array, path: string): KeyPair {
  const indexes = parsePathFor(curve, path)
  const privateKey = curve === 'CURVE_SECP256K1' ? deriveBip32(seed, indexes) : deriveSlip10(seed, indexes)
  return { curve, privateKey, publicKey: publicKeyOf(curve, privateKey) }
}

function deriveBip32(seed: Uint8Array, indexes: readonly number[]): Uint8Array {
  const plugged = fast().secp256k1
  if (plugged) return plugged.derive(seed, indexes)
  let node = HDKey.fromMasterSeed(seed)
  for (const index of indexes) {
    const child = node.deriveChild(index)
    node.wipePrivateData()
    node = child
  }
  // A copy, which wiping the node doesn't affect.
  const { privateKey } = node
  node.wipePrivateData()
  return privateKey!
}

/** SLIP-0010, "Private parent key → private child key" for ed25519: I = HMAC(chain code, 0 ‖ key ‖ index). */
function deriveSlip10(seed: Uint8Array, indexes: readonly number[]): Uint8Array {
  let node = hmacSha512(toUtf8('ed25519 seed'), seed)
  for (const index of indexes) {
    const data = concat(Uint8Array.of(0), node.subarray(0, 32), bigEndian32(index))
    const child = withSecret(data, () => hmacSha512(node.subarray(32), data))
    node.fill(0)
    node = child
  }
  return withSecret(node, () => node.slice(0, 32))
}

function bigEndian32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
