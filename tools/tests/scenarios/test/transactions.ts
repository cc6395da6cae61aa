/** Builds unsigned transactions and inspects signed ones. */

import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, hex } from '@scure/base'
import { Transaction as BitcoinTransaction, p2wpkh } from '@scure/btc-signer'
import { keccak256, recoverAddress, Transaction, type TransactionLike, toUtf8Bytes } from 'ethers'
import type { Unsigned } from './person.ts'

// ─── Ethereum ───

/** A call or payment on mainnet unless told otherwise. */
export function ethereumCall(members: TransactionLike & { readonly to: string }): Unsigned {
  const transaction = Transaction.from({
    type: 2,
    chainId: 1,
    nonce: 0,
    gasLimit: 100_000,
    maxFeePerGas: 20_000_000_000n,
    ...members,
  })
  return { type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: transaction.unsignedSerialized.slice(2) }
}

/** The signer of an Ethereum transaction. */
export function ethereumSender(signedTransaction: string): string | null {
  return Transaction.from(`0x${signedTransaction}`).from
}

/** The Ethereum address whose key signed a text that was hashed with Keccak-256. */
export function ethereumSigner(text: string, { r, s, v }: { r: string; s: string; v: string }): string {
  return recoverAddress(keccak256(toUtf8Bytes(text)), {
    r: `0x${r}`,
    s: `0x${s}`,
    v: 27 + Number.parseInt(v, 16),
  })
}

// ─── Solana ───

const SYSTEM_PROGRAM = '1'.repeat(32)
const RECENT_BLOCKHASH = new Uint8Array(32).fill(7)
const SIGNATURE_LENGTH = 64

export interface Payment {
  readonly to: string
  readonly lamports: bigint
}

/**
 * A legacy transaction of transfers by the system program, with one empty signature slot:
 * count ‖ signature (64) ‖ header (3) ‖ accounts ‖ recent blockhash (32) ‖ instructions.
 */
export function solanaTransfers(from: string, ...payments: Payment[]): Unsigned {
  const accounts = [...new Set([from, ...payments.map(({ to }) => to), SYSTEM_PROGRAM])]
  const instructions = payments.map(({ to, lamports }) => [
    accounts.indexOf(SYSTEM_PROGRAM),
    2,
    0,
    accounts.indexOf(to),
    12,
    ...transferData(lamports),
  ])
  const message = [
    // One signature; no read-only signer; one read-only account without signature: the program.
    ...[1, 0, 1],
    accounts.length,
    ...accounts.flatMap((account) => [...base58.decode(account)]),
    ...RECENT_BLOCKHASH,
    instructions.length,
    ...instructions.flat(),
  ]
  const bytes = Uint8Array.from([1, ...new Uint8Array(SIGNATURE_LENGTH), ...message])
  return { type: 'TRANSACTION_TYPE_SOLANA', unsignedTransaction: hex.encode(bytes) }
}

/** Instruction 2 of the system program: index (4, little endian) ‖ lamports (8, little endian). */
function transferData(lamports: bigint): Uint8Array {
  const data = new DataView(new ArrayBuffer(12))
  data.setUint32(0, 2, true)
  data.setBigUint64(4, lamports, true)
  return new Uint8Array(data.buffer)
}

/** Whether the only signature is a valid signature of this account. */
export function isSolanaSignedBy(account: string, signedTransaction: string): boolean {
  const bytes = hex.decode(signedTransaction)
  const signature = bytes.slice(1, 1 + SIGNATURE_LENGTH)
  return ed25519.verify(signature, bytes.slice(1 + SIGNATURE_LENGTH), base58.decode(account))
}

// ─── Bitcoin ───

export interface Spending {
  /** Compressed public key of the account that spends, hex. */
  readonly publicKey: string
  /** Address and satoshis. The rest of the 10,000 satoshis of the input is the fee. */
  readonly to: string
  readonly satoshis: bigint
}

const TESTNET = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** A PSBT that spends one output of 10,000 satoshis. */
export function bitcoinSpending({ publicKey, to, satoshis }: Spending): Unsigned {
  const witnessUtxo = { script: p2wpkh(hex.decode(publicKey)).script, amount: 10_000n }
  // The full previous transaction proves the amount, and thereby the fee.
  const previous = new BitcoinTransaction()
  previous.addOutput(witnessUtxo)
  previous.addInput({ txid: '11'.repeat(32), index: 0, finalScriptSig: Uint8Array.of(0) })
  const transaction = new BitcoinTransaction()
  transaction.addInput({ txid: previous.id, index: 0, witnessUtxo, nonWitnessUtxo: previous.toBytes(true) })
  transaction.addOutputAddress(to, satoshis, TESTNET)
  return { type: 'TRANSACTION_TYPE_BITCOIN', unsignedTransaction: hex.encode(transaction.toPSBT()) }
}

/** Whether a signed PSBT can be finalized, which verifies its signature against the key of the input. */
export function isBitcoinSpendable(signedTransaction: string): boolean {
  const transaction = BitcoinTransaction.fromPSBT(hex.decode(signedTransaction))
  transaction.finalize()
  return transaction.isFinal
}
