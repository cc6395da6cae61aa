/** Transactions of every type that `sign_transaction` takes, behind one reading. */

import type { BitcoinNetworkName } from './addressFormats.ts'
import type { PsbtCounts } from './bitcoin/countPsbt.ts'
import type { BitcoinPolicyFields } from './bitcoin/policyFields.ts'
import { type Curve, curveOf } from './curve.ts'
import { parseHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import type { EthereumPolicyFields } from './ethereum/transaction.ts'
import type { SolanaPolicyFields } from './solana/policyFields.ts'
import { finishSteps } from './steps.ts'

/** A transaction that was read for a signer: what policies see of it, and how it is signed. */
export type ReadTransaction =
  | ReadTransactionOf<'TRANSACTION_TYPE_ETHEREUM', EthereumPolicyFields>
  | ReadTransactionOf<'TRANSACTION_TYPE_SOLANA', SolanaPolicyFields>
  | ReadTransactionOf<'TRANSACTION_TYPE_BITCOIN', BitcoinPolicyFields>

export interface ReadTransactionOf<Type extends string, Fields> {
  readonly type: Type
  readonly fields: Fields
  /** Bitcoin: the signer's addresses whose outputs its signatures can spend, of any kind. */
  readonly owners?: readonly string[]
  /** The signed serialization, lower-case hexadecimal without `0x`. `privateKey` is the signer's. */
  readonly sign: (privateKey: Uint8Array) => string
  /** `sign` with a step for each signature, so that others can be served between them. */
  readonly signInSteps: (privateKey: Uint8Array) => Generator<void, string>
}

export type TransactionType = ReadTransaction['type']

/** The key that shall sign. */
export interface TransactionSigner {
  /** As `publicKeyOf` gives it. */
  readonly publicKey: Uint8Array
  /** Whose addresses Bitcoin outputs are written in; mainnet if absent. */
  readonly bitcoinNetwork?: BitcoinNetworkName | undefined
}

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

/** `readTransaction` with steps for its bytes, its items, and the inputs and outputs of Bitcoin. Throws the same errors. */
export function* readTransactionInSteps(
  type: TransactionType,
  unsignedTransaction: string,
  signer: TransactionSigner,
): Generator<void, ReadTransaction> {
  const curve = curveOf(signer.publicKey)
  if (curveOfTransaction(type) !== curve) throw new KeysError('TRANSACTION_CURVE_MISMATCH', { type, curve })
  const { readers } = transactionReaders()
  const bytes = parseHex(unsignedTransaction, 'unsigned transaction', { prefix: true })
  yield
  return yield* readers[type](bytes, signer)
}
