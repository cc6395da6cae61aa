/** The signer against an engine, used as the documentation of kit says. kit verifies its signatures. */
import { toHex } from '@keywright/client'
import { approvedLater, createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  assertIsFullySignedTransaction,
  type Blockhash,
  compileTransaction,
  createSignableMessage,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getPublicKeyFromAddress,
  type Instruction,
  isMessagePartialSigner,
  isTransactionPartialSigner,
  isTransactionSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Transaction,
  type TransactionSigner,
  verifySignature,
} from '@solana/kit'
import { beforeAll, expect, it } from 'vitest'
import { createSigner, type KeywrightKitSigner } from './index.ts'

let world: SigningWorld
let signer: KeywrightKitSigner
beforeAll(async () => {
  world = await createSigningWorld('solana kit')
  signer = await createSigner({ client: world.client, signWith: world.solana })
})

const PEER = address('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9')
const lifetime = { blockhash: PEER as string as Blockhash, lastValidBlockHeight: 7n }

/** A transfer of the system program. */
const transferFrom = (from: TransactionSigner): Instruction => ({
  programAddress: address('11111111111111111111111111111111'),
  accounts: [
    { address: from.address, role: AccountRole.WRITABLE_SIGNER, signer: from } as never,
    { address: PEER, role: AccountRole.WRITABLE },
  ],
  data: Uint8Array.of(2, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0),
})

const messageOf = (from: TransactionSigner, version: 'legacy' | 0 | 1, payer = from) =>
  pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstruction(transferFrom(from), message),
  )

async function isSignedBy(from: { readonly address: ReturnType<typeof address> }, transaction: Transaction) {
  const key = await getPublicKeyFromAddress(from.address)
  return verifySignature(key, transaction.signatures[from.address]!, transaction.messageBytes)
}

it('is a signer of transactions and messages for kit', () => {
  expect(signer.address).toBe(world.solana)
  expect([
    isTransactionPartialSigner(signer),
    isMessagePartialSigner(signer),
    isTransactionSigner(signer),
  ]).toEqual([true, true, true])
})

it.each(['legacy', 0] as const)('signs a message of version %s as its fee payer', async (version) => {
  const transaction = await signTransactionMessageWithSigners(messageOf(signer, version))
  assertIsFullySignedTransaction(transaction)
  expect(await isSignedBy(signer, transaction)).toBe(true)
  expect(transaction.lifetimeConstraint).toEqual(lifetime)
  // Policies saw the transfer.
  expect(world.sent.at(-1)).toMatchObject({
    call: 'sign_transaction',
    parameters: { type: 'TRANSACTION_TYPE_SOLANA', signWith: world.solana },
  })
})

it('signs next to another signer, before and after it', async () => {
  const other = await generateKeyPairSigner()
  for (const message of [messageOf(signer, 0, other), messageOf(other, 0, signer)]) {
    const transaction = await signTransactionMessageWithSigners(message)
    expect([await isSignedBy(signer, transaction), await isSignedBy(other, transaction)]).toEqual([
      true,
      true,
    ])
  }
})

it('sends the signatures that a transaction already has', async () => {
  const other = await generateKeyPairSigner()
  const transaction = compileTransaction(messageOf(other, 0, signer))
  const [theirs] = await other.signTransactions([transaction as never])
  const partly = { ...transaction, signatures: { ...transaction.signatures, ...theirs } }
  const [ours] = await signer.signTransactions([partly as never])
  expect(await isSignedBy(signer, { ...transaction, signatures: ours! })).toBe(true)
  expect(world.sent.at(-1)!.parameters['unsignedTransaction']).toContain(toHex(theirs![other.address]!))
})

it('signs messages', async () => {
  const message = createSignableMessage('Hello')
  const [signatures] = await signer.signMessages([message])
  const key = await getPublicKeyFromAddress(signer.address)
  expect(await verifySignature(key, signatures![signer.address]!, message.content)).toBe(true)
})

it('signs with a private key by its id', async () => {
  const byId = await createSigner({ client: world.client, signWith: world.solanaKey.id })
  expect(byId.address).toBe(world.solanaKey.solana)
  expect(await isSignedBy(byId, await signTransactionMessageWithSigners(messageOf(byId, 0)))).toBe(true)
})

it('returns the signature after an approval', async () => {
  const proposer = await createSigner({ client: world.proposer, signWith: world.solana })
  const transaction = compileTransaction(messageOf(proposer, 0))
  const signature = await approvedLater(world, proposer.signTransactions([transaction as never]))
  const key = await getPublicKeyFromAddress(signer.address)
  expect(await verifySignature(key, signature as never, transaction.messageBytes)).toBe(true)
})

it('rejects a transaction that needs another signer, and sends nothing', async () => {
  const other = await generateKeyPairSigner()
  const sent = world.sent.length
  const signing = signer.signTransactions([compileTransaction(messageOf(other, 0)) as never])
  await expect(signing).rejects.toMatchObject({ code: 'SIGNER_NOT_IN_TRANSACTION' })
  expect(world.sent).toHaveLength(sent)
})

it('rejects another address, and stops between transactions when aborted', async () => {
  await expect(createSigner({ client: world.client, signWith: world.ethereum })).rejects.toMatchObject({
    code: 'ADDRESS_INVALID',
  })
  const abortSignal = AbortSignal.abort(new Error('enough'))
  const signing = signer.signMessages([createSignableMessage('Hello')], { abortSignal })
  await expect(signing).rejects.toThrow('enough')
  expect(getAddressEncoder().encode(signer.address)).toHaveLength(32)
})
