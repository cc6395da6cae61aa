import {
  createTransferCheckedInstruction,
  createTransferInstruction,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../../test/expectKeysError.ts'
import { seededRandom } from '../../test/index.ts'
import { publicKeyOf } from '../curve.ts'
import { concat, toHex } from '../encoding.ts'
import { LOOKED_UP_ACCOUNT, solanaPolicyFields } from './policyFields.ts'
import { parseSolanaTransaction, signatureSlotOf, signSolanaTransaction } from './transaction.ts'

const random = seededRandom('solana')
const keypair = () => Keypair.fromSeed(random(32))
const privateKeyOf = (pair: Keypair) => pair.secretKey.subarray(0, 32)
const blockhash = new PublicKey(random(32)).toBase58()
const [alice, bob, carol, token, mint, table] = [
  keypair(),
  keypair(),
  keypair(),
  keypair(),
  keypair(),
  keypair(),
]

function legacy(...instructions: TransactionInstruction[]): Uint8Array {
  const transaction = new Transaction({ feePayer: alice.publicKey, recentBlockhash: blockhash }).add(
    ...instructions,
  )
  return transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
}

function versioned(
  instructions: TransactionInstruction[],
  tables: AddressLookupTableAccount[] = [],
): Uint8Array {
  const message = new TransactionMessage({
    payerKey: alice.publicKey,
    recentBlockhash: blockhash,
    instructions,
  })
  return new VersionedTransaction(message.compileToV0Message(tables)).serialize()
}

const transfer = (lamports: number | bigint, to = bob.publicKey, from = alice.publicKey) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })

const fieldsOf = (bytes: Uint8Array) => solanaPolicyFields(parseSolanaTransaction(bytes))

it('refuses what no packet holds before it reads it', () => {
  const bytes = concat(legacy(transfer(1)), new Uint8Array(1_000_000))
  expect(() => parseSolanaTransaction(bytes)).toThrow(/no transaction has more than 4096/)
})

describe('Solana transactions', () => {
  it.each([
    ['legacy', () => legacy(transfer(5), transfer(2n ** 53n + 1n, carol.publicKey))],
    ['version 0', () => versioned([transfer(5), transfer(2n ** 53n + 1n, carol.publicKey)])],
  ])('of kind %s show their native transfers', (_, make) => {
    const fields = fieldsOf(make())
    const from = alice.publicKey.toBase58()
    expect(fields.transfers).toEqual([
      { from, to: bob.publicKey.toBase58(), amount: 5n },
      { from, to: carol.publicKey.toBase58(), amount: 2n ** 53n + 1n },
    ])
    expect(fields.program_keys).toEqual([SystemProgram.programId.toBase58()])
    expect(fields.recent_blockhash).toBe(blockhash)
    expect(fields.account_keys).toHaveLength(4)
    expect(fields.instructions[0]).toEqual({
      program_key: SystemProgram.programId.toBase58(),
      accounts: [
        { account_key: from, signer: true, writable: true },
        { account_key: bob.publicKey.toBase58(), signer: false, writable: true },
      ],
      instruction_data_hex: '020000000500000000000000',
      address_table_lookups: [],
    })
  })

  it('see a transfer whose data is longer, as the program does', () => {
    const long = transfer(7)
    long.data = Buffer.concat([long.data, Buffer.from([1, 2, 3])])
    expect(fieldsOf(legacy(long)).transfers).toHaveLength(1)
    const short = transfer(7)
    short.data = short.data.subarray(0, 11)
    expect(fieldsOf(legacy(short)).transfers).toHaveLength(0)
  })

  it('show token transfers', () => {
    const plain = createTransferInstruction(token.publicKey, bob.publicKey, alice.publicKey, 9n)
    const checked = createTransferCheckedInstruction(
      token.publicKey,
      mint.publicKey,
      bob.publicKey,
      carol.publicKey,
      10n,
      6,
      [alice.publicKey],
    )
    expect(fieldsOf(versioned([plain, checked])).spl_transfers).toEqual([
      {
        from: token.publicKey.toBase58(),
        to: bob.publicKey.toBase58(),
        owner: alice.publicKey.toBase58(),
        amount: 9n,
        signers: [alice.publicKey.toBase58()],
      },
      {
        from: token.publicKey.toBase58(),
        to: bob.publicKey.toBase58(),
        owner: carol.publicKey.toBase58(),
        token_mint: mint.publicKey.toBase58(),
        amount: 10n,
        signers: [alice.publicKey.toBase58()],
      },
    ])
  })

  it('name accounts of lookup tables by one word, and the entries used', () => {
    const addresses = Array.from({ length: 6 }, () => keypair().publicKey)
    const lookupTable = new AddressLookupTableAccount({
      key: table.publicKey,
      state: { deactivationSlot: 0n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses },
    })
    const reading = new TransactionInstruction({
      programId: TOKEN_PROGRAM_ID,
      keys: [
        { pubkey: addresses[4]!, isSigner: false, isWritable: false },
        { pubkey: addresses[1]!, isSigner: false, isWritable: true },
      ],
    })
    const fields = fieldsOf(versioned([transfer(3, addresses[2]), reading], [lookupTable]))
    expect(fields.transfers).toEqual([
      { from: alice.publicKey.toBase58(), to: LOOKED_UP_ACCOUNT, amount: 3n },
    ])
    const address_table_key = table.publicKey.toBase58()
    expect(fields.instructions[0]!.address_table_lookups).toEqual([
      { address_table_key, writable_indexes: [2n], readonly_indexes: [] },
    ])
    expect(fields.instructions[1]!.address_table_lookups).toEqual([
      { address_table_key, writable_indexes: [1n], readonly_indexes: [4n] },
    ])
    expect(fields.instructions[1]!.accounts).toEqual([
      { account_key: LOOKED_UP_ACCOUNT, signer: false, writable: false },
      { account_key: LOOKED_UP_ACCOUNT, signer: false, writable: true },
    ])
    expect(fields.address_table_lookups).toHaveLength(1)
  })

  it('tell signers and writable accounts as a second library does', () => {
    for (let i = 0; i < 40; i++) {
      const keys = Array.from({ length: 1 + (random(1)[0]! % 12) }, () => ({
        pubkey: keypair().publicKey,
        isSigner: random(1)[0]! < 80,
        isWritable: random(1)[0]! < 128,
      }))
      const programId = keypair().publicKey
      const bytes = versioned([new TransactionInstruction({ programId, keys, data: Buffer.from(random(i)) })])
      const accounts = fieldsOf(bytes).instructions[0]!.accounts
      expect(accounts).toEqual(
        keys.map(({ pubkey, isSigner, isWritable }) => ({
          account_key: pubkey.toBase58(),
          signer: isSigner,
          writable: isWritable,
        })),
      )
    }
  })

  it('sign one slot as a second library does, and leave the others', () => {
    const instructions = [transfer(1), transfer(2, alice.publicKey, bob.publicKey)]
    for (const bytes of [legacy(...instructions), versioned(instructions)]) {
      const half = signSolanaTransaction(parseSolanaTransaction(bytes), privateKeyOf(bob))
      const expected = VersionedTransaction.deserialize(bytes)
      expected.sign([bob])
      expect(toHex(half)).toBe(toHex(expected.serialize()))
      const whole = signSolanaTransaction(parseSolanaTransaction(half), privateKeyOf(alice))
      expected.sign([alice])
      expect(toHex(whole)).toBe(toHex(expected.serialize()))
      expect(
        signatureSlotOf(parseSolanaTransaction(bytes), publicKeyOf('CURVE_ED25519', privateKeyOf(bob))),
      ).toBe(1)
    }
    expect(
      Transaction.from(
        signSolanaTransaction(parseSolanaTransaction(legacy(transfer(1))), privateKeyOf(alice)),
      ).verifySignatures(),
    ).toBe(true)
  })

  it('sign for signers only', () => {
    const transaction = parseSolanaTransaction(legacy(transfer(1)))
    expectKeysError('TRANSACTION_SIGNER_MISMATCH', () =>
      signSolanaTransaction(transaction, privateKeyOf(bob)),
    )
    expectKeysError('TRANSACTION_SIGNER_MISMATCH', () => signatureSlotOf(transaction, new Uint8Array(32)))
  })
})

