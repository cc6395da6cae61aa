/** What policies see of a Solana transaction as `solana.tx`. */

import { toBase58, toHex } from '../encoding.ts'
import type { SolanaInstruction, SolanaMessage } from './message.ts'
import type { SolanaTransaction } from './transaction.ts'

/** Stands for every account that comes from a lookup table, which only the chain can resolve. */
export const LOOKED_UP_ACCOUNT = 'ADDRESS_TABLE_LOOKUP'

export interface SolanaAccountFields {
  readonly account_key: string
  readonly signer: boolean
  readonly writable: boolean
}

export interface AddressTableLookupFields {
  readonly address_table_key: string
  readonly writable_indexes: readonly bigint[]
  readonly readonly_indexes: readonly bigint[]
}

export interface SolanaInstructionFields {
  readonly program_key: string
  readonly accounts: readonly SolanaAccountFields[]
  /** Lower-case hexadecimal, no `0x`. */
  readonly instruction_data_hex: string
  /** The table entries that this instruction uses. */
  readonly address_table_lookups: readonly AddressTableLookupFields[]
}

export interface SolanaTransferFields {
  readonly from: string
  readonly to: string
  /** In lamports. */
  readonly amount: bigint
}

export interface SplTransferFields {
  /** Token accounts, not wallets. */
  readonly from: string
  readonly to: string
  readonly owner: string
  /** Empty where the instruction does not name it (the older `Transfer`). */
  readonly token_mint: string
  readonly amount: bigint
  /** The keys that authorize: the owner, or the members of a multisignature owner. */
  readonly signers: readonly string[]
}

export interface SolanaPolicyFields {
  readonly account_keys: readonly string[]
  readonly program_keys: readonly string[]
  readonly instructions: readonly SolanaInstructionFields[]
  /** Top-level native transfers of the system program. */
  readonly transfers: readonly SolanaTransferFields[]
  readonly spl_transfers: readonly SplTransferFields[]
  readonly address_table_lookups: readonly AddressTableLookupFields[]
  readonly recent_blockhash: string
}

export function solanaPolicyFields({ message }: SolanaTransaction): SolanaPolicyFields {
  const instructions = message.instructions.map((instruction) => instructionFields(message, instruction))
  return {
    account_keys: message.accountKeys.map(toBase58),
    program_keys: [...new Set(instructions.map(({ program_key }) => program_key))],
    instructions,
    transfers: message.instructions.flatMap((each, i) => nativeTransfers(each.data, instructions[i]!)),
    spl_transfers: message.instructions.flatMap((each, i) => splTransfers(each.data, instructions[i]!)),
    address_table_lookups: message.lookups.map(({ table, writableIndexes, readonlyIndexes }) => ({
      address_table_key: toBase58(table),
      writable_indexes: writableIndexes.map(BigInt),
      readonly_indexes: readonlyIndexes.map(BigInt),
    })),
    recent_blockhash: toBase58(message.recentBlockhash),
  }
}

function instructionFields(message: SolanaMessage, instruction: SolanaInstruction): SolanaInstructionFields {
  return {
    program_key: toBase58(message.accountKeys[instruction.programIndex]!),
    accounts: instruction.accountIndexes.map((index) => accountFields(message, index)),
    instruction_data_hex: toHex(instruction.data),
    address_table_lookups: usedLookups(message, instruction),
  }
}

function accountFields(message: SolanaMessage, index: number): SolanaAccountFields {
  const { accountKeys, requiredSignatures, readonlySigned, readonlyUnsigned, lookups } = message
  const key = accountKeys[index]
  if (!key) {
    const writable = lookups.reduce((sum, { writableIndexes }) => sum + writableIndexes.length, 0)
    return {
      account_key: LOOKED_UP_ACCOUNT,
      signer: false,
      writable: index - accountKeys.length < writable,
    }
  }
  const signer = index < requiredSignatures
  const firstReadonly = signer ? requiredSignatures - readonlySigned : accountKeys.length - readonlyUnsigned
  return { account_key: toBase58(key), signer, writable: index < firstReadonly }
}

function usedLookups(message: SolanaMessage, instruction: SolanaInstruction): AddressTableLookupFields[] {
  const used = new Set(instruction.accountIndexes)
  let writable = message.accountKeys.length
  let readonly = message.lookups.reduce((sum, each) => sum + each.writableIndexes.length, writable)
  return message.lookups
    .map(({ table, writableIndexes, readonlyIndexes }) => ({
      address_table_key: toBase58(table),
      writable_indexes: writableIndexes.filter(() => used.has(writable++)).map(BigInt),
      readonly_indexes: readonlyIndexes.filter(() => used.has(readonly++)).map(BigInt),
    }))
    .filter((each) => each.writable_indexes.length + each.readonly_indexes.length > 0)
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
/** The system program's instructions begin with a 32-bit number, little endian; 2 is `Transfer { lamports: u64 }`. */
const SYSTEM_TRANSFER = 2

/** The program reads 12 bytes and ignores what follows, so do we: a longer transfer is a transfer. */
function nativeTransfers(data: Uint8Array, instruction: SolanaInstructionFields): SolanaTransferFields[] {
  const [from, to] = instruction.accounts
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const isTransfer =
    instruction.program_key === SYSTEM_PROGRAM &&
    data.length >= 12 &&
    view.getUint32(0, true) === SYSTEM_TRANSFER
  if (!isTransfer || !from || !to) return []
  return [{ from: from.account_key, to: to.account_key, amount: view.getBigUint64(4, true) }]
}

const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
/** Token instructions begin with one byte; both carry the amount as a u64 after it. */
const TOKEN_TRANSFER = 3
const TOKEN_TRANSFER_CHECKED = 12

function splTransfers(data: Uint8Array, instruction: SolanaInstructionFields): SplTransferFields[] {
  const kind = data[0]
  const isTransfer = kind === TOKEN_TRANSFER || kind === TOKEN_TRANSFER_CHECKED
  if (!TOKEN_PROGRAMS.includes(instruction.program_key) || !isTransfer || data.length < 9) return []
  const keys = instruction.accounts.map(({ account_key }) => account_key)
  const mint = kind === TOKEN_TRANSFER_CHECKED ? keys.splice(1, 1)[0] : ''
  const [from, to, owner, ...members] = keys
  if (from === undefined || to === undefined || owner === undefined || mint === undefined) return []
  const amount = new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true)
  return [{ from, to, owner, token_mint: mint, amount, signers: members.length > 0 ? members : [owner] }]
}
