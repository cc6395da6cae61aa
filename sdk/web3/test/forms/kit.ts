/** `@solana/kit`: signers. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  assertIsMessagePartialSigner,
  assertIsSendableTransaction,
  assertIsTransactionPartialSigner,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createSignableMessage,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  isFullySignedTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signOffchainMessageWithSigners,
  signTransactionMessageWithSigners,
  type TransactionSigner,
  verifyOffchainMessageEnvelope,
  verifySignature,
} from '@solana/kit'
import { createSigner } from '../../src/solanaKit/index.ts'
import { check, type Library } from './form.ts'

const PEER = address('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9')
const lifetime = { blockhash: PEER as string as Blockhash, lastValidBlockHeight: 7n }

const signerOf = (world: SigningWorld) => createSigner({ client: world.client, signWith: world.solana })

const transferFrom = (from: TransactionSigner, isNamed = true): Instruction => ({
  programAddress: address('11111111111111111111111111111111'),
  accounts: [
    { address: from.address, role: AccountRole.WRITABLE_SIGNER, ...(isNamed && { signer: from }) } as never,
    { address: PEER, role: AccountRole.WRITABLE },
  ],
  data: Uint8Array.of(2, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0),
})

const messageOf = (from: TransactionSigner, version: 'legacy' | 0 | 1 = 0, payer = from) =>
  pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstruction(transferFrom(from), message),
  )

export const kit = (version: string): Library => ({
  name: '@solana/kit',
  version,
  forms: {
    'signTransactionMessageWithSigners(message), as fee payer': async (world) => {
      const signed = await signTransactionMessageWithSigners(messageOf(await signerOf(world)))
      check(isFullySignedTransaction(signed), 'signatures')
      check(getSignatureFromTransaction(signed).length > 60, 'signature')
      check(getBase64EncodedWireTransaction(signed).length > 100, 'wire')
      assertIsSendableTransaction(signed)
    },
    'getTransactionDecoder().decode(bytes), then signTransactions': async (world) => {
      const signer = await signerOf(world)
      const bytes = getTransactionEncoder().encode(compileTransaction(messageOf(signer)))
      const transaction = getTransactionDecoder().decode(bytes)
      const [signatures] = await signer.signTransactions([transaction] as never)
      check(signatures![signer.address] !== undefined, 'signature')
    },
    'createTransactionMessage({ version: "legacy" })': async (world) => {
      const message = messageOf(await signerOf(world), 'legacy')
      check(isFullySignedTransaction(await signTransactionMessageWithSigners(message)), 'signatures')
    },
    'createTransactionMessage({ version: 1 })': async (world) => {
      await signTransactionMessageWithSigners(messageOf(await signerOf(world), 1))
    },
    'next to generateKeyPairSigner()': async (world) => {
      const message = messageOf(await signerOf(world), 0, await generateKeyPairSigner())
      check(isFullySignedTransaction(await signTransactionMessageWithSigners(message)), 'signatures')
    },
    'partiallySignTransactionMessageWithSigners, with createNoopSigner(payer)': async (world) => {
      const signer = await signerOf(world)
      const message = messageOf(signer, 0, createNoopSigner(PEER))
      const { signatures } = await partiallySignTransactionMessageWithSigners(message)
      check(signatures[PEER] === null && signatures[signer.address] !== null, 'signatures')
    },
    'signer.signTransactions([compileTransaction(message)])': async (world) => {
      const signer = await signerOf(world)
      const transaction = compileTransaction(messageOf(signer))
      const [signatures] = await signer.signTransactions([transaction as never])
      const key = await getPublicKeyFromAddress(signer.address)
      check(await verifySignature(key, signatures![signer.address]!, transaction.messageBytes), 'signature')
    },
    compressTransactionMessageUsingAddressLookupTables: async (world) => {
      const table = { [address('AddressLookupTab1e1111111111111111111111111')]: [PEER] }
      const message = compressTransactionMessageUsingAddressLookupTables(
        messageOf(await signerOf(world)) as never,
        table,
      )
      check(isFullySignedTransaction(await signTransactionMessageWithSigners(message as never)), 'signatures')
    },
    'signer.signTransactions([one, two])': async (world) => {
      const signer = await signerOf(world)
      const both = ['legacy', 0].map((version) => compileTransaction(messageOf(signer, version as 0)))
      const dictionaries = await signer.signTransactions(both as never)
      check(dictionaries.length === 2 && dictionaries.every((one) => one[signer.address]), 'signatures')
    },
    'assertIsTransactionPartialSigner, assertIsMessagePartialSigner': async (world) => {
      const signer = await signerOf(world)
      assertIsTransactionPartialSigner(signer)
      assertIsMessagePartialSigner(signer)
    },
    'signOffchainMessageWithSigners(message)': async (world) => {
      const requiredSignatories = [await signerOf(world)]
      const message = { version: 1, content: 'Hello', requiredSignatories } as const
      await verifyOffchainMessageEnvelope(await signOffchainMessageWithSigners(message as never))
    },
    'signTransactions([…], { abortSignal }), aborted': async (world) => {
      const signer = await signerOf(world)
      const transaction = compileTransaction(messageOf(signer))
      await signer.signTransactions([transaction] as never, { abortSignal: AbortSignal.abort() })
    },
    'signer.signMessages([createSignableMessage(bytes, signatures)])': async (world) => {
      const signer = await signerOf(world)
      const message = createSignableMessage(Uint8Array.of(1, 2, 3), {})
      const [signatures] = await signer.signMessages([message])
      const key = await getPublicKeyFromAddress(signer.address)
      check(await verifySignature(key, signatures![signer.address]!, message.content), 'signature')
    },
  },
})
