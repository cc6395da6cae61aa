/** Reads transactions as `sign_transaction` does before the decision. */
import { limits } from '@keywright/contract'
import { countTransaction, readTransactionInSteps, type TransactionType, toHex } from '@keywright/keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { inSteps, type WorstInput } from './worst.ts'

/** Bytes of a transaction at most: hexadecimal has two characters per byte, and the rest of the body is small. */
export const BINARY = Math.floor((limits.bodyBytes - 2_000) / 2)

const KEY = new Uint8Array(32).fill(7)
export const solanaKey = ed25519.getPublicKey(KEY)
const publicKeys = {
  TRANSACTION_TYPE_BITCOIN: secp256k1.getPublicKey(KEY),
  TRANSACTION_TYPE_ETHEREUM: secp256k1.getPublicKey(KEY),
  TRANSACTION_TYPE_SOLANA: solanaKey,
}

export const transactionsOf = (
  type: TransactionType,
  inputs: readonly (readonly [what: string, bytes: () => Uint8Array])[],
): WorstInput[] =>
  inSteps(
    (hex: string) => readTransaction(type, hex),
    inputs.map(([what, bytes]) => [what, () => toHex(bytes())]),
  )

/** Ends after the first step if the counts are rejected. */
export function* readTransaction(type: TransactionType, hex: string) {
  const counts = countTransaction(type, hex)
  yield
  if (counts && !isWithin(counts)) return
  yield* readTransactionInSteps(type, hex, { publicKey: publicKeys[type] }, counts)
}

const isWithin = ({ inputs, outputs, entries }: NonNullable<ReturnType<typeof countTransaction>>) =>
  inputs <= limits.inputsPerTransaction &&
  outputs <= limits.outputsPerTransaction &&
  entries <= limits.entriesPerTransaction
