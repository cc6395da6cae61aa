/** Derivation paths: the text `m/44'/60'/0'/0/0` and its indexes. */

import { assertCurve, type Curve } from './curve.ts'
import { KeysError } from './errors.ts'

/** Added to an index to harden it (BIP-32). */
export const HARDENED = 0x80000000
/** Bounds the work of one request; no wallet uses longer paths. */
export const MAX_PATH_DEPTH = 32

/**
 * The indexes of a path, with `HARDENED` added to hardened ones. The notation is unique, so that equal paths are
 * equal texts: no leading zeros, and `'` as the only marker.
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
 * The indexes of a path for keys on `curve`: on ed25519 all must be hardened (SLIP-0010).
 * @throws KeysError `PATH_MALFORMED`, `PATH_UNHARDENED`, `CURVE_UNKNOWN`
 */
export function parsePathFor(curve: Curve, path: string): number[] {
  assertCurve(curve)
  const indexes = parsePath(path)
  const unhardened = curve === 'CURVE_ED25519' ? indexes.find((index) => index < HARDENED) : undefined
  if (unhardened !== undefined) throw new KeysError('PATH_UNHARDENED', { path, step: String(unhardened) })
  return indexes
}

/** Twelve characters fit `/`, a ten-digit index and its marker. */
const MAX_PATH_LENGTH = 1 + 12 * MAX_PATH_DEPTH

const excerpt = (path: string) => (path.length > 80 ? `${path.slice(0, 80)}…` : path)
