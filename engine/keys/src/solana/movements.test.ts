import * as spl from '@solana/spl-token'
import {
  AddressLookupTableProgram,
  Authorized,
  Keypair,
  Lockup,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  StakeProgram,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  VoteProgram,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../test/index.ts'
import { closingMover, lamportMovers, lastOf, type Mover, tokenMovers } from '../../test/solanaMovers.ts'
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
const parts = { a: from, b: to, c: base, owner, amount: 5_000n }

describe('lamports move', () => {
  const WHOLE = [{ from: 'from', to: 'to' }]
  const OF_PROGRAM = [{ from: 'from', to: 'owner' }]
  const moves: Record<keyof typeof lamportMovers, object[]> = {
    'by transfer': [system],
    'by transfer from an address with a seed': [system],
    'by making an account, which then is its program’s': [system, { from: 'to', to: 'owner' }],
    'by making an account with a seed': [system, { from: 'to', to: 'owner' }],
    'out of a nonce account': [system],
    'with a nonce account that gets another authority': WHOLE,
    'by assigning': OF_PROGRAM,
    'by assigning with a seed': OF_PROGRAM,
    'by allocating': [{ from: 'from' }],
    'by allocating with a seed': OF_PROGRAM,
    'out of a stake account': [system],
    'by splitting a stake account': [system],
    'by merging stake accounts': WHOLE,
    'with a stake account that gets another authority': WHOLE,
    'with a new stake account': WHOLE,
    'out of a vote account': [system],
    'with a vote account that gets another authority': WHOLE,
  }

  it.each(Object.entries(moves))('%s', (name, expected) => {
    const move: Mover = lamportMovers[name as keyof typeof moves]
    expect(moved(move({ ...parts, program: spl.TOKEN_PROGRAM_ID }))).toEqual({
      transfers: expected,
      spl_transfers: [],
    })
  })

  it.each<[string, TransactionInstruction | Transaction, object[]]>([
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
  ])('%s', (_, instruction, expected) => {
    expect(moved(instruction)).toEqual({ transfers: expected, spl_transfers: [] })
  })

  it('with a new nonce account, without an amount', () => {
    const opened = SystemProgram.createNonceAccount({
      fromPubkey: payer,
      noncePubkey: from,
      authorizedPubkey: to,
      lamports,
    })
    expect(NONCE_ACCOUNT_LENGTH).toBe(80)
    expect(moved(lastOf(opened)).transfers).toEqual(WHOLE)
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
  const ofMint = { ...owned, token_mint: 'base', amount: 7n }
  const moves: Record<keyof typeof tokenMovers, object> = {
    'by transfer': { ...owned, amount: 7n },
    'by checked transfer': ofMint,
    'by checked transfer of several signers': { ...ofMint, signers: ['base', 'from'] },
    'by approval': { ...owned, amount: 7n },
    'by checked approval': ofMint,
    'by minting': { ...owned, token_mint: 'from', amount: 7n },
    'by a new authority': owned,
  }

  it.each(Object.entries(moves))('%s', (name, expected) => {
    const move: Mover = tokenMovers[name as keyof typeof moves]
    expect(moved(move({ ...parts, amount: 7n, program }))).toEqual({
      transfers: [],
      spl_transfers: [expected],
    })
  })

  it.each<[string, TransactionInstruction, object]>([
    [
      'by transfer, where an account that the program does not look at signs too',
      withSigner(spl.createTransferInstruction(from, to, owner, 7, [], program)),
      { ...owned, amount: 7n, signers: ['owner', 'base'] },
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
      'by no authority any more',
      spl.createSetAuthorityInstruction(from, owner, spl.AuthorityType.CloseAccount, null, [], program),
      { from: 'from', owner: 'owner', signers: ['owner'] },
    ],
  ])('%s', (_name, instruction, expected) => {
    expect(moved(instruction)).toEqual({ transfers: [], spl_transfers: [expected] })
  })

  it('with the lamports of an account that is closed', () => {
    expect(moved(closingMover({ ...parts, program }))).toEqual({
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
