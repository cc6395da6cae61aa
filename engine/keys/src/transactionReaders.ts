/** How each type of transaction is read: apart, because three chains' formats are large, and loaded when one comes. */
import { addressOf } from './address.ts'
import { addressFields, bitcoinPolicyFieldsInSteps } from './bitcoin/policyFields.ts'
import { assertSpends, parsePsbtInSteps, signPsbt, signPsbtInSteps } from './bitcoin/psbt.ts'
import { toHex } from './encoding.ts'
import {
  ethereumPolicyFields,
  parseEthereumTransaction,
  signEthereumTransaction,
} from './ethereum/transaction.ts'
import { solanaPolicyFields } from './solana/policyFields.ts'
import { parseSolanaTransaction, signatureSlotOf, signSolanaTransaction } from './solana/transaction.ts'
import type { ReadTransaction, ReadTransactionOf, TransactionSigner, TransactionType } from './transaction.ts'

export { countPsbt } from './bitcoin/countPsbt.ts'

type Reader = (bytes: Uint8Array, signer: TransactionSigner) => Generator<void, ReadTransaction>

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
  *TRANSACTION_TYPE_BITCOIN(bytes, { publicKey, bitcoinNetwork }) {
    const psbt = yield* parsePsbtInSteps(bytes)
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
        return toHex(yield* signPsbtInSteps(bytes, privateKey))
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
