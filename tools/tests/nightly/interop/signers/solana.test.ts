/** The Solana signers, of 2024, of 2025 and today's, against the development server. */
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
import type * as SolanaSigner from 'solana-signer-new'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSignerRecorder } from './support/recorder.ts'
import { loadSigner } from './support/signerPackage.ts'
import { withSignerWorld, world } from './support/signerWorld.ts'

let from: PublicKey
withSignerWorld('Solana signers')
beforeAll(() => {
  from = new PublicKey(world.open.solana)
})

const recorder = createSignerRecorder()

const BLOCKHASH = new PublicKey(new Uint8Array(32).fill(9)).toBase58()
const peer = Keypair.fromSeed(new Uint8Array(32).fill(1)).publicKey
const coSigner = Keypair.fromSeed(new Uint8Array(32).fill(2))
const lookupTable = new AddressLookupTableAccount({
  key: Keypair.fromSeed(new Uint8Array(32).fill(3)).publicKey,
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: [Keypair.fromSeed(new Uint8Array(32).fill(4)).publicKey, peer],
  },
})

const transferOf = (lamports: number, fromPubkey: PublicKey) =>
  SystemProgram.transfer({ fromPubkey, toPubkey: peer, lamports })

function legacyOf(lamports: number, feePayer = from): Transaction {
  return new Transaction({ feePayer, recentBlockhash: BLOCKHASH }).add(transferOf(lamports, from))
}

/** Version 0; the receiver is known by its place in a lookup table. */
function versionedOf(lamports: number, payerKey = from): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: BLOCKHASH,
    instructions: [transferOf(lamports, from)],
  }).compileToV0Message([lookupTable])
  expect(message.addressTableLookups).toHaveLength(1)
  return new VersionedTransaction(message)
}

const messageOf = (transaction: Transaction | VersionedTransaction): Uint8Array =>
  'version' in transaction ? transaction.message.serialize() : transaction.serializeMessage()

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Every signature of a transaction, checked by the account at its place. */
function verified(transaction: Transaction | VersionedTransaction): boolean[] {
  const message = messageOf(transaction)
  const pairs: [PublicKey, Uint8Array][] =
    'version' in transaction
      ? transaction.signatures.map((signature, i) => [transaction.message.staticAccountKeys[i]!, signature])
      : transaction.signatures.map(({ publicKey, signature }) => [publicKey, signature!])
  return pairs.map(([key, signature]) => ed25519.verify(signature, message, key.toBytes()))
}

describe.each([
  ['solana-signer-old', 'http'],
  ['solana-signer-mid', 'http'],
  ['solana-signer-mid', 'sdk-server'],
  ['solana-signer-new', 'http'],
  ['solana-signer-new', 'sdk-server'],
] as const)('%s through %s', (client, through) => {
  const { signer: Signer, clientOf } = loadSigner<typeof SolanaSigner>(client)

  function signerOf() {
    const { url, organizationId, trader: key } = world
    return new Signer.TurnkeySigner({
      client: clientOf(through, { url, organizationId, key }),
      organizationId,
    })
  }

  const sending = recorder.sender(client, through)
  const send = <T>(call: string, action: (signer: SolanaSigner.TurnkeySigner) => Promise<T>) =>
    sending(call, () => action(signerOf()))

  it('signs a message', async () => {
    const message = new TextEncoder().encode('Zürich, 7 o’clock')
    const { answer } = await send('signMessage', (signer) => signer.signMessage(message, world.open.solana))
    expect(ed25519.verify(answer, message, from.toBytes())).toBe(true)
  })

  it.each([
    ['legacy', () => legacyOf(1)],
    ['version 0 with a lookup table', () => versionedOf(1)],
  ] as const)('adds a signature to a transaction: %s', async (_kind, make) => {
    const transaction = make()
    await send('addSignature', (signer) => signer.addSignature(transaction, world.open.solana))
    expect(verified(transaction)).toEqual([true])
  })

  it('signs several transactions in one call', async () => {
    const transactions = [legacyOf(2), versionedOf(3), legacyOf(4)]
    const { answer } = await send('signAllTransactions', (signer) =>
      signer.signAllTransactions(transactions, world.open.solana),
    )
    expect(answer.map(verified)).toEqual([[true], [true], [true]])
  })

  if (client === 'solana-signer-old') {
    it('knows no signTransaction', () => expect(signerOf().signTransaction).toBeUndefined())
  } else {
    it.each([
      ['legacy', () => legacyOf(5)],
      ['version 0 with a lookup table', () => versionedOf(5)],
      ['legacy, paid by another who signed before', () => bySecond(legacyOf(6, coSigner.publicKey))],
      ['version 0, paid by another who signed before', () => bySecond(versionedOf(6, coSigner.publicKey))],
      ['legacy, paid by another who has yet to sign', () => legacyOf(7, coSigner.publicKey)],
    ] as const)('signs a transaction: %s', async (kind, make) => {
      const transaction = make()
      const { answer } = await send('signTransaction', (signer) =>
        signer.signTransaction(transaction, world.open.solana),
      )
      expect(toHex(messageOf(answer))).toBe(toHex(messageOf(transaction)))
      if (kind.endsWith('yet to sign')) (answer as Transaction).partialSign(coSigner)
      expect(verified(answer)).toEqual(kind.includes('another') ? [true, true] : [true])
    })
  }
})

it('sends the calls in the list', () => {
  recorder.expectProven('solana-signer-old', 'solana-signer-mid', 'solana-signer-new')
})

function bySecond<T extends Transaction | VersionedTransaction>(transaction: T): T {
  if ('version' in transaction) transaction.sign([coSigner])
  else transaction.partialSign(coSigner)
  return transaction
}
