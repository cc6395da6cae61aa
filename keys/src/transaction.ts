/** Transactions of every type that `sign_transaction` takes, behind one reading. */

import { addressOf, type BitcoinNetworkName } from './address.ts'
import { type BitcoinPolicyFields, bitcoinPolicyFields } from './bitcoin/policyFields.ts'
import { assertSpends, parsePsbt, signPsbt, signPsbtInSteps } from './bitcoin/psbt.ts'
import { type Curve, curveOf } from './curve.ts'
import { parseHex, toHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import {
  type EthereumPolicyFields,
  ethereumPolicyFields,
  parseEthereumTransaction,
  signEthereumTransaction,
} from './ethereum/transaction.ts'
import { type SolanaPolicyFields, solanaPolicyFields } from './solana/policyFields.ts'
import { parseSolanaTransaction, signatureSlotOf, signSolanaTransaction } from './solana/transaction.ts'

/** A transaction that was read for a signer: what policies see of it, and how it is signed. */
export type ReadTransaction =
  | ReadTransactionOf<'TRANSACTION_TYPE_ETHEREUM', EthereumPolicyFields>
  | ReadTransactionOf<'TRANSACTION_TYPE_SOLANA', SolanaPolicyFields>
  | ReadTransactionOf<'TRANSACTION_TYPE_BITCOIN', BitcoinPolicyFields>

interface ReadTransactionOf<Type extends string, Fields> {
  readonly type: Type
  readonly fields: Fields
  /** The signed serialisation, lower-case hexadecimal without `0x`. `privateKey` is the signer's. */
  readonly sign: (privateKey: Uint8Array) => string
  /** How many signatures that takes; `sign` in as many steps, so that others can be served between them. */
  readonly signatures: number
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

interface Type {
  readonly curve: Curve
  readonly read: (bytes: Uint8Array, signer: TransactionSigner) => ReadTransaction
}

const types: Record<TransactionType, Type> = {
  TRANSACTION_TYPE_ETHEREUM: {
    curve: 'CURVE_SECP256K1',
    read(bytes, { publicKey }) {
      const transaction = parseEthereumTransaction(bytes)
      return inOneStep({
        type: 'TRANSACTION_TYPE_ETHEREUM',
        fields: ethereumPolicyFields(transaction, addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey)),
        sign: (privateKey) => toHex(signEthereumTransaction(transaction, privateKey)),
      })
    },
  },
  TRANSACTION_TYPE_SOLANA: {
    curve: 'CURVE_ED25519',
    read(bytes, { publicKey }) {
      const transaction = parseSolanaTransaction(bytes)
      signatureSlotOf(transaction, publicKey)
      return inOneStep({
        type: 'TRANSACTION_TYPE_SOLANA',
        fields: solanaPolicyFields(transaction),
        sign: (privateKey) => toHex(signSolanaTransaction(transaction, privateKey)),
      })
    },
  },
  TRANSACTION_TYPE_BITCOIN: {
    curve: 'CURVE_SECP256K1',
    read(bytes, { publicKey, bitcoinNetwork }) {
      const psbt = parsePsbt(bytes)
      assertSpends(psbt, publicKey)
      return {
        type: 'TRANSACTION_TYPE_BITCOIN',
        fields: bitcoinPolicyFields(psbt, bitcoinNetwork),
        sign: (privateKey) => toHex(signPsbt(bytes, privateKey)),
        signatures: psbt.inputsLength,
        *signInSteps(privateKey) {
          return toHex(yield* signPsbtInSteps(bytes, privateKey))
        },
      }
    },
  },
}

function inOneStep<Type extends string, Fields>(
  transaction: Omit<ReadTransactionOf<Type, Fields>, 'signatures' | 'signInSteps'>,
): ReadTransactionOf<Type, Fields> {
  return {
    ...transaction,
    signatures: 1,
    // biome-ignore lint/correctness/useYield: there is nothing to wait for in between
    *signInSteps(privateKey) {
      return transaction.sign(privateKey)
    },
  }
}

export const transactionTypes = Object.keys(types) as TransactionType[]

/** The curve that a transaction type is signed on. @throws KeysError `TRANSACTION_TYPE_UNKNOWN` */
export function curveOfTransaction(type: TransactionType): Curve {
  if (!Object.hasOwn(types, type)) throw new KeysError('TRANSACTION_TYPE_UNKNOWN', { type: String(type) })
  return types[type].curve
}

/**
 * Reads `unsignedTransaction` (hexadecimal, with or without `0x`) for the key that shall sign it.
 * Needs no private key, so that policies decide first.
 * @throws KeysError `TRANSACTION_TYPE_UNKNOWN`, `TRANSACTION_CURVE_MISMATCH`, `MALFORMED_HEX`,
 * `TRANSACTION_MALFORMED`, `TRANSACTION_ALREADY_SIGNED`, `TRANSACTION_SIGNER_MISMATCH`
 */
export function readTransaction(
  type: TransactionType,
  unsignedTransaction: string,
  signer: TransactionSigner,
): ReadTransaction {
  const curve = curveOf(signer.publicKey)
  if (curveOfTransaction(type) !== curve) throw new KeysError('TRANSACTION_CURVE_MISMATCH', { type, curve })
  return types[type].read(parseHex(unsignedTransaction, 'unsigned transaction', { prefix: true }), signer)
}
