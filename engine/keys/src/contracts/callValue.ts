/** Arguments of a contract call, as decoded. */

/**
 * A bool; an integer of any width; a text (addresses and bytes of Ethereum are lower-case hexadecimal with `0x`); a
 * list; or a tuple: members in order by name, one without a name by its position as text. `null` is an option without
 * a value.
 */
export type CallValue = boolean | bigint | string | null | readonly CallValue[] | CallTuple
export interface CallTuple {
  readonly [name: string]: CallValue
}

export const keyOf = ({ name }: { readonly name: string }, position: number): string =>
  name || String(position)

export interface DecodedCall {
  readonly name: string
  /** Ethereum: `0x` and eight digits. Solana: the discriminator, hexadecimal without `0x`. */
  readonly selector: string
  readonly args: CallTuple
}

/** Why a call has no arguments. */
export type UndecodedReason =
  /** Shorter than a selector, or no function of the interface has this selector. */
  | 'FUNCTION_UNKNOWN'
  /** Not the canonical encoding of any values. */
  | 'CALL_MALFORMED'

/** Data that isn't the canonical encoding. Internal to the decoders. */
export class NotCanonical extends Error {
  override readonly name = 'NotCanonical'
}

/** @throws NotCanonical */
export function requireCanonical(isCanonical: boolean, what: string): asserts isCanonical {
  if (!isCanonical) throw new NotCanonical(what)
}

const NAME = /^[A-Za-z_$][A-Za-z0-9_$]{0,254}$/
export const isIdentifier = (value: unknown): value is string => typeof value === 'string' && NAME.test(value)
