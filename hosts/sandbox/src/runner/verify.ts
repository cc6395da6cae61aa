/**
 * Verifies addresses and signatures in the page with noble's curves, independently of the engine. Loaded on first use.
 */

import type { RequestInFull } from '@keywright/devhost'
import { addressOf, concat, loadPayloads, type Payload, parseHex, signableBytes } from '@keywright/keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'

export interface RunResult {
  readonly kind: 'address' | 'signature'
  readonly value: string
  /** null if it can't be verified here. */
  readonly verified: boolean | null
  /** Describes the check. */
  readonly how: string
  /** Address whose key signed. Set if the signature verifies. */
  readonly signer?: string
}

interface RawSignature {
  readonly r: string
  readonly s: string
  readonly v: string
}

/** Returns the addresses and signatures in one response. Empty for other calls. Never throws. */
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
  how: 'Sign with the address to verify it.',
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
        : `The signature is by ${recovered ?? 'an unknown key'}, not by ${signWith}.`,
      ...(verified && { signer: signWith }),
    }
  }
  const publicKey = ed25519Key(signWith)
  if (publicKey) {
    const message = signableBytes(payload, 'CURVE_ED25519')
    const verified = ed25519.verify(concat(parseHex(r, 'r'), parseHex(s, 's')), message, publicKey)
    const how = verified ? 'is valid' : 'is not valid'
    return {
      kind: 'signature',
      value,
      verified,
      how: `The Ed25519 signature ${how} for ${signWith}.`,
      ...(verified && { signer: signWith }),
    }
  }
  const how =
    'The key of this signer isn’t known here. Sign with an Ethereum or Solana address to verify the signature.'
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

/** Returns the key, because a Solana address is its key. */
function ed25519Key(address: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const bytes = base58.decode(address)
  return bytes.length === 32 ? bytes : undefined
}
