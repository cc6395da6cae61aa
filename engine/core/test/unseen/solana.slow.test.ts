/** Additional instructions, lookup tables and programs never help a Solana transaction pass a policy. */
import { loadTransactions, readTransaction, toHex } from '@keywright/keys'
import {
  closingMover,
  lamportMovers,
  lastOf,
  type Mover,
  type Parts,
  tokenMovers,
} from '@keywright/keys/test/solana-movers'
import { compilePolicy } from '@keywright/policy'
import * as spl from '@solana/spl-token'
import {
  AddressLookupTableAccount,
  Keypair,
  MessageV0,
  PublicKey,
  StakeProgram,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  VersionedTransaction,
  VoteProgram,
} from '@solana/web3.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../../../tools/scripts/lib/tries.ts'
import { transactionFacts } from '../../src/calls/signing/transactionFacts.ts'
import { listOf, namesOf, policySets, Tally, tests, textsOf, verdictOf } from './arbitraryPolicies.ts'

const RUNS = 600

const keyOf = (n: number) => Keypair.fromSeed(new Uint8Array(32).fill(n)).publicKey
const signer = keyOf(1)
/** Few keys, so that policies and instructions sometimes refer to the same one. */
const pool = [signer, keyOf(2), keyOf(3), keyOf(4), keyOf(5)]
const addresses = pool.map((key) => key.toBase58())
const table = keyOf(9)
const memo = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const strangeProgram = keyOf(8)
const blockhash = keyOf(7).toBase58()
const AMOUNTS = [1n, 5n, 1_000n, 2n ** 60n]
const tokenPrograms = [spl.TOKEN_PROGRAM_ID, spl.TOKEN_2022_PROGRAM_ID]
const programs = [
  SystemProgram.programId,
  StakeProgram.programId,
  VoteProgram.programId,
  ...tokenPrograms,
  memo,
  strangeProgram,
]

const lamportMakers: readonly Mover[] = [...Object.values(lamportMovers), closingMover]
const tokenMakers: readonly Mover[] = [
  ...Object.values(tokenMovers),
  ({ a, b, c, owner, amount }) => spl.createTransferCheckedWithFeeInstruction(a, c, b, owner, amount, 6, 1n),
  closingMover,
]

const harmless: readonly Mover[] = [
  ({ a, c }) =>
    lastOf(new Transaction().add(SystemProgram.nonceAdvance({ noncePubkey: a, authorizedPubkey: c }))),
  ({ a, owner, program }) => spl.createRevokeInstruction(a, owner, [], program),
  ({ a, b, c }) => lastOf(StakeProgram.delegate({ stakePubkey: a, authorizedPubkey: c, votePubkey: b })),
  ({ a }) =>
    new TransactionInstruction({
      programId: memo,
      keys: [{ pubkey: a, isSigner: true, isWritable: false }],
      data: Buffer.from('hello'),
    }),
]

const key = fc.constantFrom(...pool)
const parts: fc.Arbitrary<Parts> = fc.record({
  a: key,
  b: key,
  c: key,
  owner: key,
  amount: fc.constantFrom(...AMOUNTS.slice(0, 3)),
  program: fc.constantFrom(...tokenPrograms),
})
const madeBy = (makers: readonly Mover[]) =>
  fc.tuple(fc.constantFrom(...makers), parts).map(([make, of]) => make(of))

const accounts = (bounds: fc.ArrayConstraints = {}) =>
  fc.array(fc.record({ pubkey: key, isSigner: fc.boolean(), isWritable: fc.boolean() }), {
    maxLength: 3,
    ...bounds,
  })

/** Arbitrary program data, most of it invalid. */
const strange = fc
  .record({
    programId: fc.constantFrom(...programs),
    keys: accounts({ maxLength: 6 }),
    data: fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      // A number that instructions begin with, followed by bytes.
      fc
        .tuple(fc.nat({ max: 50 }), fc.uint8Array({ maxLength: 100 }))
        .map(([n, rest]) => Uint8Array.of(n, 0, 0, 0, ...rest)),
    ),
  })
  .map(({ data, ...rest }) => new TransactionInstruction({ ...rest, data: Buffer.from(data) }))

/** A known instruction with one change: an additional account, or one byte more or less. */
const changed = fc
  .tuple(
    madeBy([...lamportMakers, ...tokenMakers, ...harmless]),
    accounts({ maxLength: 2 }),
    fc.integer({ min: -3, max: 3 }),
  )
  .map(([{ programId, keys, data }, more, bytes]) => {
    const cut = bytes < 0 ? data.subarray(0, Math.max(0, data.length + bytes)) : data
    const longer = Buffer.concat([cut, Buffer.alloc(Math.max(0, bytes))])
    return new TransactionInstruction({ programId, keys: [...keys, ...more], data: longer })
  })

