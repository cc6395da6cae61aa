/**
 * Software versions of user devices: an Ethereum wallet, a Solana wallet, a passkey. Their signatures can be unusual
 * on purpose.
 */
import {
  type ApiKeyPair,
  concat,
  parseBase64url,
  parseHex,
  personalMessageDigest,
  platformRandom,
  toBase64url,
  toHex,
  toUtf8,
} from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Device } from '../observer.ts'

export interface Oddity {
  /** Begins with a zero byte, which DER must drop. */
  readonly isShort?: boolean
  /** s in the upper half of the order, as some devices create it. */
  readonly isHigh?: boolean
  /** The last byte: 27 and 28, or 0 and 1 as in hardware wallets. */
  readonly isPlainParity?: boolean
}

/** A wallet behind an EIP-1193 provider: `personal_sign`. */
export function evmDevice({ privateKey }: ApiKeyPair, odd: Oddity = {}): Device {
  const secret = parseHex(privateKey, 'private key')
  return async (_, { message = '' }) => {
    const digest = personalMessageDigest(toUtf8(message))
    const [recovery, ...rs] = signUntil(digest, secret, odd)
    const v = odd.isPlainParity ? recovery! : recovery! + 27
    return { signature: `0x${toHex(Uint8Array.of(...rs, v))}` }
  }
}

/** Signs with new randomness until the signature has the requested form: about 250 times for a short one. */
function signUntil(digest: Uint8Array, secret: Uint8Array, { isShort, isHigh }: Oddity): Uint8Array {
  for (;;) {
    const options = {
      prehash: false,
      lowS: false,
      format: 'recovered',
      extraEntropy: platformRandom(32),
    } as const
    const signature = secp256k1.sign(digest, secret, options)
    const { s } = secp256k1.Signature.fromBytes(signature, 'recovered')
    const isWanted =
      (!isShort || isShortAt(signature, 1) || isShortAt(signature, 33)) &&
      (isHigh === undefined || s > secp256k1.Point.Fn.ORDER / 2n === isHigh)
    if (isWanted) return signature
  }
}

/** Whether the integer begins with a zero that DER drops, because the next byte doesn't need it as a sign. */
const isShortAt = (signature: Uint8Array, at: number) => signature[at] === 0 && signature[at + 1]! < 0x80

/** A wallet that signs messages with ed25519. */
export function solanaDevice({ privateKey }: ApiKeyPair): Device {
  return async (_, { message = '' }) => ({
    signature: toHex(ed25519.sign(toUtf8(message), parseHex(privateKey, 'private key'))),
  })
}

export function passkeyDevice({ isHigh }: Pick<Oddity, 'isHigh'> = {}) {
  const passkey = createPasskey({ random: platformRandom })
  const asserted: { signature: string }[] = []
  const device: Device = async (_, { challenge = '' }) => {
    const assertion = passkey.assert(new Uint8Array(parseBase64url(challenge, 'challenge')))
    const answer =
      isHigh === undefined ? assertion : { ...assertion, signature: turn(assertion.signature, isHigh) }
    asserted.push(answer)
    return answer
  }
  return { passkey, device, asserted }
}

/** The signature with s in the requested half: `n − s` is equivalent to `s` (SEC 1 §4.1.4). */
function turn(signature: string, isHigh: boolean): string {
  const { r, s } = p256.Signature.fromBytes(parseBase64url(signature, 'signature'), 'der')
  const order = p256.Point.Fn.ORDER
  const wanted = s > order / 2n === isHigh ? s : order - s
  return toBase64url(concat(new p256.Signature(r, wanted).toBytes('der')))
}
