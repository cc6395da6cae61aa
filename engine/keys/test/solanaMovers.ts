/** Solana instructions that move lamports or tokens, as the public libraries build them. */
import * as spl from '@solana/spl-token'
import {
  Authorized,
  Lockup,
  type PublicKey,
  StakeAuthorizationLayout,
  StakeProgram,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  VoteAuthorizationLayout,
  VoteProgram,
} from '@solana/web3.js'

export interface Parts {
  /** Where lamports or tokens come from. */
  readonly a: PublicKey
  /** Where they go. */
  readonly b: PublicKey
  /** The base of a seed, an authority or a mint. */
  readonly c: PublicKey
  /** The owner of a token account, or the program of an account. */
  readonly owner: PublicKey
  readonly amount: bigint
  readonly program: PublicKey
}
export type Mover = (parts: Parts) => TransactionInstruction

export const lastOf = (transaction: Transaction) => transaction.instructions.at(-1)!

export const lamportMovers = {
  'by transfer': ({ a, b, amount }) =>
    SystemProgram.transfer({ fromPubkey: a, toPubkey: b, lamports: amount }),
  'by transfer from an address with a seed': ({ a, b, c, owner, amount }) =>
    SystemProgram.transfer({
      fromPubkey: a,
      basePubkey: c,
      toPubkey: b,
      lamports: amount,
      seed: 's',
      programId: owner,
    }),
  'by making an account, which then is its program’s': ({ a, b, owner, amount }) =>
    SystemProgram.createAccount({
      fromPubkey: a,
      newAccountPubkey: b,
      lamports: Number(amount),
      space: 1,
      programId: owner,
    }),
  'by making an account with a seed': ({ a, b, c, owner, amount }) =>
    SystemProgram.createAccountWithSeed({
      fromPubkey: a,
      newAccountPubkey: b,
      basePubkey: c,
      seed: 'a seed of some length',
      lamports: Number(amount),
      space: 1,
      programId: owner,
    }),
  'out of a nonce account': ({ a, b, c, amount }) =>
    lastOf(
      new Transaction().add(
        SystemProgram.nonceWithdraw({
          noncePubkey: a,
          authorizedPubkey: c,
          toPubkey: b,
          lamports: Number(amount),
        }),
      ),
    ),
  'with a nonce account that gets another authority': ({ a, b, c }) =>
    lastOf(
      new Transaction().add(
        SystemProgram.nonceAuthorize({ noncePubkey: a, authorizedPubkey: c, newAuthorizedPubkey: b }),
      ),
    ),
  'by assigning': ({ a, owner }) => SystemProgram.assign({ accountPubkey: a, programId: owner }),
  'by assigning with a seed': ({ a, c, owner }) =>
    SystemProgram.assign({ accountPubkey: a, basePubkey: c, seed: 'x', programId: owner }),
  'by allocating': ({ a }) => SystemProgram.allocate({ accountPubkey: a, space: 8 }),
  'by allocating with a seed': ({ a, c, owner }) =>
    SystemProgram.allocate({ accountPubkey: a, basePubkey: c, seed: 'x', space: 1, programId: owner }),
  'out of a stake account': ({ a, b, c, amount }) =>
    lastOf(
      StakeProgram.withdraw({ stakePubkey: a, authorizedPubkey: c, toPubkey: b, lamports: Number(amount) }),
    ),
  'by splitting a stake account': ({ a, b, c, amount }) =>
    lastOf(
      StakeProgram.split(
        { stakePubkey: a, authorizedPubkey: c, splitStakePubkey: b, lamports: Number(amount) },
        0,
      ),
    ),
  'by merging stake accounts': ({ a, b, c }) =>
    lastOf(StakeProgram.merge({ stakePubkey: b, sourceStakePubKey: a, authorizedPubkey: c })),
  'with a stake account that gets another authority': ({ a, b, c }) =>
    lastOf(
      StakeProgram.authorize({
        stakePubkey: a,
        authorizedPubkey: c,
        newAuthorizedPubkey: b,
        stakeAuthorizationType: StakeAuthorizationLayout.Withdrawer,
      }),
    ),
  'with a new stake account': ({ a, b, c }) =>
    StakeProgram.initialize({ stakePubkey: a, authorized: new Authorized(c, b), lockup: Lockup.default }),
  'out of a vote account': ({ a, b, c, amount }) =>
    lastOf(
      VoteProgram.withdraw({
        votePubkey: a,
        authorizedWithdrawerPubkey: c,
        toPubkey: b,
        lamports: Number(amount),
      }),
    ),
  'with a vote account that gets another authority': ({ a, b, c }) =>
    lastOf(
      VoteProgram.authorize({
        votePubkey: a,
        authorizedPubkey: c,
        newAuthorizedPubkey: b,
        voteAuthorizationType: VoteAuthorizationLayout.Withdrawer,
      }),
    ),
} satisfies Record<string, Mover>

export const tokenMovers = {
  'by transfer': ({ a, b, owner, amount, program }) =>
    spl.createTransferInstruction(a, b, owner, amount, [], program),
  'by checked transfer': ({ a, b, c, owner, amount, program }) =>
    spl.createTransferCheckedInstruction(a, c, b, owner, amount, 6, [], program),
  'by checked transfer of several signers': ({ a, b, c, owner, amount, program }) =>
    spl.createTransferCheckedInstruction(a, c, b, owner, amount, 6, [c, a], program),
  'by approval': ({ a, b, owner, amount, program }) =>
    spl.createApproveInstruction(a, b, owner, amount, [], program),
  'by checked approval': ({ a, b, c, owner, amount, program }) =>
    spl.createApproveCheckedInstruction(a, c, b, owner, amount, 6, [], program),
  'by minting': ({ a, b, owner, amount, program }) =>
    spl.createMintToInstruction(a, b, owner, amount, [], program),
  'by a new authority': ({ a, b, owner, program }) =>
    spl.createSetAuthorityInstruction(a, owner, spl.AuthorityType.AccountOwner, b, [], program),
} satisfies Record<string, Mover>

/** Moves lamports and tokens. */
export const closingMover: Mover = ({ a, b, owner, program }) =>
  spl.createCloseAccountInstruction(a, b, owner, [], program)
