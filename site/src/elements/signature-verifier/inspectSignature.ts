/** Checks a signature as anybody can who has the payload, the answer of the call, and the address. */
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
import { type CheckedStep, runChecks } from '../kit/checks.ts'
import { STEPS } from './steps.ts'

export interface SignatureQuestion extends Payload {
  /** Hex: r ‖ s, and v where there is one; or `r`, `s` and `v` of an answer with anything but hex between them. */
  readonly signature: string
  /** A public key in hex, or an address; empty asks who signed. */
  readonly signer: string
}

export interface InspectedSignature {
  readonly steps: readonly CheckedStep[]
  /** The key, where one is known or recovered; hex. */
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
      return given ? `${curve}, as given` : `recovered: ${toHex(publicKey)}`
    },
    () => {
      if (!verifySignature(signable, signature.subarray(0, 64), publicKey!))
        throw new Error('It does not verify: another payload was signed, or another key signed it.')
      return signer === '' ? 'It verifies for the key that was recovered from it.' : 'It verifies.'
    },
  ])
  // What was recovered from a signature that leads elsewhere is still worth seeing.
  const known = publicKey ?? (signature.length === 65 ? recoverPublicKey(signable, signature) : undefined)
  return {
    steps,
    ...(known && { publicKey: toHex(known) }),
    addresses: known ? addressesOf(known) : [],
  }
}

/** Formats that people write addresses in; keys and test networks are left out. */
const addressesOf = (publicKey: Uint8Array) =>
  addressFormats
    .filter((format) => formatFitsCurve(format, curveOf(publicKey)))
    .filter((format) => !/COMPRESSED|TESTNET|SIGNET|REGTEST|P2TR/.test(format))
    .map((format) => [format, addressOf(format, publicKey)] as const)

function recover(digest: Uint8Array, signature: Uint8Array, signer: string): Uint8Array {
  if (/^0x[0-9a-f]{64}$/i.test(signer))
    throw new Error('An address of this format is a hash of its Ed25519 key: give the public key.')
  if (/^(bc|tb|bcrt)1p/.test(signer))
    throw new Error('A Taproot address is signed for with Schnorr, which leads back to no key.')
  const candidates =
    signature.length === 65 ? [signature] : [0, 1].map((v) => concat(signature, Uint8Array.of(v)))
  const keys = candidates.flatMap((each) => recoverPublicKey(digest, each) ?? [])
  if (keys.length === 0) throw new Error('No key leads to this signature: r, s or v is damaged.')
  if (signer === '') {
    if (signature.length < 65) throw new Error('Without v two keys fit: give v, or the signer.')
    return keys[0]!
  }
  const fitting = keys.find((key) => isAddressOf(signer, key))
  if (fitting) return fitting
  if (!/^[\da-z]{20,130}$/i.test(signer)) throw new Error(`\`${excerpt(signer)}\` is no address and no key.`)
  const signed = addressOf('ADDRESS_FORMAT_ETHEREUM', keys[0]!)
  throw new Error(`The signature leads to ${signed}, and not to ${excerpt(signer)}.`)
}

/** 32 bytes are Ed25519's, 33 and 65 secp256k1's; a Solana address is its key. */
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
    throw new Error(`It has ${digits.length / 2} bytes in hex; r, s and v have 65, r and s alone 64.`)
  const bytes = parseHex(digits, 'signature')
  const v = bytes[64]
  if (v !== undefined && ![0, 1, 27, 28].includes(v)) throw new Error(`v is ${v}; it is 0, 1, 27 or 28.`)
  return bytes
}

const excerpt = (text: string) => (text.length > 140 ? `${text.slice(0, 140)}…` : text)
