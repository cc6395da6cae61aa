/** What the token programs and the associated token account program move. */
import { type Instruction, lamports, type Movements, NOTHING } from './instruction.ts'
import { passesTo } from './nativePrograms.ts'

/**
 * The associated token account program: data is one byte or empty. Creating an account takes its rent from the payer;
 * recovering a nested account empties it, both tokens and lamports.
 */
export function readAssociatedToken(instruction: Instruction): Movements {
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

export function readToken(instruction: Instruction): Movements {
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
