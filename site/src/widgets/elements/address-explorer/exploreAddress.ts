/** Derives an address from a phrase, level by level, with the engine's own functions. */
import {
  type AddressFormat,
  addressOf,
  type Curve,
  deriveKeyPair,
  deriveSeed,
  HARDENED,
  parsePathFor,
  parsePhrase,
  toHex,
} from '@keywright/keys'

export interface Level {
  /** `m/44'/60'` */
  readonly path: string
  /** Purpose of the level, with its BIP-44 name if it has one. */
  readonly meaning: string
  readonly publicKey: string
}

export interface ExploredAddress {
  /** Only the first bytes, because the full seed controls the wallet. */
  readonly seedBegin: string
  readonly levels: readonly Level[]
  readonly publicKey: string
  readonly address: string
}

const MEANINGS = ['purpose', 'coin', 'account', 'change', 'index'] as const

/** @throws KeysError if the phrase, path or format is invalid */
export async function exploreAddress(
  phrase: string,
  curve: Curve,
  path: string,
  format: AddressFormat,
): Promise<ExploredAddress> {
  const seed = await deriveSeed(parsePhrase(phrase))
  const indexes = parsePathFor(curve, path)
  const isBip44 = /^m\/(44|49|84|86)'\//.test(path)
  const levels = indexes.map((index, depth): Level => {
    const upTo = path
      .split('/')
      .slice(0, depth + 2)
      .join('/')
    const hardened = index >= HARDENED ? 'hardened' : 'not hardened'
    const meaning = isBip44 ? `${MEANINGS[depth] ?? 'extra level'}, ${hardened}` : hardened
    return { path: upTo, meaning, publicKey: toHex(deriveKeyPair(curve, seed, upTo).publicKey) }
  })
  const { publicKey } = deriveKeyPair(curve, seed, path)
  return {
    seedBegin: toHex(seed.subarray(0, 8)),
    levels,
    publicKey: toHex(publicKey),
    address: addressOf(format, publicKey),
  }
}
