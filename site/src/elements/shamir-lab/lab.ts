/** A demo secret in shares: which are used, which are damaged, from which split. The shares are made by `@keywright/keys`. */
import { combineShares, platformRandom, splitSecret, toHex } from '@keywright/keys'

export interface LabShare {
  readonly text: string
  readonly isUsed: boolean
  /** 1 for the first split, 2 for the first re-share, … */
  readonly split: number
}

export interface Lab {
  /** Hex. A public test value. */
  readonly secret: string
  readonly shares: readonly LabShare[]
  readonly splits: number
}

export interface Terms {
  readonly count: number
  readonly threshold: number
}

export const FIRST_TERMS: Terms = { count: 5, threshold: 3 }
export const MOST_SHARES = 8

export async function openLab(terms: Terms): Promise<Lab> {
  const secret = platformRandom(32)
  const texts = await splitSecret(secret, { ...terms, random: platformRandom })
  const shares = texts.map((text, n) => ({ text, isUsed: n < terms.threshold, split: 1 }))
  return { secret: toHex(secret), shares, splits: 1 }
}

/**
 * New shares of the secret that the used ones give; those of before stay on the table, unused.
 * @throws KeysError when the used ones give none
 */
export async function reshare(lab: Lab, terms: Terms): Promise<Lab> {
  const secret = await combineShares(usedOf(lab))
  const splits = lab.splits + 1
  const texts = await splitSecret(secret, { ...terms, random: platformRandom })
  const before = lab.shares
    .filter(({ split }) => split === lab.splits)
    .map((one) => ({ ...one, isUsed: false }))
  const now = texts.map((text, n) => ({ text, isUsed: n < terms.threshold, split: splits }))
  return { ...lab, shares: [...now, ...before], splits }
}

export const usedOf = ({ shares }: Lab): string[] =>
  shares.filter(({ isUsed }) => isUsed).map(({ text }) => text)

/** One mistyped letter in the middle. */
export function damage(text: string): string {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'q' ? 'p' : 'q'}${text.slice(at + 1)}`
}

/** Whether what the used shares give is the secret. @throws KeysError that names the share, when they give none */
export async function combine(lab: Lab): Promise<boolean> {
  return toHex(await combineShares(usedOf(lab))) === lab.secret
}
