/**
 * Shares of a secret (Shamir): any `threshold` of them restore it. Each is a line of text that can be read aloud:
 * `kwshare1…` in bech32m, whose checksum detects mistyped letters. It contains the set, the threshold and the number
 * of the share, so that an invalid or foreign share is reported before combining.
 */

import { bech32m } from '@scure/base'
import { combine, split } from 'shamir-secret-sharing'
import { concat, equalBytes, toHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import { sha256 } from './hash.ts'
import type { Random } from './random.ts'
import { withSecret } from './secret.ts'

const PREFIX = 'kwshare'
const VERSION = 1
const SET_ID_LENGTH = 4
const DIGEST_LENGTH = 4
const HEADER_LENGTH = 1 + SET_ID_LENGTH + 2
/** Keeps a share within two lines; root secrets have 32 bytes. */
const MAX_SECRET_LENGTH = 64

export interface Share {
  /** Eight hexadecimal digits, the same in all shares of one split. */
  readonly set: string
  readonly threshold: number
  /** 1, 2, … in the order of the split. */
  readonly index: number
  /** The library's share: values of the polynomials, then the point. */
  readonly bytes: Uint8Array
}

/**
 * Splits a secret (1 to 64 bytes) into `count` texts. The set id comes from `random`; the audited library takes the
 * polynomials from the platform's secure source.
 * @throws KeysError `SHARE_COUNT_OUT_OF_RANGE`, `SECRET_LENGTH_OUT_OF_RANGE`
 */
export async function splitSecret(
  secret: Uint8Array,
  { count, threshold, random }: { count: number; threshold: number; random: Random },
): Promise<string[]> {
  if (![count, threshold].every(isByteAboveOne) || threshold > count) {
    throw new KeysError('SHARE_COUNT_OUT_OF_RANGE', { count, threshold })
  }
  const { length } = secret
  if (length < 1 || length > MAX_SECRET_LENGTH) throw new KeysError('SECRET_LENGTH_OUT_OF_RANGE', { length })
  const set = toHex(random(SET_ID_LENGTH))
  // Combining always yields some bytes, so a digest inside the secret detects shares that disagree.
  const shares = await withSecret(concat(secret, digestOf(secret)), (whole) => split(whole, count, threshold))
  return shares.map((share, i) =>
    withSecret(share, (bytes) => toShareText({ set, threshold, index: i + 1, bytes })),
  )
}

/**
 * The secret, from at least `threshold` shares in any order.
 * @throws KeysError `SHARE_MALFORMED`, `SHARE_SET_MISMATCH`, `SHARE_DUPLICATE` (each names the share by its
 * position in the list, from 1), `SHARES_TOO_FEW`, `SHARES_DISAGREE`
 */
export async function combineShares(texts: readonly string[]): Promise<Uint8Array> {
  const shares = texts.map((text, i) => parseShare(text, i + 1))
  const first = shares[0]
  if (!first) throw new KeysError('SHARES_TOO_FEW', { given: 0, threshold: 2 })
  shares.forEach((share, i) => {
    const position = i + 1
    const sameSet =
      share.set === first.set &&
      share.threshold === first.threshold &&
      share.bytes.length === first.bytes.length
    if (!sameSet) {
      throw new KeysError('SHARE_SET_MISMATCH', { share: position, set: share.set, expectedSet: first.set })
    }
    if (shares.findIndex((other) => other.index === share.index) < i) {
      throw new KeysError('SHARE_DUPLICATE', { share: position, index: share.index })
    }
  })
  const { threshold } = first
  if (shares.length < threshold) throw new KeysError('SHARES_TOO_FEW', { given: shares.length, threshold })
  try {
    return await checkedSecret(shares.map(({ bytes }) => bytes))
  } finally {
    for (const { bytes } of shares) bytes.fill(0)
  }
}

/**
 * Parses one share; `position` identifies it in the error. Surrounding white space is ignored.
 * @throws KeysError `SHARE_MALFORMED`
 */
export function parseShare(text: string, position = 1): Share {
  const malformed = (reason: string) => new KeysError('SHARE_MALFORMED', { share: position, reason })
  const trimmed = text.trim()
  if (trimmed.length > MAX_SHARE_TEXT_LENGTH) throw malformed('it is too long')
  const bytes = readBech32m(trimmed)
  if (!bytes) throw malformed('its checksum does not match, look for a mistyped letter')
  if (bytes[0] !== VERSION) throw malformed(`its version ${bytes[0]} is not known`)
  const threshold = bytes[1 + SET_ID_LENGTH]
  const index = bytes[2 + SET_ID_LENGTH]
  const point = bytes.at(-1)
  const complete = bytes.length >= HEADER_LENGTH + 1 + DIGEST_LENGTH + 1
  if (!complete || !threshold || threshold < 2 || !index || !point) throw malformed('it is incomplete')
  return {
    set: toHex(bytes.subarray(1, 1 + SET_ID_LENGTH)),
    threshold,
    index,
    bytes: bytes.slice(HEADER_LENGTH),
  }
}

const MAX_SHARE_TEXT_LENGTH = 256

/** `version (1) ‖ set (4) ‖ threshold (1) ‖ index (1) ‖ share` */
function toShareText({ set, threshold, index, bytes }: Share): string {
  const setBytes = Uint8Array.from(set.match(/../g)!, (pair) => Number.parseInt(pair, 16))
  const all = concat(Uint8Array.of(VERSION), setBytes, Uint8Array.of(threshold, index), bytes)
  return bech32m.encode(PREFIX, bech32m.toWords(all), false)
}

function readBech32m(text: string): Uint8Array | undefined {
  try {
    const { prefix, words } = bech32m.decode(text as `${string}1${string}`, false)
    return prefix === PREFIX ? bech32m.fromWords(words) : undefined
  } catch {
    return undefined
  }
}

async function checkedSecret(shares: Uint8Array[]): Promise<Uint8Array> {
  const combined = await combine(shares).catch(() => new Uint8Array(DIGEST_LENGTH))
  return withSecret(combined, () => {
    const secret = combined.slice(0, -DIGEST_LENGTH)
    if (!equalBytes(combined.subarray(-DIGEST_LENGTH), digestOf(secret)))
      throw new KeysError('SHARES_DISAGREE', {})
    return secret
  })
}

const digestOf = (secret: Uint8Array) => sha256(secret).subarray(0, DIGEST_LENGTH)

const isByteAboveOne = (n: number) => Number.isInteger(n) && n >= 2 && n <= 255
