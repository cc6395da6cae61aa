/**
 * What a run has brought about, verified here in the page with noble's curves: neither the engine nor what it says
 * about itself is asked. Loaded when there is something to verify.
 */

import type { RequestInFull } from '@keywright/devhost'
import { addressOf, concat, loadPayloads, type Payload, parseHex, signableBytes } from '@keywright/keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'

export interface RunResult {
  readonly kind: 'address' | 'signature'
  readonly value: string
  /** null: nothing here can tell. */
  readonly verified: boolean | null
  /** A sentence that says what was done. */
  readonly how: string
}

interface RawSignature {
  readonly r: string
  readonly s: string
  readonly v: string
}

/** Addresses and signatures in the answer to one request; none for other calls. Never throws. */
export async function resultsOf({ type, body, answer }: RequestInFull): Promise<RunResult[]> {
  if (type === null || body === null || answer === null) return []
  try {
    const parameters = Object(JSON.parse(body)).parameters ?? {}
    const result = Object(Object(JSON.parse(answer)).activity?.result)
    const outcome = Object(Object.values(result)[0])
    await loadPayloads(parameters.encoding)
    if (/^ACTIVITY_TYPE_SIGN_RAW_PAYLOAD(_V\d)?$/.test(type)) return [verify(parameters, outcome)]
    if (/^ACTIVITY_TYPE_SIGN_RAW_PAYLOADS(_V\d)?$/.test(type)) {
      return parameters.payloads.map((payload: string, n: number) =>
        verify({ ...parameters, payload }, outcome.signatures[n]),
      )
    }
    return Array.isArray(outcome.addresses) ? outcome.addresses.map(shownAddress) : []
  } catch {
    return []
  }
}

const shownAddress = (value: unknown): RunResult => ({
  kind: 'address',
  value: String(value),
  verified: null,
  how: 'An address is proven by a signature that leads back to it.',
})

function verify(
  { signWith, ...payload }: Payload & { signWith: string },
  { r, s, v }: RawSignature,
): RunResult {
  const value = `${r}${s}${v}`
  if (/^0x[0-9a-fA-F]{40}$/.test(signWith)) {
    const digest = signableBytes(payload, 'CURVE_SECP256K1')
    const recovered = recoverEthereumAddress(digest, { r, s, v })
    const verified = recovered === signWith
    return {
      kind: 'signature',
      value,
      verified,
      how: verified
        ? `The address recovered from the signature is ${recovered}.`
        : `The signature leads to ${recovered ?? 'no address'}, and not to ${signWith}.`,
    }
  }
  const publicKey = ed25519Key(signWith)
  if (publicKey) {
    const message = signableBytes(payload, 'CURVE_ED25519')
    const verified = ed25519.verify(concat(parseHex(r, 'r'), parseHex(s, 's')), message, publicKey)
    const how = verified ? 'holds' : 'does not hold'
    return { kind: 'signature', value, verified, how: `The Ed25519 signature ${how} for ${signWith}.` }
  }
  const how =
    'The key behind this name is not known here: sign with an Ethereum or Solana address to see it verified.'
  return { kind: 'signature', value, verified: null, how }
}

function recoverEthereumAddress(digest: Uint8Array, { r, s, v }: RawSignature): string | undefined {
  try {
    const bytes = concat(parseHex(v, 'v'), parseHex(r, 'r'), parseHex(s, 's'))
    const publicKey = secp256k1.recoverPublicKey(bytes, digest, { prehash: false })
    return addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey)
  } catch {
    return undefined
  }
}

/** A Solana address is the key itself. */
function ed25519Key(address: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const bytes = base58.decode(address)
  return bytes.length === 32 ? bytes : undefined
}
