/** The policies' view of a Solana transaction, `solana.tx`. */

import { toBase58, toHex } from '../encoding.ts'
import type { SolanaTransferFields, SplTransferFields } from './instruction.ts'
import type { AddressTableLookup, SolanaMessage } from './message.ts'
import { movementsOf } from './movements.ts'
import type { SolanaTransaction } from './transaction.ts'

/** Stands for every account from a lookup table, which only the chain can resolve. */
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

export interface SolanaPolicyFields {
  /** The static keys of the message, then one `LOOKED_UP_ACCOUNT` per account from a lookup table. */
  readonly account_keys: readonly string[]
  readonly program_keys: readonly string[]
  readonly instructions: readonly SolanaInstructionFields[]
  /** Effects of top-level instructions on lamports: see `movements.ts`. */
  readonly transfers: readonly SolanaTransferFields[]
  readonly spl_transfers: readonly SplTransferFields[]
  readonly address_table_lookups: readonly AddressTableLookupFields[]
  readonly recent_blockhash: string
  /** Absent if the transaction states none, or states it in a form that the network rejects. */
  readonly compute_unit_limit?: bigint
  /** In millionths of a lamport per unit; 0 if the transaction states none. */
  readonly compute_unit_price?: bigint
}

export function solanaPolicyFields({ message }: SolanaTransaction): SolanaPolicyFields {
  // Addresses are written once, because instructions can name an account thousands of times.
  const accounts = accountFields(message)
  const tables = message.lookups.map((lookup) => ({ ...lookup, address: toBase58(lookup.table) }))
  const lookupsOf = (isUsed: (index: number) => boolean) =>
    lookupFields(tables, message.accountKeys.length, isUsed)
  const instructions = message.instructions.map(({ programIndex, accountIndexes, data }) => {
    const used = new Set(accountIndexes)
    const isLookingUp = accountIndexes.some((index) => index >= message.accountKeys.length)
    return {
      program_key: accounts[programIndex]!.account_key,
      accounts: accountIndexes.map((index) => accounts[index]!),
      instruction_data_hex: toHex(data),
      address_table_lookups: isLookingUp ? lookupsOf((index) => used.has(index)) : [],
    }
  })
  const movements = message.instructions.map((each, i) =>
    movementsOf(instructions[i]!.program_key, instructions[i]!.accounts, each.data),
  )
  return {
    account_keys: accounts.map(({ account_key }) => account_key),
    program_keys: [...new Set(instructions.map(({ program_key }) => program_key))],
    instructions,
    transfers: movements.flatMap(({ transfers }) => transfers),
    spl_transfers: movements.flatMap(({ splTransfers }) => splTransfers),
    address_table_lookups: lookupsOf(() => true),
    recent_blockhash: toBase58(message.recentBlockhash),
    ...computeBudgetOf(instructions),
  }
}

/** The accounts of a message: those that it names, then those from tables, all writable ones first. */
function accountFields(message: SolanaMessage): SolanaAccountFields[] {
  const { accountKeys, requiredSignatures, readonlySigned, readonlyUnsigned, lookups } = message
  const named = accountKeys.map((key, index) => {
    const signer = index < requiredSignatures
    const firstReadonly = signer ? requiredSignatures - readonlySigned : accountKeys.length - readonlyUnsigned
    return { account_key: toBase58(key), signer, writable: index < firstReadonly }
  })
  const lookedUp = (writable: boolean) => ({ account_key: LOOKED_UP_ACCOUNT, signer: false, writable })
  return [
    ...named,
    ...lookups.flatMap(({ writableIndexes }) => writableIndexes.map(() => lookedUp(true))),
    ...lookups.flatMap(({ readonlyIndexes }) => readonlyIndexes.map(() => lookedUp(false))),
  ]
}

function lookupFields(
  tables: readonly (AddressTableLookup & { readonly address: string })[],
  named: number,
  isUsed: (index: number) => boolean,
): AddressTableLookupFields[] {
  let writable = named
  let readonly = tables.reduce((sum, each) => sum + each.writableIndexes.length, named)
  return tables.flatMap(({ address, writableIndexes, readonlyIndexes }) => {
    const writable_indexes = writableIndexes.filter(() => isUsed(writable++)).map(BigInt)
    const readonly_indexes = readonlyIndexes.filter(() => isUsed(readonly++)).map(BigInt)
    if (writable_indexes.length + readonly_indexes.length === 0) return []
    return [{ address_table_key: address, writable_indexes, readonly_indexes }]
  })
}

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
/** SetComputeUnitLimit { units: u32 } and SetComputeUnitPrice { micro_lamports: u64 }. */
const LIMIT = /^02([0-9a-f]{8})$/
const PRICE = /^03([0-9a-f]{16})$/
/** RequestHeapFrame and SetLoadedAccountsDataSizeLimit, which cost nothing by themselves. */
const OTHERS = /^0[14][0-9a-f]{8}$/

/** The network rejects a second instruction of a kind. An unknown one leaves both values open. */
function computeBudgetOf(
  instructions: readonly SolanaInstructionFields[],
): Pick<SolanaPolicyFields, 'compute_unit_limit' | 'compute_unit_price'> {
  const all = instructions.filter(({ program_key }) => program_key === COMPUTE_BUDGET)
  const data = all.map(({ instruction_data_hex }) => instruction_data_hex)
  const read = (form: RegExp) => data.flatMap((hex) => form.exec(hex)?.[1] ?? [])
  const [limits, prices] = [read(LIMIT), read(PRICE)]
  const isKnown =
    limits.length + prices.length + data.filter((hex) => OTHERS.test(hex)).length === data.length
  if (!isKnown || limits.length > 1 || prices.length > 1) return {}
  return {
    ...(limits[0] !== undefined && { compute_unit_limit: littleEndian(limits[0]) }),
    compute_unit_price: prices[0] === undefined ? 0n : littleEndian(prices[0]),
  }
}

const littleEndian = (hex: string): bigint => BigInt(`0x${hex.match(/../g)!.reverse().join('')}`)
