import * as spl from '@solana/spl-token'
import {
  AddressLookupTableProgram,
  Authorized,
  Keypair,
  Lockup,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  StakeAuthorizationLayout,
  StakeProgram,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  VoteAuthorizationLayout,
  VoteProgram,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../test/index.ts'
import { solanaPolicyFields } from './policyFields.ts'
import { parseSolanaTransaction } from './transaction.ts'

const random = seededRandom('movements')
const key = () => Keypair.fromSeed(random(32)).publicKey
const [payer, from, to, base, owner, mint, authority] = Array.from({ length: 7 }, key) as [
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
]
const names = new Map(
  Object.entries({ payer, from, to, base, owner, mint, authority }).map(([name, at]) => [
    at.toBase58(),
    name,
  ]),
)
const blockhash = new PublicKey(random(32)).toBase58()

function moved(...instructions: (TransactionInstruction | Transaction)[]) {
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(...instructions)
  const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
  const { transfers, spl_transfers } = solanaPolicyFields(parseSolanaTransaction(bytes))
  const named = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(named) : (names.get(value as string) ?? value)
  const withNames = (moves: readonly object[]) =>
    moves.map((each) => Object.fromEntries(Object.entries(each).map(([name, value]) => [name, named(value)])))
  return { transfers: withNames(transfers), spl_transfers: withNames(spl_transfers) }
}

const token = spl.TOKEN_PROGRAM_ID.toBase58()
const lamports = 5_000
const system = { from: 'from', to: 'to', amount: 5_000n }
const withSigner = ({ keys, ...rest }: TransactionInstruction) =>
  new TransactionInstruction({
    ...rest,
    keys: [...keys, { pubkey: base, isSigner: true, isWritable: false }],
  })
/** The loader has no builder in the library: a number of 32 bits, and accounts. */
const loader = (number: number, ...accounts: PublicKey[]) =>
  new TransactionInstruction({
    programId: new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111'),
    keys: accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
    data: Buffer.from([number, 0, 0, 0]),
  })
const lastOf = (transaction: Transaction) => transaction.instructions.at(-1)!

describe('lamports move', () => {
  it.each<[string, TransactionInstruction | Transaction, object[]]>([
    ['by transfer', SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports }), [system]],
    [
      'by transfer from an address with a seed',
      SystemProgram.transfer({
        fromPubkey: from,
        basePubkey: base,
        toPubkey: to,
        lamports,
        seed: 'seed',
        programId: owner,
      }),
      [system],
    ],
    [
      'by making an account, which then is its program’s',
      SystemProgram.createAccount({
        fromPubkey: from,
        newAccountPubkey: to,
        lamports,
        space: 9,
        programId: spl.TOKEN_PROGRAM_ID,
      }),
      [system, { from: 'to', to: token }],
    ],
    [
      'by making an account of the system program',
      SystemProgram.createAccount({
        fromPubkey: from,
        newAccountPubkey: to,
        lamports,
        space: 0,
        programId: SystemProgram.programId,
      }),
      [system],
    ],
    [
      'by making an account with a seed',
      SystemProgram.createAccountWithSeed({
        fromPubkey: from,
        newAccountPubkey: to,
        basePubkey: base,
        seed: 'a seed of some length',
        lamports,
        space: 0,
        programId: owner,
      }),
      [system, { from: 'to', to: 'owner' }],
    ],
    [
      'out of a nonce account',
      SystemProgram.nonceWithdraw({ noncePubkey: from, authorizedPubkey: authority, toPubkey: to, lamports }),
      [system],
    ],
    [
      'out of a stake account',
      StakeProgram.withdraw({ stakePubkey: from, authorizedPubkey: authority, toPubkey: to, lamports }),
      [system],
    ],
    [
      'by splitting a stake account',
      lastOf(
        StakeProgram.split(
          { stakePubkey: from, authorizedPubkey: authority, splitStakePubkey: to, lamports },
          0,
        ),
      ),
      [system],
    ],
    [
      'by merging stake accounts',
      StakeProgram.merge({ stakePubkey: to, sourceStakePubKey: from, authorizedPubkey: authority }),
      [{ from: 'from', to: 'to' }],
    ],
    [
      'as rent of a lookup table',
      AddressLookupTableProgram.createLookupTable({ authority, payer: from, recentSlot: 1 })[0],
      [{ from: 'from', to: expect.anything() }],
    ],
    [
      'as rent of a longer lookup table',
      AddressLookupTableProgram.extendLookupTable({
        lookupTable: to,
        authority,
        payer: from,
        addresses: [mint],
      }),
      [{ from: 'from', to: 'to' }],
    ],
    [
      'out of a lookup table',
      AddressLookupTableProgram.closeLookupTable({ lookupTable: from, authority, recipient: to }),
      [{ from: 'from', to: 'to' }],
    ],
    ['out of a buffer of the loader', loader(5, from, to, authority), [{ from: 'from', to: 'to' }]],
    [
      'to the spill account when a program is upgraded',
      loader(3, mint, base, from, to, payer, payer, authority),
      [
        { from: 'from', to: 'to' },
        { from: 'mint', to: 'to' },
      ],
    ],
    [
      'with a program that gets another authority',
      loader(4, from, authority, to),
      [{ from: 'from', to: 'to' }],
    ],
    ['with a program that becomes immutable', loader(4, from, authority), [{ from: 'from' }]],
    [
      'as rent of a token account',
      spl.createAssociatedTokenAccountInstruction(from, to, owner, mint),
      [{ from: 'from', to: 'to' }],
    ],
    [
      'as rent of a token account that may be there',
      spl.createAssociatedTokenAccountIdempotentInstruction(from, to, owner, mint),
      [{ from: 'from', to: 'to' }],
    ],
    [
      'out of a vote account',
      VoteProgram.withdraw({
        votePubkey: from,
        authorizedWithdrawerPubkey: authority,
        toPubkey: to,
        lamports,
      }),
      [system],
    ],
  ])('%s', (_, instruction, expected) => {
    expect(moved(instruction)).toEqual({ transfers: expected, spl_transfers: [] })
  })

  it.each<[string, TransactionInstruction, string]>([
    ['assigned', SystemProgram.assign({ accountPubkey: from, programId: owner }), 'owner'],
    [
      'assigned with a seed',
      SystemProgram.assign({ accountPubkey: from, basePubkey: base, seed: 'x', programId: owner }),
      'owner',
    ],
    [
      'allocated with a seed',
      SystemProgram.allocate({
        accountPubkey: from,
        basePubkey: base,
        seed: 'x',
        space: 1,
        programId: owner,
      }),
      'owner',
    ],
    [
      'a nonce account with a new authority',
      SystemProgram.nonceAuthorize({
        noncePubkey: from,
        authorizedPubkey: authority,
        newAuthorizedPubkey: to,
      }) as never,
      'to',
    ],
    [
      'a new nonce account',
      lastOf(
        SystemProgram.createNonceAccount({
          fromPubkey: payer,
          noncePubkey: from,
          authorizedPubkey: to,
          lamports,
        }),
      ),
      'to',
    ],
    [
      'a stake account with a new authority',
      lastOf(
        StakeProgram.authorize({
          stakePubkey: from,
          authorizedPubkey: authority,
          newAuthorizedPubkey: to,
          stakeAuthorizationType: StakeAuthorizationLayout.Withdrawer,
        }),
      ),
      'to',
    ],
    [
      'a new stake account',
      StakeProgram.initialize({
        stakePubkey: from,
        authorized: new Authorized(authority, to),
        lockup: Lockup.default,
      }),
      'to',
    ],
    [
      'a vote account with a new authority',
      lastOf(
        VoteProgram.authorize({
          votePubkey: from,
          authorizedPubkey: authority,
          newAuthorizedPubkey: to,
          voteAuthorizationType: VoteAuthorizationLayout.Withdrawer,
        }),
      ),
      'to',
    ],
  ])('with the whole account, without an amount: %s', (_, instruction, name) => {
    expect(NONCE_ACCOUNT_LENGTH).toBe(80)
    expect(moved(instruction).transfers).toEqual([{ from: 'from', to: name }])
  })

  it('to the custodian, who is not named, if a new stake account has a lockup', () => {
    for (const lockup of [new Lockup(1, 0, base), new Lockup(0, 1, base)]) {
      const locked = StakeProgram.initialize({
        stakePubkey: from,
        authorized: new Authorized(authority, to),
        lockup,
      })
      expect(moved(locked).transfers).toEqual([{ from: 'from', to: 'to' }, { from: 'from' }])
    }
  })

  it('to no destination for an allocated account', () => {
    expect(moved(SystemProgram.allocate({ accountPubkey: from, space: 1 })).transfers).toEqual([
      { from: 'from' },
    ])
  })

  it('from and to unknown accounts in an unknown instruction, whose payer may be any of its accounts', () => {
    for (const programId of [SystemProgram.programId, StakeProgram.programId, VoteProgram.programId]) {
      const unknown = new TransactionInstruction({
        programId,
        keys: [{ pubkey: from, isSigner: false, isWritable: true }],
        data: Buffer.from([99, 0, 0, 0]),
      })
      expect(moved(unknown).transfers).toEqual([{}])
    }
  })

  it('and tokens when a nested token account is recovered', () => {
    const recover = spl.createRecoverNestedInstruction(from, mint, to, base, authority, owner)
    expect(moved(recover)).toEqual({
      transfers: [{ from: 'from', to: 'owner' }],
      spl_transfers: [{ from: 'from', to: 'to', owner: 'owner', token_mint: 'mint', signers: ['owner'] }],
    })
  })

  it('not by advancing a nonce or delegating a stake', () => {
    const advance = SystemProgram.nonceAdvance({ noncePubkey: from, authorizedPubkey: authority })
    const delegate = StakeProgram.delegate({ stakePubkey: from, authorizedPubkey: authority, votePubkey: to })
    expect(moved(advance, delegate)).toEqual({ transfers: [], spl_transfers: [] })
  })
})

