/**
 * What an instruction moves: lamports and tokens, and control over them. Supports the native programs (system, stake,
 * vote, address lookup tables, the program loader), the token programs, and the associated token account program.
 * Instructions that may move something without stating the amount or the target also count as movements, with that
 * member omitted, so that no rule that reads it can mistake them for harmless. An unknown instruction is a movement
 * without any member, because it may take from any of its accounts.
 *
 * Sources: the `SystemInstruction`, `StakeInstruction`, `VoteInstruction`, `ProgramInstruction` (of lookup tables)
 * and `UpgradeableLoaderInstruction` enums of Solana (bincode: a 32-bit number, little endian, then the fields), the
 * `AssociatedTokenAccountInstruction` enum (one byte), and the `TokenInstruction` enums of the token programs (one
 * byte, then the fields).
 */
import { type Account, Instruction, type Movements, NOTHING, TooShort } from './instruction.ts'
import { LOADER, LOOKUP_TABLE, readNative, STAKE, SYSTEM, SYSTEM_PROGRAM, VOTE } from './nativePrograms.ts'
import { readAssociatedToken, readToken } from './tokenPrograms.ts'

const PROGRAMS: ReadonlyMap<string, (instruction: Instruction) => Movements> = new Map([
  [SYSTEM_PROGRAM, readNative(SYSTEM)],
  ['Stake11111111111111111111111111111111111111', readNative(STAKE)],
  ['Vote111111111111111111111111111111111111111', readNative(VOTE)],
  ['AddressLookupTab1e1111111111111111111111111', readNative(LOOKUP_TABLE)],
  ['BPFLoaderUpgradeab1e11111111111111111111111', readNative(LOADER)],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', readAssociatedToken],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', readToken],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', readToken],
])

/**
 * What a top-level instruction moves. If data or accounts are missing, it moves nothing, because its program rejects
 * it.
 */
export function movementsOf(program: string, accounts: readonly Account[], data: Uint8Array): Movements {
  try {
    return PROGRAMS.get(program)?.(new Instruction(accounts, data)) ?? NOTHING
  } catch (error) {
    if (error instanceof TooShort) return NOTHING
    throw error
  }
}
