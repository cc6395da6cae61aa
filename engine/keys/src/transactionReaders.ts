/** How each type of transaction is read: apart, because three chains' formats are large, and loaded when one comes. */
import { addressOf } from './address.ts'
import type { BitcoinNetworkName } from './addressFormats.ts'
import type { PsbtCounts } from './bitcoin/countPsbt.ts'
import {
  addressFields,
  type BitcoinPolicyFields,
  bitcoinPolicyFieldsInSteps,
} from './bitcoin/policyFields.ts'
import { assertSpends, parsePsbtInSteps, signPsbt, signPsbtInSteps } from './bitcoin/psbt.ts'
import { toHex } from './encoding.ts'
import { type EthereumPolicyFields, ethereumPolicyFields } from './ethereum/policyFields.ts'
import { parseEthereumTransaction, signEthereumTransaction } from './ethereum/transaction.ts'
import { type SolanaPolicyFields, solanaPolicyFields } from './solana/policyFields.ts'
import { parseSolanaTransaction, signatureSlotOf, signSolanaTransaction } from './solana/transaction.ts'

export { countPsbt } from './bitcoin/countPsbt.ts'

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

export interface TransactionSigner {
  /** As `publicKeyOf` gives it. */
  readonly publicKey: Uint8Array
  /** Whose addresses Bitcoin outputs are written in; mainnet if absent. */
  readonly bitcoinNetwork?: BitcoinNetworkName | undefined
}

type Reader = (
  bytes: Uint8Array,
  signer: TransactionSigner,
  counts: PsbtCounts | undefined,
) => Generator<void, ReadTransaction>

export const readers: Readonly<Record<TransactionType, Reader>> = {
  *TRANSACTION_TYPE_ETHEREUM(bytes, { publicKey }) {
    const transaction = parseEthereumTransaction(bytes)
    yield
    return inOneStep({
      type: 'TRANSACTION_TYPE_ETHEREUM',
      fields: ethereumPolicyFields(transaction, addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey)),
      sign: (privateKey) => toHex(signEthereumTransaction(transaction, privateKey)),
    })
  },
  *TRANSACTION_TYPE_SOLANA(bytes, { publicKey }) {
    const transaction = parseSolanaTransaction(bytes)
    signatureSlotOf(transaction, publicKey)
    return inOneStep({
      type: 'TRANSACTION_TYPE_SOLANA',
      fields: solanaPolicyFields(transaction),
      sign: (privateKey) => toHex(signSolanaTransaction(transaction, privateKey)),
    })
  },
  *TRANSACTION_TYPE_BITCOIN(bytes, { publicKey, bitcoinNetwork }, counts) {
    const psbt = yield* parsePsbtInSteps(bytes, counts)
    const spent = new Map<string, Uint8Array>()
    for (const { spends } of assertSpends(psbt, publicKey)) {
      for (const script of spends) spent.set(toHex(script), script)
    }
    return {
      type: 'TRANSACTION_TYPE_BITCOIN',
      fields: yield* bitcoinPolicyFieldsInSteps(psbt, bitcoinNetwork, publicKey),
      owners: [...spent.values()].map((script) => addressFields(script, bitcoinNetwork).address),
      sign: (privateKey) => toHex(signPsbt(bytes, privateKey)),
      *signInSteps(privateKey) {
        return toHex(yield* signPsbtInSteps(bytes, privateKey, counts))
      },
    }
  },
}

function inOneStep<Type extends string, Fields>(
  transaction: Omit<ReadTransactionOf<Type, Fields>, 'signInSteps'>,
): ReadTransactionOf<Type, Fields> {
  return {
    ...transaction,
    // biome-ignore lint/correctness/useYield: there is nothing to wait for in between
    *signInSteps(privateKey) {
      return transaction.sign(privateKey)
    },
  }
}
