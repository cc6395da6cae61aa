/** `@solana/kit`: signers. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import {
  AccountRole,
  address,
  addSignersToTransactionMessage,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createSignableMessage,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  type Instruction,
  isFullySignedTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
  type TransactionSigner,
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
    },
    'createTransactionMessage({ version: "legacy" })': async (world) => {
      const message = messageOf(await signerOf(world), 'legacy')
      check(isFullySignedTransaction(await signTransactionMessageWithSigners(message)), 'signatures')
    },
    'createTransactionMessage({ version: 1 })': async (world) => {
      await signTransactionMessageWithSigners(messageOf(await signerOf(world), 1))
    },
    setTransactionMessageLifetimeUsingDurableNonce: async (world) => {
      const signer = await signerOf(world)
      const nonce = { nonce: PEER as never, nonceAccountAddress: PEER, nonceAuthorityAddress: signer.address }
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (one) => setTransactionMessageFeePayerSigner(signer, one),
        (one) => setTransactionMessageLifetimeUsingDurableNonce(nonce, one),
        (one) => appendTransactionMessageInstruction(transferFrom(signer), one),
      )
      check(isFullySignedTransaction(await signTransactionMessageWithSigners(message)), 'signatures')
    },
    'next to generateKeyPairSigner()': async (world) => {
      const message = messageOf(await signerOf(world), 0, await generateKeyPairSigner())
      check(isFullySignedTransaction(await signTransactionMessageWithSigners(message)), 'signatures')
    },
    'addSignersToTransactionMessage([signer], message)': async (world) => {
      const signer = await signerOf(world)
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (one) => setTransactionMessageFeePayer(signer.address, one),
        (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
        (one) => appendTransactionMessageInstruction(transferFrom(signer, false), one),
        (one) => addSignersToTransactionMessage([signer], one),
      )
      check(isFullySignedTransaction(await signTransactionMessageWithSigners(message as never)), 'signatures')
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
    'signer.signMessages([createSignableMessage(text)])': async (world) => {
      const signer = await signerOf(world)
      const message = createSignableMessage('Hello')
      const [signatures] = await signer.signMessages([message])
      const key = await getPublicKeyFromAddress(signer.address)
      check(await verifySignature(key, signatures![signer.address]!, message.content), 'signature')
    },
    'signAndSendTransactionMessageWithSigners(message)': async (world) => {
      await signAndSendTransactionMessageWithSigners(messageOf(await signerOf(world)) as never)
    },
  },
})
