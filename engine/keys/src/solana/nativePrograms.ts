/** What the native programs move: lamports, and control over them. */
import { type Instruction, lamports, type Movements, type SolanaTransferFields } from './instruction.ts'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'

type ReadNative = (instruction: Instruction) => SolanaTransferFields[]
type NativeProgram = Readonly<Record<number, ReadNative>>

/** An unknown number was added to the network later, so its effect is unknown. */
export const readNative =
  (program: NativeProgram) =>
  (instruction: Instruction): Movements => {
    const read = program[instruction.u32(0)]
    return lamports(read ? read(instruction) : [{}])
  }

const NUMBER = 4
const nothing: ReadNative = () => []

/** The amount follows the instruction number. */
const moves =
  (from: number, to: number): ReadNative =>
  (i) => [{ from: i.account(from), to: i.account(to), amount: i.u64(NUMBER) }]

/** Everything goes to the key at an offset: another owner or authority. */
const passes =
  (from: number, offset: number): ReadNative =>
  (i) => [{ from: i.account(from), to: i.key(offset) }]

/** Everything goes to another account of the instruction. */
export const passesTo =
  (from: number, to: number): ReadNative =>
  (i) => [{ from: i.account(from), to: i.account(to) }]

/** The new account gets lamports, which belong to its owner: any program except the system program may move them. */
function creation(from: string, to: string, amount: bigint, owner: string): SolanaTransferFields[] {
  const paid = { from, to, amount }
  return owner === SYSTEM_PROGRAM ? [paid] : [paid, { from: to, to: owner }]
}

export const SYSTEM: NativeProgram = {
  // CreateAccount { lamports, space, owner }
  0: (i) => creation(i.account(0), i.account(1), i.u64(NUMBER), i.key(NUMBER + 16)),
  // Assign { owner }
  1: passes(0, NUMBER),
  // Transfer { lamports }
  2: moves(0, 1),
  // CreateAccountWithSeed { base, seed, lamports, space, owner }
  3(i) {
    const rest = i.afterText(NUMBER + 32)
    return creation(i.account(0), i.account(1), i.u64(rest), i.key(rest + 16))
  },
  // AdvanceNonceAccount
  4: nothing,
  // WithdrawNonceAccount { lamports }
  5: moves(0, 1),
  // InitializeNonceAccount { authority }, AuthorizeNonceAccount { authority }
  6: passes(0, NUMBER),
  7: passes(0, NUMBER),
  // Allocate { space }: an account with data can no longer pay.
  8: (i) => [{ from: i.account(0) }],
  // AllocateWithSeed { base, seed, space, owner }
  9: (i) => [{ from: i.account(0), to: i.key(i.afterText(NUMBER + 32) + 8) }],
  // AssignWithSeed { base, seed, owner }
  10: (i) => [{ from: i.account(0), to: i.key(i.afterText(NUMBER + 32)) }],
  // TransferWithSeed { lamports, seed, owner }: the signing base account is between the two.
  11: moves(0, 2),
  // UpgradeNonceAccount
  12: nothing,
}

export const STAKE: NativeProgram = {
  // Initialize { staker, withdrawer, time, epoch, custodian }: with a lockup, the custodian can keep the stake.
  0(i) {
    const isLocked = i.u64(NUMBER + 64) > 0n || i.u64(NUMBER + 72) > 0n
    return [...passes(0, NUMBER + 32)(i), ...(isLocked ? [{ from: i.account(0) }] : [])]
  },
  // Authorize { authority, kind }
  1: passes(0, NUMBER),
  // DelegateStake
  2: nothing,
  // Split { lamports }
  3: moves(0, 1),
  // Withdraw { lamports }
  4: moves(0, 1),
  // Deactivate
  5: nothing,
  // SetLockup: the new custodian can keep the stake.
  6: (i) => [{ from: i.account(0) }],
  // Merge: the second account is emptied into the first.
  7: passesTo(1, 0),
  // AuthorizeWithSeed { authority, … }
  8: passes(0, NUMBER),
  // InitializeChecked: stake, rent, staker, withdrawer
  9: passesTo(0, 3),
  // AuthorizeChecked: stake, clock, authority, new authority
  10: passesTo(0, 3),
  // AuthorizeCheckedWithSeed: stake, base, clock, new authority
  11: passesTo(0, 3),
  // SetLockupChecked
  12: (i) => [{ from: i.account(0) }],
  // GetMinimumDelegation, DeactivateDelinquent
  13: nothing,
  14: nothing,
  // MoveStake { lamports }, MoveLamports { lamports }
  16: moves(0, 1),
  17: moves(0, 1),
}

/** Only withdrawals and authorities; the regular votes of a validator move nothing. */
export const VOTE: NativeProgram = {
  // InitializeAccount { node, voter, withdrawer, commission }
  0: passes(0, NUMBER + 64),
  // Authorize { authority, kind }
  1: passes(0, NUMBER),
  // Vote
  2: nothing,
  // Withdraw { lamports }
  3: moves(0, 1),
  // UpdateValidatorIdentity, UpdateCommission, VoteSwitch
  4: nothing,
  5: nothing,
  6: nothing,
  // AuthorizeChecked: vote, clock, authority, new authority
  7: passesTo(0, 3),
  // UpdateVoteState, UpdateVoteStateSwitch
  8: nothing,
  9: nothing,
  // AuthorizeWithSeed { kind, base owner, seed, authority }
  10: (i) => [{ from: i.account(0), to: i.key(i.afterText(NUMBER + 4 + 32)) }],
  // AuthorizeCheckedWithSeed: vote, clock, base, new authority
  11: passesTo(0, 3),
  // CompactUpdateVoteState, its switch, TowerSync, its switch
  12: nothing,
  13: nothing,
  14: nothing,
  15: nothing,
}

/** `ProgramInstruction` of the address lookup table program. */
export const LOOKUP_TABLE: NativeProgram = {
  // CreateLookupTable: table, authority, payer. The program takes the rent.
  0: passesTo(2, 0),
  // FreezeLookupTable: the rent can never be reclaimed.
  1: (i) => [{ from: i.account(0) }],
  // ExtendLookupTable: table, authority, and a payer if more rent is needed.
  2: (i) => (i.has(2) ? passesTo(2, 0)(i) : []),
  // DeactivateLookupTable
  3: nothing,
  // CloseLookupTable: table, authority, recipient
  4: passesTo(0, 2),
}

/** `UpgradeableLoaderInstruction`. */
export const LOADER: NativeProgram = {
  // InitializeBuffer: buffer, authority
  0: passesTo(0, 1),
  // Write
  1: nothing,
  // DeployWithMaxDataLen: payer, program data, program, buffer, which is emptied into the payer
  2: (i) => [...passesTo(0, 1)(i), ...passesTo(3, 0)(i)],
  // Upgrade: program data, program, buffer, spill, which receives the surplus of both
  3: (i) => [...passesTo(2, 3)(i), ...passesTo(0, 3)(i)],
  // SetAuthority: account, authority, new authority, or permanently none
  4: (i) => (i.has(2) ? passesTo(0, 2)(i) : [{ from: i.account(0) }]),
  // Close: account, recipient
  5: passesTo(0, 1),
  // ExtendProgram: program data, program, and a payer if more rent is needed
  6: (i) => (i.has(3) ? passesTo(3, 0)(i) : []),
  // SetAuthorityChecked: account, authority, new authority
  7: passesTo(0, 2),
}
