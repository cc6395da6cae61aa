/** Checks a signature from the payload, the API response and the address alone. */
import {
  addressFormats,
  addressOf,
  type Curve,
  concat,
  curveOf,
  formatFitsCurve,
  isAddressOf,
  loadPayloads,
  type Payload,
  parseHex,
  publicKeyOfSolanaAddress,
  recoverPublicKey,
  signableBytes,
  toHex,
  verifySignature,
} from '@keywright/keys'
import { type CheckedStep, runChecks } from '../../kit/checks.ts'
import { STEPS } from './steps.ts'

export interface SignatureQuestion extends Payload {
  /** Hex: r ‖ s with an optional v, or `r`, `s` and `v` of a response with anything but hex between them. */
  readonly signature: string
  /** A public key in hex or an address. Empty recovers the signer. */
  readonly signer: string
}

export interface InspectedSignature {
  readonly steps: readonly CheckedStep[]
  /** The given or recovered public key in hex. */
  readonly publicKey?: string
  /** Its addresses by format. */
  readonly addresses: readonly (readonly [format: string, address: string])[]
}

/** Never throws. */
export async function inspectSignature(question: SignatureQuestion): Promise<InspectedSignature> {
  const signer = question.signer.trim()
  const given = publicKeyIn(signer)
  const curve: Curve = given ? curveOf(given) : 'CURVE_SECP256K1'
  let signable: Uint8Array = new Uint8Array()
  let signature: Uint8Array = new Uint8Array()
  let publicKey: Uint8Array | undefined
  const steps = await runChecks(STEPS, [
    async () => {
      await loadPayloads(question.encoding)
      signable = signableBytes(question, curve)
      const what = curve === 'CURVE_SECP256K1' ? 'the digest' : 'the message itself'
      return `${what}, ${signable.length} bytes: ${excerpt(toHex(signable))}`
    },
    () => {
      signature = readSignature(question.signature)
      return signature.length === 65 ? `v is ${signature[64]}` : 'without v'
    },
    () => {
      publicKey = given ?? recover(signable, signature, signer)
      return given ? `${curve}, from the given key` : `recovered: ${toHex(publicKey)}`
    },
    () => {
      if (!verifySignature(signable, signature.subarray(0, 64), publicKey!))
        throw new Error('The signature doesn’t verify: it is for another payload or by another key.')
      return signer === '' ? 'The signature verifies with the recovered key.' : 'The signature verifies.'
    },
  ])
  // Show the recovered key even if it isn't the expected one.
  const known = publicKey ?? (signature.length === 65 ? recoverPublicKey(signable, signature) : undefined)
  return {
    steps,
    ...(known && { publicKey: toHex(known) }),
    addresses: known ? addressesOf(known) : [],
  }
}

/** Addresses in common formats, without raw keys and test networks. */
const addressesOf = (publicKey: Uint8Array) =>
  addressFormats
    .filter((format) => formatFitsCurve(format, curveOf(publicKey)))
    .filter((format) => !/COMPRESSED|TESTNET|SIGNET|REGTEST|P2TR/.test(format))
    .map((format) => [format, addressOf(format, publicKey)] as const)

function recover(digest: Uint8Array, signature: Uint8Array, signer: string): Uint8Array {
  if (/^0x[0-9a-f]{64}$/i.test(signer))
    throw new Error('This address is a hash of an Ed25519 key. Enter the public key instead.')
  if (/^(bc|tb|bcrt)1p/.test(signer))
    throw new Error('Taproot addresses sign with Schnorr, so the signature doesn’t reveal the key.')
  const candidates =
    signature.length === 65 ? [signature] : [0, 1].map((v) => concat(signature, Uint8Array.of(v)))
  const keys = candidates.flatMap((each) => recoverPublicKey(digest, each) ?? [])
  if (keys.length === 0) throw new Error('No key can produce this signature: r, s or v is damaged.')
  if (signer === '') {
    if (signature.length < 65) throw new Error('Without v, two keys are possible. Enter v or the signer.')
    return keys[0]!
  }
  const fitting = keys.find((key) => isAddressOf(signer, key))
  if (fitting) return fitting
  if (!/^[\da-z]{20,130}$/i.test(signer))
    throw new Error(`\`${excerpt(signer)}\` is neither an address nor a public key.`)
  const signed = addressOf('ADDRESS_FORMAT_ETHEREUM', keys[0]!)
  throw new Error(`The signature is by ${signed}, not by ${excerpt(signer)}.`)
}

/** 32 bytes are an Ed25519 key, 33 or 65 a secp256k1 key. A Solana address is its key. */
function publicKeyIn(signer: string): Uint8Array | undefined {
  if (/^([0-9a-f]{64}|0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(signer)) {
    const key = parseHex(signer.toLowerCase(), 'public key')
    return isCurvePoint(key) ? key : undefined
  }
  return publicKeyOfSolanaAddress(signer)
}

function isCurvePoint(key: Uint8Array): boolean {
  try {
    curveOf(key)
    return true
  } catch {
    return false
  }
}

/** @throws Error */
function readSignature(text: string): Uint8Array {
  const digits = (text.match(/(0x)?[0-9a-f]{2,}/gi) ?? [])
    .map((part) => part.replace(/^0x/i, ''))
    .filter((part) => [2, 64, 128, 130].includes(part.length))
    .join('')
    .toLowerCase()
  if (digits.length !== 128 && digits.length !== 130)
    throw new Error(
      `The signature has ${digits.length / 2} bytes. Enter 65 bytes (r, s and v) or 64 bytes (r and s) in hex.`,
    )
  const bytes = parseHex(digits, 'signature')
  const v = bytes[64]
  if (v !== undefined && ![0, 1, 27, 28].includes(v))
    throw new Error(`v is ${v}, but must be 0, 1, 27 or 28.`)
  return bytes
}

const excerpt = (text: string) => (text.length > 140 ? `${text.slice(0, 140)}…` : text)