describe.each([
  ['the token program', spl.TOKEN_PROGRAM_ID],
  ['Token-2022', spl.TOKEN_2022_PROGRAM_ID],
])('tokens of %s move', (_, program) => {
  const owned = { from: 'from', to: 'to', owner: 'owner', signers: ['owner'] }
  it.each<[string, TransactionInstruction, object]>([
    ['by transfer', spl.createTransferInstruction(from, to, owner, 7, [], program), { ...owned, amount: 7n }],
    [
      'by checked transfer',
      spl.createTransferCheckedInstruction(from, mint, to, owner, 7, 6, [], program),
      { ...owned, token_mint: 'mint', amount: 7n },
    ],
    [
      'by checked transfer of several signers',
      spl.createTransferCheckedInstruction(from, mint, to, owner, 7, 6, [base, authority], program),
      { ...owned, token_mint: 'mint', amount: 7n, signers: ['base', 'authority'] },
    ],
    [
      'by transfer, where an account that the program does not look at signs too',
      withSigner(spl.createTransferInstruction(from, to, owner, 7, [], program)),
      { ...owned, amount: 7n, signers: ['owner', 'base'] },
    ],
    ['by approval', spl.createApproveInstruction(from, to, owner, 7, [], program), { ...owned, amount: 7n }],
    [
      'by checked approval',
      spl.createApproveCheckedInstruction(from, mint, to, owner, 7, 6, [], program),
      { ...owned, token_mint: 'mint', amount: 7n },
    ],
    [
      'by minting',
      spl.createMintToInstruction(mint, to, owner, 7, [], program),
      { ...owned, from: 'mint', token_mint: 'mint', amount: 7n },
    ],
    [
      'by checked minting',
      spl.createMintToCheckedInstruction(mint, to, owner, 7, 6, [], program),
      { ...owned, from: 'mint', token_mint: 'mint', amount: 7n },
    ],
    [
      'by burning',
      spl.createBurnInstruction(from, mint, owner, 7, [], program),
      { ...owned, to: 'mint', token_mint: 'mint', amount: 7n },
    ],
    [
      'by checked burning',
      spl.createBurnCheckedInstruction(from, mint, owner, 7, 6, [], program),
      { ...owned, to: 'mint', token_mint: 'mint', amount: 7n },
    ],
    [
      'by a new authority',
      spl.createSetAuthorityInstruction(from, owner, spl.AuthorityType.AccountOwner, to, [], program),
      owned,
    ],
    [
      'by no authority any more',
      spl.createSetAuthorityInstruction(from, owner, spl.AuthorityType.CloseAccount, null, [], program),
      { from: 'from', owner: 'owner', signers: ['owner'] },
    ],
  ])('%s', (_name, instruction, expected) => {
    expect(moved(instruction)).toEqual({ transfers: [], spl_transfers: [expected] })
  })

  it('with the lamports of an account that is closed', () => {
    expect(moved(spl.createCloseAccountInstruction(from, to, owner, [], program))).toEqual({
      transfers: [{ from: 'from', to: 'to' }],
      spl_transfers: [owned],
    })
  })

  it('from and to unknown accounts in an unknown instruction, such as a batch', () => {
    const keys = [{ pubkey: from, isSigner: false, isWritable: true }]
    for (const kind of [27, 42, 200, 255]) {
      const unknown = new TransactionInstruction({ programId: program, keys, data: Buffer.from([kind, 0]) })
      expect(moved(unknown)).toEqual({ transfers: [{}], spl_transfers: [{}] })
    }
  })

  it('not by setting up, freezing, thawing, revoking or synchronizing', () => {
    expect(
      moved(
        spl.createInitializeAccount3Instruction(from, mint, owner, program),
        spl.createFreezeAccountInstruction(from, mint, authority, [], program),
        spl.createThawAccountInstruction(from, mint, authority, [], program),
        spl.createRevokeInstruction(from, owner, [], program),
        spl.createSyncNativeInstruction(from, program),
      ),
    ).toEqual({ transfers: [], spl_transfers: [] })
  })
})

it("fees of Token-2022 don't hide transfers", () => {
  expect(
    moved(spl.createTransferCheckedWithFeeInstruction(from, mint, to, owner, 7n, 6, 1n)).spl_transfers,
  ).toEqual([{ from: 'from', to: 'to', owner: 'owner', token_mint: 'mint', amount: 7n, signers: ['owner'] }])
  const withheld = { from: 'mint', to: 'to', owner: 'authority', token_mint: 'mint', signers: ['authority'] }
  expect(
    moved(spl.createWithdrawWithheldTokensFromMintInstruction(mint, to, authority)).spl_transfers,
  ).toEqual([withheld])
  expect(
    moved(spl.createWithdrawWithheldTokensFromAccountsInstruction(mint, to, authority, [], [from]))
      .spl_transfers,
  ).toEqual([withheld])
})
