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
import { toBase58 } from '../encoding.ts'

/** Lamports that leave an account, or an account that gets another owner along with its contents. */
export interface SolanaTransferFields {
  /** Absent for unknown instructions. */
  readonly from?: string
  /** Absent if the lamports become inaccessible, and for unknown instructions. */
  readonly to?: string
  /** In lamports. Absent if the instruction doesn't state it, as for an account that is closed or handed over. */
  readonly amount?: bigint
}

/** Tokens that leave a token account or may leave it later, or an account or mint that gets another owner. */
export interface SplTransferFields {
  /** Token accounts, not wallets; the mint for minted and burned tokens. Absent for unknown instructions. */
  readonly from?: string
  readonly to?: string
  /** The account that authorizes it. */
  readonly owner?: string
  /** Absent if the instruction doesn't contain it (the older `Transfer`). */
  readonly token_mint?: string
  readonly amount?: bigint
  /** The keys that sign for it: the owner, or the members of a multisignature owner; and other required signers. */
  readonly signers?: readonly string[]
}

export interface Movements {
  readonly transfers: readonly SolanaTransferFields[]
  readonly splTransfers: readonly SplTransferFields[]
}

interface Account {
  readonly account_key: string
  readonly signer: boolean
}

/**
 * What a top-level instruction moves. If data or accounts are missing, it moves nothing, because its program rejects
 * it.
 */