const instruction = fc.oneof(
  { weight: 4, arbitrary: madeBy(lamportMakers) },
  { weight: 4, arbitrary: madeBy(tokenMakers) },
  { weight: 1, arbitrary: madeBy(harmless) },
  { weight: 2, arbitrary: changed },
  { weight: 2, arbitrary: strange },
)

type Form = 'legacy' | 'version 0' | 'with lookup tables'
const FORMS: readonly Form[] = ['legacy', 'version 0', 'with lookup tables']

/** The bytes as a client would send them. */
function bytesOf(instructions: readonly TransactionInstruction[], form: Form): string {
  if (form === 'legacy') {
    const transaction = new Transaction({ feePayer: signer, recentBlockhash: blockhash }).add(...instructions)
    return toHex(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
  }
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: pool.slice(2),
  }
  const message = MessageV0.compile({
    payerKey: signer,
    recentBlockhash: blockhash,
    instructions: [...instructions],
    ...(form === 'version 0'
      ? {}
      : { addressLookupTableAccounts: [new AddressLookupTableAccount({ key: table, state })] }),
  })
  return toHex(new VersionedTransaction(message).serialize())
}

function factsOf(instructions: readonly TransactionInstruction[], form: Form) {
  const publicKey = signer.toBytes()
  return transactionFacts(
    readTransaction('TRANSACTION_TYPE_SOLANA', bytesOf(instructions, form), { publicKey }),
  )
}

const withoutSigners = ({ programId, keys, data }: TransactionInstruction) =>
  new TransactionInstruction({
    programId,
    keys: keys.map((account) => ({ ...account, isSigner: false })),
    data,
  })

const TYPE = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'
const verdict = (
  policies: Parameters<typeof verdictOf>[0],
  of: readonly TransactionInstruction[],
  form: Form,
) => verdictOf(policies, TYPE, factsOf(of, form))

/** Additional signers may satisfy `any` in an allow, so allows use `all`. */
const signerTest = (effect: string) =>
  fc
    .constantFrom(...addresses)
    .map((address) =>
      effect === 'EFFECT_ALLOW'
        ? `x.signers.all(s, s == '${address}')`
        : `x.signers.any(s, s == '${address}')`,
    )

const lists = [
  listOf('solana.tx.transfers', [
    ['from', addresses],
    ['to', addresses],
    ['amount', AMOUNTS],
  ]),
  {
    path: 'solana.tx.spl_transfers',
    test: (effect: string) =>
      fc.oneof(
        tests('x', [
          ['from', addresses],
          ['to', addresses],
          ['owner', addresses],
          ['token_mint', addresses],
          ['amount', AMOUNTS],
        ]),
        signerTest(effect),
      ),
  },
  {
    path: 'solana.tx.instructions',
    test: (effect: string) =>
      fc.oneof(
        tests('x', [
          ['program_key', programs.map((program) => program.toBase58())],
          ['instruction_data_hex', ['', '02000000', '03']],
        ]),
        // Account flags are shared: an account that one instruction makes signer or writable is so in all of them.
        fc
          .tuple(fc.constantFrom(...addresses), fc.constantFrom('signer', 'writable'))
          .map(([address, flag]) =>
            effect === 'EFFECT_ALLOW'
              ? `x.accounts.all(a, a.account_key == '${address}' || a.${flag} == false)`
              : `x.accounts.any(a, a.account_key != '${address}' && a.${flag})`,
          ),
        fc
          .constantFrom(...addresses)
          .map((address) =>
            effect === 'EFFECT_ALLOW'
              ? `x.accounts.all(a, a.account_key != '${address}')`
              : `x.accounts.any(a, a.account_key == '${address}')`,
          ),
      ),
  },
  textsOf('solana.tx.account_keys', addresses),
  textsOf(
    'solana.tx.program_keys',
    programs.map((program) => program.toBase58()),
  ),
  listOf('solana.tx.address_table_lookups', [['address_table_key', [table.toBase58(), addresses[1]!]]]),
]

beforeAll(() => loadTransactions())

