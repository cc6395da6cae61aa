/**
 * Address formats with their curve and usual path. Examples belong to the public test phrase: eleven times
 * `abandon`, then `about`, at the default path.
 */
import table from './addressFormats.json' with { type: 'json' }
import type { AddressFormat, Curve } from './entityTypes.ts'

export interface AddressFormatInfo {
  format: AddressFormat
  /** Curves that fit; the first is the usual one. */
  curves: readonly Curve[]
  /** Path on the usual curve. */
  defaultPath: string
  /** The encoding of the text. */
  encoding: string
  /** Address of the public test phrase at the default path. */
  example: string
}

// JSON has no literal types; a test compares the formats with the enumeration.
export const addressFormats = table as readonly AddressFormatInfo[]