describe('unsigned transactions are refused', () => {
  const good = legacy(transfer(1))
  /** Where the message begins: after the count and one slot. */
  const message = 65
  const keys = message + 4
  const program = keys + 3 * 32 + 32 + 1

  it.each([
    ['when empty', new Uint8Array(), 'signatures'],
    ['when cut', good.subarray(0, -1), 'ends within'],
    ['with bytes after the end', concat(good, Uint8Array.of(0)), 'left after'],
    ['when only a message', good.subarray(message), 'cannot be read'],
    ['with no signature slot', good.subarray(message - 1).with(0, 0), '0 signature slots'],
    [
      'of version 1',
      concat(good.subarray(0, message), Uint8Array.of(0x81), good.subarray(message)),
      'version 1',
    ],
    [
      'of version 1, which has its signatures at the end',
      concat(Uint8Array.of(0x81), good.subarray(message), new Uint8Array(64)),
      'transactions of version 1 are not supported',
    ],
    ['when only a message of version 0', versioned([transfer(1)]).subarray(message), 'before it'],
    ['without signers', concat(Uint8Array.of(0), good.subarray(message).with(0, 0)), 'no signature'],
    ['whose fee payer is read-only', good.with(message + 1, 1), 'fee'],
    ['whose header counts too many', good.with(message + 2, 9), 'counts more'],
    ['whose program is not named', good.with(program, 200), 'program'],
    ['whose program is the fee payer', good.with(program, 0), 'program'],
    ['whose instruction uses an unknown account', good.with(program + 2, 77), 'account'],
    ['with a length not in its shortest form', concat(Uint8Array.of(0x81, 0), good.subarray(1)), 'shortest'],
    ['with a length above 65535', concat(Uint8Array.of(0xff, 0xff, 0x7f), good.subarray(1)), '65535'],
    [
      'that name an account twice',
      concat(good.subarray(0, keys + 32), good.subarray(keys, keys + 32), good.subarray(keys + 64)),
      'twice',
    ],
  ])('%s', (_, bytes, reason) => {
    const { message: text } = expectKeysError('TRANSACTION_MALFORMED', () => parseSolanaTransaction(bytes))
    expect(text).toContain(reason)
  })
})