describe('a denied Solana transaction', () => {
  it('stays denied with an additional instruction at any position and in any form', () => {
    const tally = new Tally()
    fc.assert(
      fc.property(
        policySets(lists),
        fc.array(instruction, { minLength: 1, maxLength: 3 }),
        instruction,
        fc.nat({ max: 3 }),
        fc.tuple(fc.constantFrom(0, 1, 2), fc.constantFrom(0, 1, 2)),
        (policies, few, more, at, forms) => {
          // A lookup table hides accounts, so the second form may use one where the first doesn't, but not the
          // reverse.
          const [before, after] = forms.toSorted().map((n) => FORMS[n]!) as [Form, Form]
          if (tally.add(verdict(policies, few, before)) === 'ALLOWED') return
          // A new signer would move its account out of the lookup table, which shows the account to policies.
          if (before === 'with lookup tables') more = withoutSigners(more)
          expect(verdict(policies, few.toSpliced(at, 0, more), after), namesOf(policies)).toBe('DENIED')
        },
      ),
      runs(RUNS),
    )
    expect(tally.rarest).toBeGreaterThan(0)
  })

  it('stays denied with additional accounts in an instruction', () => {
    fc.assert(
      fc.property(
        policySets(lists),
        madeBy([...lamportMakers, ...tokenMakers]),
        accounts({ minLength: 1 }),
        (policies, one, more) => {
          if (verdict(policies, [one], 'legacy') === 'ALLOWED') return
          const { programId, keys, data } = one
          const longer = new TransactionInstruction({ programId, keys: [...keys, ...more], data })
          expect(verdict(policies, [longer], 'legacy'), namesOf(policies)).toBe('DENIED')
        },
      ),
      runs(2 * RUNS),
    )
  })

  it('stays denied when its accounts come from a lookup table', () => {
    fc.assert(
      fc.property(
        policySets(lists),
        fc.array(instruction, { minLength: 1, maxLength: 3 }),
        (policies, instructions) => {
          if (verdict(policies, instructions, 'legacy') === 'ALLOWED') return
          for (const form of FORMS)
            expect(verdict(policies, instructions, form), namesOf(policies)).toBe('DENIED')
        },
      ),
      runs(RUNS),
    )
  })
})

describe('an instruction that the engine does not know', () => {
  // A batch of the token programs: its first transfer is of one account, and its second of another.
  const [first, second] = [addresses[1]!, addresses[2]!]
  const batchOf = (programId: PublicKey) =>
    new TransactionInstruction({
      programId,
      keys: pool.slice(1).map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
      data: Buffer.from([255, 0]),
    })
  const policyOf = (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string) =>
    compilePolicy({ policyId: effect, effect, condition })

  it.each(['transfers', 'spl_transfers'])('may take from any of its accounts: %s', (list) => {
    for (const program of tokenPrograms) {
      const denied = [
        policyOf('EFFECT_ALLOW', 'true'),
        policyOf('EFFECT_DENY', `solana.tx.${list}.any(x, x.from == '${second}')`),
      ]
      expect(verdict(denied, [batchOf(program)], 'legacy')).toBe('DENIED')
      const allowed = [policyOf('EFFECT_ALLOW', `solana.tx.${list}.all(x, x.from == '${first}')`)]
      expect(verdict(allowed, [batchOf(program)], 'legacy')).toBe('DENIED')
    }
  })
})

describe('an allow for transfers to one account up to an amount', () => {
  const CEILING = 5n
  const guard = (payee: string) => `x.to == '${payee}' && x.amount <= ${CEILING}`

  it.each([
    ['lamports', 'solana.tx.transfers', lamportMakers],
    ['tokens', 'solana.tx.spl_transfers', tokenMakers],
  ] as const)('does not match %s to other accounts or with an unknown amount', (_, path, movers) => {
    const tally = new Tally()
    const plain = movers.slice(0, 2)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(fc.constantFrom(...plain), fc.constantFrom(...movers)), parts), {
          minLength: 1,
          maxLength: 3,
        }),
        key,
        fc.constantFrom(...FORMS),
        (moves, payee, form) => {
          const condition = `${path}.all(x, ${guard(payee.toBase58())}) && ${path}.count() > 0`
          const policy = compilePolicy({ policyId: 'p', effect: 'EFFECT_ALLOW', condition })
          const instructions = moves.map(([make, of]) => make(of))
          const outcome = tally.add(verdict([policy], instructions, form))
          const isHarmless = moves.every(([, { b, amount }]) => b.equals(payee) && amount <= CEILING)
          if (!isHarmless) expect(outcome).toBe('DENIED')
        },
      ),
      runs(4 * RUNS),
    )
    expect(tally.rarest).toBeGreaterThan(0)
  })
})
