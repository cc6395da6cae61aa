/** Derivation paths: the text `m/44'/60'/0'/0/0` and the indexes it names. */

import { assertCurve, type Curve } from './curve.ts'
import { KeysError } from './errors.ts'

/** Added to an index to harden it (BIP-32). */
export const HARDENED = 0x80000000
/** Longer paths than any wallet uses are refused, so that one request cannot ask for hours of work. */
export const MAX_PATH_DEPTH = 32

/**
 * The indexes of a path, hardened ones with `HARDENED` added. One path has one text: no leading zeros,
 * `'` as the only mark, so that equal paths are equal texts.
 * @throws KeysError `PATH_MALFORMED`
 */
export function parsePath(path: string): number[] {
  const [root, ...steps] = path.slice(0, MAX_PATH_LENGTH + 1).split('/')
  const malformed = (reason: string) => new KeysError('PATH_MALFORMED', { path: excerpt(path), reason })
  if (path.length > MAX_PATH_LENGTH || steps.length > MAX_PATH_DEPTH) {
    throw malformed(`has more than ${MAX_PATH_DEPTH} indexes`)
  }
  if (root !== 'm') throw malformed('does not start with `m`')
  if (steps.length === 0) throw malformed('names no index, write for example `m/0`')
  return steps.map((step, i) => {
    const match = /^(0|[1-9][0-9]{0,9})('?)$/.exec(step)
    if (!match)
      throw malformed(`has \`${step}\` as index ${i + 1}, expected a whole number and perhaps \`'\``)
    const index = Number(match[1])
    if (index >= HARDENED) throw malformed(`has \`${step}\` as index ${i + 1}, the largest is 2147483647`)
    return match[2] ? index + HARDENED : index
  })
}

/**
 * The indexes of a path that keys on `curve` can take: on ed25519 every one is hardened (SLIP-0010).
 * @throws KeysError `PATH_MALFORMED`, `PATH_UNHARDENED`, `CURVE_UNKNOWN`
 */
export function parsePathFor(curve: Curve, path: string): number[] {
  assertCurve(curve)
  const indexes = parsePath(path)
  const unhardened = curve === 'CURVE_ED25519' ? indexes.find((index) => index < HARDENED) : undefined
  if (unhardened !== undefined) throw new KeysError('PATH_UNHARDENED', { path, step: String(unhardened) })
  return indexes
}

/** Twelve characters hold `/`, an index of ten digits and its mark. */
const MAX_PATH_LENGTH = 1 + 12 * MAX_PATH_DEPTH

const excerpt = (path: string) => (path.length > 80 ? `${path.slice(0, 80)}…` : path)
