/** From a phrase to an address, level by level, by the functions that the engine derives with. */
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
  /** What the level is for, in BIP-44's words where it has a name there. */
  readonly meaning: string
  readonly publicKey: string
}

export interface ExploredAddress {
  /** Its first bytes; the whole of it is the wallet. */
  readonly seedBegin: string
  readonly levels: readonly Level[]
  readonly publicKey: string
  readonly address: string
}

const MEANINGS = ['purpose', 'coin', 'account', 'change', 'index'] as const

/** @throws KeysError for a phrase, path or format that does not fit */
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
    const meaning = isBip44 ? `${MEANINGS[depth] ?? 'further'}, ${hardened}` : hardened
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