export function movementsOf(program: string, accounts: readonly Account[], data: Uint8Array): Movements {
  const instruction = new Instruction(accounts, data)
  try {
    switch (program) {
      case SYSTEM_PROGRAM:
        return lamports(readNative(SYSTEM, instruction))
      case STAKE_PROGRAM:
        return lamports(readNative(STAKE, instruction))
      case VOTE_PROGRAM:
        return lamports(readNative(VOTE, instruction))
      case LOOKUP_TABLE_PROGRAM:
        return lamports(readNative(LOOKUP_TABLE, instruction))
      case LOADER_PROGRAM:
        return lamports(readNative(LOADER, instruction))
      case ASSOCIATED_TOKEN_PROGRAM:
        return readAssociatedToken(instruction)
      case TOKEN_PROGRAM:
      case TOKEN_2022_PROGRAM:
        return readToken(instruction)
      default:
        return NOTHING
    }
  } catch (error) {
    if (error instanceof TooShort) return NOTHING
    throw error
  }
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111'
const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111'
const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
const LOADER_PROGRAM = 'BPFLoaderUpgradeab1e11111111111111111111111'
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const NOTHING: Movements = { transfers: [], splTransfers: [] }

const lamports = (transfers: readonly SolanaTransferFields[]): Movements => ({ transfers, splTransfers: [] })

/** Data or accounts are missing. */
class TooShort extends Error {}

/** Reads accounts by position and data by offset. Ignores trailing data, as the programs do. */
class Instruction {
  readonly #accounts: readonly Account[]
  readonly #data: Uint8Array
  readonly #view: DataView

  constructor(accounts: readonly Account[], data: Uint8Array) {
    this.#accounts = accounts
    this.#data = data
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  }

  account(position: number): string {
    const account = this.#accounts[position]
    if (!account) throw new TooShort()
    return account.account_key
  }

  has(position: number): boolean {
    return position < this.#accounts.length
  }

  /** The first byte, or 0 for empty data. */
  kind(): number {
    return this.#data[0] ?? 0
  }

  u8(offset: number): number {
    return this.#take(offset, 1)[0]!
  }

  u32(offset: number): number {
    this.#take(offset, 4)
    return this.#view.getUint32(offset, true)
  }

  u64(offset: number): bigint {
    this.#take(offset, 8)
    return this.#view.getBigUint64(offset, true)
  }

  key(offset: number): string {
    return toBase58(this.#take(offset, 32))
  }

  /** The offset after a text with a 64-bit length prefix. */
  afterText(offset: number): number {
    const length = this.u64(offset)
    if (length > BigInt(this.#data.length)) throw new TooShort()
    return offset + 8 + Number(length)
  }

  /**
   * The signers for an owner: the owner and the signers after it. For a multisignature owner these are its members;
   * for other owners the program ignores them, but they must not hide who signs.
   */
  signersOf(owner: number): readonly string[] {
    const signing = this.#accounts.slice(owner).filter(({ signer }) => signer)
    return signing.length > 0 ? signing.map(({ account_key }) => account_key) : [this.account(owner)]
  }

  #take(offset: number, length: number): Uint8Array {
    if (offset + length > this.#data.length) throw new TooShort()
    return this.#data.subarray(offset, offset + length)
  }
}

// ─── Native programs ───

type ReadNative = (instruction: Instruction) => SolanaTransferFields[]
type NativeProgram = Readonly<Record<number, ReadNative>>

/** An unknown number was added to the network later, so its effect is unknown. */
function readNative(program: NativeProgram, instruction: Instruction): SolanaTransferFields[] {
  const read = program[instruction.u32(0)]
  return read ? read(instruction) : [{}]
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
const passesTo =
  (from: number, to: number): ReadNative =>
  (i) => [{ from: i.account(from), to: i.account(to) }]

/** The new account gets lamports, which belong to its owner: any program except the system program may move them. */
function creation(from: string, to: string, amount: bigint, owner: string): SolanaTransferFields[] {
  const paid = { from, to, amount }
  return owner === SYSTEM_PROGRAM ? [paid] : [paid, { from: to, to: owner }]
}

const SYSTEM: NativeProgram = {
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

const STAKE: NativeProgram = {
  // Initialize { staker, withdrawer, … }
  0: passes(0, NUMBER + 32),
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
const VOTE: NativeProgram = {
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
const LOOKUP_TABLE: NativeProgram = {
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
const LOADER: NativeProgram = {
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

// ─── The token programs ───

/**
 * The associated token account program: data is one byte or empty. Creating an account takes its rent from the payer;
 * recovering a nested account empties it, both tokens and lamports.
 */
function readAssociatedToken(instruction: Instruction): Movements {
  switch (instruction.kind()) {
    case 0:
    case 1:
      return rent(0, 1)(instruction)
    case 2:
      return {
        transfers: passesTo(0, 5)(instruction),
        splTransfers: [
          {
            from: instruction.account(0),
            to: instruction.account(2),
            owner: instruction.account(5),
            token_mint: instruction.account(1),
            signers: instruction.signersOf(5),
          },
        ],
      }
    default:
      return unknownTokens(instruction)
  }
}

type ReadToken = (instruction: Instruction) => Movements

function readToken(instruction: Instruction): Movements {
  const kind = instruction.u8(0)
  if (HARMLESS_TOKEN_INSTRUCTIONS.has(kind)) return NOTHING
  return (TOKEN[kind] ?? unknownTokens)(instruction)
}

/** Batches, confidential amounts, and newer instructions. */
const unknownTokens: ReadToken = () => ({ transfers: [{}], splTransfers: [{}] })

interface TokenPlaces {
  readonly from: number
  readonly to: number
  readonly owner: number
  readonly mint?: number
  /** Offset of the amount in the data; omitted if there is no amount. */
  readonly amount?: number
}

const tokens =
  ({ from, to, owner, mint, amount }: TokenPlaces): ReadToken =>
  (i) => ({
    transfers: [],
    splTransfers: [
      {
        from: i.account(from),
        to: i.account(to),
        owner: i.account(owner),
        ...(mint !== undefined && { token_mint: i.account(mint) }),
        ...(amount !== undefined && { amount: i.u64(amount) }),
        signers: i.signersOf(owner),
      },
    ],
  })

/** Lamports of a token account, which are also its tokens if it wraps lamports. */
const emptied: ReadToken = (i) => ({
  transfers: [{ from: i.account(0), to: i.account(1) }],
  splTransfers: [{ from: i.account(0), to: i.account(1), owner: i.account(2), signers: i.signersOf(2) }],
})

/** The rent of an account, which the program takes from the payer. */
const rent =
  (payer: number, account: number): ReadToken =>
  (i) =>
    lamports([{ from: i.account(payer), to: i.account(account) }])

const TOKEN: Readonly<Record<number, ReadToken>> = {
  // Transfer { amount }
  3: tokens({ from: 0, to: 1, owner: 2, amount: 1 }),
  // Approve { amount }: the delegate may take this amount from now on.
  4: tokens({ from: 0, to: 1, owner: 2, amount: 1 }),
  // SetAuthority { kind, option, authority }
  6: (i) => ({
    transfers: [],
    splTransfers: [
      {
        from: i.account(0),
        ...(i.u8(2) === 1 && { to: i.key(3) }),
        owner: i.account(1),
        signers: i.signersOf(1),
      },
    ],
  }),
  // MintTo { amount }
  7: tokens({ from: 0, to: 1, owner: 2, mint: 0, amount: 1 }),
  // Burn { amount }
  8: tokens({ from: 0, to: 1, owner: 2, mint: 1, amount: 1 }),
  // CloseAccount
  9: emptied,
  // TransferChecked, ApproveChecked, MintToChecked, BurnChecked { amount, decimals }
  12: tokens({ from: 0, mint: 1, to: 2, owner: 3, amount: 1 }),
  13: tokens({ from: 0, mint: 1, to: 2, owner: 3, amount: 1 }),
  14: tokens({ from: 0, to: 1, owner: 2, mint: 0, amount: 1 }),
  15: tokens({ from: 0, to: 1, owner: 2, mint: 1, amount: 1 }),
  // Transfer fees: TransferCheckedWithFee { amount, decimals, fee }, and withdrawal of withheld fees
  26(i) {
    switch (i.u8(1)) {
      case 1:
        return tokens({ from: 0, mint: 1, to: 2, owner: 3, amount: 2 })(i)
      case 2:
      case 3:
        return tokens({ from: 0, mint: 0, to: 1, owner: 2 })(i)
      case 0:
      case 4:
      case 5:
        return NOTHING
      default:
        return unknownTokens(i)
    }
  },
  // Reallocate, CreateNativeMint
  29: rent(1, 0),
  31: rent(0, 1),
  // WithdrawExcessLamports, UnwrapLamports
  38: emptied,
  45: emptied,
}

/**
 * Instructions that set up accounts and mints, freeze, thaw, revoke, read, or set properties of a mint; `SyncNative`
 * counts lamports that are in the account already.
 */
const HARMLESS_TOKEN_INSTRUCTIONS: ReadonlySet<number> = new Set([
  0, 1, 2, 5, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 30, 32, 33, 34, 35, 36, 39, 40, 41, 43, 44,
])
