/** The signer against an engine. Its ed25519 signatures are verified. */
import { fromHex } from '@keywright/client'
import { approvedLater, createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnyTransaction, KeywrightSigner } from './index.ts'

let world: SigningWorld
let signer: KeywrightSigner
let from: PublicKey
beforeAll(async () => {
  world = await createSigningWorld('solana')
  signer = new KeywrightSigner({ client: world.client })
  from = new PublicKey(world.solana)
})
beforeEach(() => void (world.sent.length = 0))

const BLOCKHASH = new PublicKey(new Uint8Array(32).fill(9)).toBase58()
const peer = Keypair.fromSeed(new Uint8Array(32).fill(1)).publicKey
const coSigner = Keypair.fromSeed(new Uint8Array(32).fill(2))
const lookupTable = new AddressLookupTableAccount({
  key: Keypair.fromSeed(new Uint8Array(32).fill(3)).publicKey,
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: [peer],
  },
})

const transferOf = (lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: peer, lamports })
const legacyOf = (lamports: number, feePayer = from) =>
  new Transaction({ feePayer, recentBlockhash: BLOCKHASH }).add(transferOf(lamports))
const versionedOf = (lamports: number, payerKey = from) =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey,
      recentBlockhash: BLOCKHASH,
      instructions: [transferOf(lamports)],
    }).compileToV0Message([lookupTable]),
  )

/** Verifies each signature of a transaction with the account at the same index. */
function verified(transaction: AnyTransaction): boolean[] {
  const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
  const { message, signatures } = VersionedTransaction.deserialize(bytes)
  return signatures.map((signature, i) =>
    ed25519.verify(signature, message.serialize(), message.staticAccountKeys[i]!.toBytes()),
  )
}

const makers = [
  ['legacy', legacyOf],
  ['version 0, with a lookup table', versionedOf],
] as const

describe.each(makers)('a %s transaction', (_, make) => {
  it('is signed in place, in a way that policies can inspect', async () => {
    const transaction = make(1)
    await signer.addSignature(transaction, world.solana)
    expect(verified(transaction)).toEqual([true])
    expect(world.sent).toMatchObject([
      { call: 'sign_transaction', parameters: { signWith: world.solana, type: 'TRANSACTION_TYPE_SOLANA' } },
    ])
  })

  it('is copied and signed', async () => {
    const transaction = make(2)
    const signed = await signer.signTransaction(transaction, world.solana)
    expect([verified(signed), verified(transaction)]).toEqual([[true], [false]])
  })

  it.each([true, false])('has another fee payer, who signed first: %s', async (before) => {
    const transaction = make(3, coSigner.publicKey)
    const sign = (target: AnyTransaction) =>
      'version' in target ? target.sign([coSigner]) : target.partialSign(coSigner)
    if (before) sign(transaction)
    const signed = await signer.signTransaction(transaction, world.solana)
    if (!before) sign(signed)
    expect(verified(signed)).toEqual([true, true])
  })

  it('does not need the signer: sends nothing', async () => {
    for (const signing of [
      () => signer.addSignature(make(4), world.solanaKey.id),
      () => signer.signAllTransactions([make(4)], world.solanaKey.solana),
    ]) {
      await expect(signing()).rejects.toMatchObject({
        code: 'SIGNER_NOT_IN_TRANSACTION',
        message: expect.stringContaining(world.solanaKey.solana),
      })
    }
    expect(world.sent).toEqual([])
  })

  it('waits for a vote', async () => {
    const proposer = new KeywrightSigner({ client: world.proposer })
    expect(verified(await approvedLater(world, proposer.signTransaction(make(5), world.solana)))).toEqual([
      true,
    ])
    const inPlace = make(6)
    await approvedLater(world, proposer.addSignature(inPlace, world.solana))
    expect(verified(inPlace)).toEqual([true])
    expect(world.sent.length).toBe(2)
  })
})

it('keeps what is not in the bytes of a transaction, which confirming needs', async () => {
  const payer = new PublicKey(world.solana)
  const nonceInstruction = SystemProgram.nonceAdvance({ noncePubkey: payer, authorizedPubkey: payer })
  const blockhash = PublicKey.unique().toBase58()
  const members = [
    { blockhash, lastValidBlockHeight: 123 },
    { nonceInfo: { nonce: blockhash, nonceInstruction }, minContextSlot: 9 },
  ]
  for (const given of members) {
    const transaction = new Transaction({ feePayer: payer, ...given } as never).add(
      SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 }),
    )
    const { lastValidBlockHeight, nonceInfo, minNonceContextSlot } = transaction
    const signed = await new KeywrightSigner({ client: world.client }).signTransaction(
      transaction,
      world.solana,
    )
    expect(signed).toMatchObject({ lastValidBlockHeight, minNonceContextSlot })
    expect(signed.nonceInfo?.nonce).toBe(nonceInfo?.nonce)
    expect(signed.verifySignatures()).toBe(true)
  }
})

describe('messages', () => {
  it.each([
    ['an address', () => world.solana, () => world.solana],
    ['the id of a private key', () => world.solanaKey.id, () => world.solanaKey.solana],
  ])('are signed with %s', async (_, signWith, address) => {
    const message = new TextEncoder().encode('Zürich, 7 o’clock')
    const signature = await signer.signMessage(message, signWith())
    expect(ed25519.verify(signature, message, new PublicKey(address()).toBytes())).toBe(true)
    expect(fromHex(world.sent[0]!.parameters['payload'] as string)).toEqual(message)
  })

  it.each([
    ['an Ethereum address', () => world.ethereum, 'ADDRESS_INVALID'],
    ['a key without a Solana address', () => world.privateKey.id, 'ADDRESS_MISSING'],
    ['an unknown key', () => crypto.randomUUID(), 'RESOURCE_NOT_FOUND'],
    ['an unknown account', () => peer.toBase58(), 'SIGNER_NOT_FOUND'],
  ] as const)('%s is a typed error', async (_, signWith, code) => {
    await expect(signer.signMessage(Uint8Array.of(1), signWith())).rejects.toMatchObject({ code })
  })
})
