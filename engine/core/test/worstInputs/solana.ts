/** Solana transactions. */
import { concat } from '@keywright/keys'
import { PublicKey } from '@solana/web3.js'
import { solanaKey, transactionsOf } from './transactions.ts'
import { times } from './worst.ts'

/** Bytes that a transaction may have, without those of signature and header. */
const ROOM = 4_096 - 65 - 4 - 32 * 6

/** A length below 2^14. */
const size = (value: number) =>
  value < 128 ? Uint8Array.of(value) : Uint8Array.of((value & 127) | 128, value >> 7)
const listOf = (count: number, item: (n: number) => Uint8Array) =>
  concat(size(count), Buffer.concat(Array.from({ length: count }, (_, n) => item(n))))
const key = (n: number) =>
  new Uint8Array(32)
    .fill(1)
    .with(0, n & 255)
    .with(1, n >> 8)

interface Parts {
  readonly instructions?: Uint8Array
  /** Of version 0. */
  readonly lookups?: Uint8Array
  readonly program?: Uint8Array
  readonly keys?: number
}

/** One signer, a program (key 1), and other keys. */
function transactionOf({ instructions = size(0), lookups, program = key(999), keys = 1 }: Parts) {
  const accounts = concat(solanaKey, program, ...Array.from({ length: keys }, (_, n) => key(n)))
  return concat(
    Uint8Array.of(1),
    new Uint8Array(64),
    lookups ? Uint8Array.of(0x80) : new Uint8Array(),
    Uint8Array.of(1, 0, 0),
    size(2 + keys),
    accounts,
    new Uint8Array(32),
    instructions,
    lookups ?? new Uint8Array(),
  )
}

/** An instruction of program 1. */
const instruction = (accounts: readonly number[], data: Uint8Array) =>
  concat(Uint8Array.of(1), size(accounts.length), Uint8Array.from(accounts), size(data.length), data)
const asMany = (each: Uint8Array, room = ROOM) => {
  const count = Math.floor(room / each.length)
  return concat(size(count), times(count, each))
}
const none = new Uint8Array()
const ofProgram = (address: string, each: Uint8Array) =>
  transactionOf({ program: new PublicKey(address).toBytes(), instructions: asMany(each), keys: 3 })
const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const BUDGET = 'ComputeBudget111111111111111111111111111111'
const table = (indexes: number) =>
  concat(
    key(0),
    listOf(indexes, (n) => Uint8Array.of(n & 255)),
    size(0),
  )
/** The accounts from tables follow the three static ones. */
const lookedUp = (count: number) => Array.from({ length: count }, (_, n) => 3 + n)

const rows: [what: string, bytes: () => Uint8Array][] = [
  ['instructions', () => transactionOf({ instructions: asMany(instruction([], none)) })],
  [
    'accounts of an instruction',
    () => transactionOf({ instructions: asMany(instruction(Array(ROOM - 9).fill(2), none)) }),
  ],
  [
    'accounts of instructions',
    () => transactionOf({ instructions: asMany(instruction(Array(100).fill(2), none)) }),
  ],
  ['data', () => transactionOf({ instructions: asMany(instruction([], new Uint8Array(ROOM - 9))) })],
  ['keys', () => transactionOf({ keys: 110 })],
  [
    'transfers',
    () => ofProgram(SYSTEM, instruction([0, 2], Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0))),
  ],
  ['tokens', () => ofProgram(TOKEN, instruction([2, 3, 4, 0], Uint8Array.of(3, 1, 0, 0, 0, 0, 0, 0, 0)))],
  [
    'signers of a token transfer',
    () =>
      ofProgram(
        TOKEN,
        instruction([2, 3, 4, ...Array<number>(ROOM - 30).fill(0)], Uint8Array.of(3, 1, 0, 0, 0, 0, 0, 0, 0)),
      ),
  ],
  ['unknown token instructions', () => ofProgram(TOKEN, instruction([], Uint8Array.of(250)))],
  ['fees', () => ofProgram(BUDGET, instruction([], Uint8Array.of(2, 1, 0, 0, 0)))],
  ['tables', () => transactionOf({ lookups: listOf(100, () => table(1)) })],
  [
    'accounts from a table',
    () =>
      transactionOf({
        instructions: asMany(instruction([250], none), ROOM - 300),
        lookups: listOf(1, () => table(253)),
      }),
  ],
  [
    'accounts from tables',
    () =>
      transactionOf({
        instructions: asMany(instruction(lookedUp(50), none), ROOM - 50 * 36),
        lookups: listOf(50, () => table(1)),
      }),
  ],
  ['accounts that do not exist', () => transactionOf({ instructions: asMany(instruction([255], none)) })],
  ['bytes', () => new Uint8Array(500_000)],
  [
    'instructions of a long transaction',
    () => transactionOf({ instructions: asMany(instruction([], none), 40_000) }),
  ],
]

export const solana = transactionsOf('TRANSACTION_TYPE_SOLANA', rows)
