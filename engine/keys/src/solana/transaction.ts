/** Solana transactions: reads signature slots and message, returns what policies see, and fills a slot. */

import { publicKeyOf } from '../curve.ts'
import { concat, equalBytes, toBase58 } from '../encoding.ts'
import { KeysError } from '../errors.ts'
import { sign, toCompactSignature } from '../sign.ts'
import { readMessage, type SolanaMessage, SolanaMismatch, SolanaReader } from './message.ts'

/**
 * A network packet has 1,232 bytes, and 4,096 are proposed (SIMD-0296). Bounds the work, because each instruction
 * takes time to read.
 */
const MAX_LENGTH = 4_096

export interface SolanaTransaction {
  /** 64 bytes each, zeros for missing signatures; in the order of the first account keys. */
  readonly signatures: readonly Uint8Array[]
  readonly message: SolanaMessage
  /** The bytes to sign. */
  readonly messageBytes: Uint8Array
}

/**
 * Reads a serialized transaction: compact array of 64-byte slots, then the message.
 * @throws KeysError `TRANSACTION_MALFORMED`
 */
export function parseSolanaTransaction(bytes: Uint8Array): SolanaTransaction {
  try {
    if (bytes.length > MAX_LENGTH) {
      throw new SolanaMismatch(`it has ${bytes.length} bytes, and no transaction has more than ${MAX_LENGTH}`)
    }
    assertSlotsFirst(bytes)
    const reader = new SolanaReader(bytes)
    const signatures = reader.list('the signatures', () => reader.take(SIGNATURE_LENGTH, 'the signatures'))
    const messageBytes = bytes.subarray(reader.position)
    const message = readMessage(reader)
    reader.end()
    if (signatures.length !== message.requiredSignatures) {
      const { length } = signatures
      throw new SolanaMismatch(`it has ${length} signature slots and needs ${message.requiredSignatures}`)
    }
    return { signatures, message, messageBytes }
  } catch (error) {
    if (!(error instanceof SolanaMismatch)) throw error
    const { message: reason } = error
    throw new KeysError('TRANSACTION_MALFORMED', { type: 'TRANSACTION_TYPE_SOLANA', reason })
  }
}

/** More than 127 signatures don't fit, so such a first byte is a version (SIMD-0385), which has no slots before it. */
function assertSlotsFirst([first = 0, signers = 0]: Uint8Array): void {
  if (first < 0x80 || first > 0x8f || signers === 0) return
  throw new SolanaMismatch(
    first === 0x80
      ? 'it begins with a message of version 0: put the signature slots before it'
      : `transactions of version ${first - 0x80} are not supported, only legacy ones and version 0`,
  )
}

/**
 * The slot in which a public key (32 bytes) signs.
 * @throws KeysError `TRANSACTION_SIGNER_MISMATCH` if it is not a signer
 */
export function signatureSlotOf({ message }: SolanaTransaction, publicKey: Uint8Array): number {
  const signers = message.accountKeys.slice(0, message.requiredSignatures)
  const slot = signers.findIndex((key) => equalBytes(key, publicKey))
  if (slot < 0) {
    throw new KeysError('TRANSACTION_SIGNER_MISMATCH', { type: 'Solana', address: toBase58(publicKey) })
  }
  return slot
}

/**
 * The same bytes with this key's slot filled and other slots unchanged.
 * @throws KeysError `TRANSACTION_SIGNER_MISMATCH`, `PRIVATE_KEY_OUT_OF_RANGE`
 */
export function signSolanaTransaction(transaction: SolanaTransaction, privateKey: Uint8Array): Uint8Array {
  const slot = signatureSlotOf(transaction, publicKeyOf('CURVE_ED25519', privateKey))
  const signature = toCompactSignature(sign('ed25519', transaction.messageBytes, privateKey))
  const slots = transaction.signatures.map((present, i) => (i === slot ? signature : present))
  // The header allows at most 255 signers, so the count takes one byte, or two from 128.
  const count = slots.length < 0x80 ? [slots.length] : [(slots.length & 0x7f) | 0x80, slots.length >> 7]
  return concat(Uint8Array.from(count), ...slots, transaction.messageBytes)
}

const SIGNATURE_LENGTH = 64
