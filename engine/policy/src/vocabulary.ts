/**
 * What an expression may name: data from which the checker works, the reference page is printed and the
 * editor completes.
 */
import { bitcoinStructs } from './vocabulary/bitcoin.ts'
import { deepFreeze, type Vocabulary } from './vocabulary/entry.ts'
import { ethereumStructs } from './vocabulary/ethereum.ts'
import { targetStructs } from './vocabulary/ids.ts'
import { names } from './vocabulary/names.ts'
import { organizationStructs } from './vocabulary/organization.ts'
import { solanaStructs } from './vocabulary/solana.ts'

export type { Era, FieldEntry, NameEntry, StructEntry, Vocabulary } from './vocabulary/entry.ts'
export { OPERATIONS } from './vocabulary/operations.ts'

/** Every name and struct of the language. */
export const VOCABULARY: Vocabulary = deepFreeze({
  names,
  structs: [
    ...organizationStructs,
    ...targetStructs,
    ...ethereumStructs,
    ...solanaStructs,
    ...bitcoinStructs,
  ],
})
