/** Transactions of every type that `sign_transaction` takes, behind one reading. */

import type { PsbtCounts } from './bitcoin/countPsbt.ts'
import { type Curve, curveOf } from './curve.ts'
import { parseHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import { finishSteps } from './steps.ts'
import type { ReadTransaction, TransactionSigner, TransactionType } from './transactionReaders.ts'

export type { ReadTransaction, TransactionSigner, TransactionType }

const transactionCurves: Readonly<Record<TransactionType, Curve>> = {
  TRANSACTION_TYPE_ETHEREUM: 'CURVE_SECP256K1',
  TRANSACTION_TYPE_SOLANA: 'CURVE_ED25519',
  TRANSACTION_TYPE_BITCOIN: 'CURVE_SECP256K1',
}

let loaded: typeof import('./transactionReaders.ts') | undefined

/** Has to come before `countTransaction` and `readTransaction`: the formats of three chains are large, and most requests bring none. */
export async function loadTransactions(): Promise<void> {
  loaded ??= await import('./transactionReaders.ts')
}

function transactionReaders() {
  // None of a caller's input: a line is missing in the program.
  if (!loaded) throw new Error('loadTransactions() has to come first')
  return loaded
}

/** The curve that a transaction type is signed on. @throws KeysError `TRANSACTION_TYPE_UNKNOWN` */
export function curveOfTransaction(type: TransactionType): Curve {
  if (!Object.hasOwn(transactionCurves, type))
    throw new KeysError('TRANSACTION_TYPE_UNKNOWN', { type: String(type) })
  return transactionCurves[type]
}

/**
 * How many inputs, outputs and other entries a transaction has, counted without parsing it; undefined if the format bounds
 * them.
 * @throws KeysError `MALFORMED_HEX`
 */
export function countTransaction(type: TransactionType, unsignedTransaction: string): PsbtCounts | undefined {
  if (type !== 'TRANSACTION_TYPE_BITCOIN') return undefined
  return transactionReaders().countPsbt(
    parseHex(unsignedTransaction, 'unsigned transaction', { prefix: true }),
  )
}

/**
 * Reads `unsignedTransaction` (hexadecimal, with or without `0x`) for the key that shall sign it.
 * Needs no private key, so that policies decide first.
 * @throws KeysError `TRANSACTION_TYPE_UNKNOWN`, `TRANSACTION_CURVE_MISMATCH`, `MALFORMED_HEX`,
 * `TRANSACTION_MALFORMED`, `TRANSACTION_ALREADY_SIGNED`, `TRANSACTION_SIGNER_MISMATCH`
 */
export const readTransaction = (...transaction: Parameters<typeof readTransactionInSteps>): ReadTransaction =>
  finishSteps(readTransactionInSteps(...transaction))

/**
 * `readTransaction` with steps for its bytes, its items, and the inputs and outputs of Bitcoin. Throws the same errors.
 * @param counts what `countTransaction` returned, if it was called
 */
export function* readTransactionInSteps(
  type: TransactionType,
  unsignedTransaction: string,
  signer: TransactionSigner,
  counts?: PsbtCounts,
): Generator<void, ReadTransaction> {
  const curve = curveOf(signer.publicKey)
  if (curveOfTransaction(type) !== curve) throw new KeysError('TRANSACTION_CURVE_MISMATCH', { type, curve })
  const { readers } = transactionReaders()
  const bytes = parseHex(unsignedTransaction, 'unsigned transaction', { prefix: true })
  yield
  return yield* readers[type](bytes, signer, counts)
}
