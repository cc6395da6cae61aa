/** `@solana/kit`: signers. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import {
  AccountRole,
  address,
  addSignersToInstruction,
  addSignersToTransactionMessage,
  appendTransactionMessageInstruction,
  assertContainsResolvableTransactionSendingSigner,
  assertIsMessagePartialSigner,
  assertIsSendableTransaction,
  assertIsTransactionPartialSigner,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createSignableMessage,
  createTransactionMessage,
  createTransactionPlanExecutor,
  createTransactionPlanner,
  decompileTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getSignersFromTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  isFullySignedTransaction,
  isTransactionMessageWithSingleSendingSigner,
  offchainMessageApplicationDomain,
  offchainMessageContentRestrictedAsciiOf1232BytesMax,
  parallelInstructionPlan,
  partiallySignOffchainMessageWithSigners,
  partiallySignTransactionMessageWithSigners,
  partiallySignTransactionWithSigners,
  pipe,
  sequentialInstructionPlan,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signAndSendTransactionMessageWithSigners,
  signAndSendTransactionWithSigners,
  signOffchainMessageWithSigners,
  signTransactionMessageWithSigners,
  signTransactionWithSigners,
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
    'setTransactionMessageComputeUnitLimit, setTransactionMessageComputeUnitPrice': async (world) => {
      const message = pipe(
        messageOf(await signerOf(world)),
        (one) => setTransactionMessageComputeUnitLimit(50_000, one),
        (one) => setTransactionMessageComputeUnitPrice(10_000n, one as never),
      )
      const signed = await signTransactionMessageWithSigners(message as never)
      check(isFullySignedTransaction(signed), 'signatures')
    },
    'getTransactionDecoder().decode(bytes), then signTransactions': async (world) => {
      const signer = await signerOf(world)
      const bytes = getTransactionEncoder().encode(compileTransaction(messageOf(signer)))
      const transaction = getTransactionDecoder().decode(bytes)
      const [signatures] = await signer.signTransactions([transaction] as never)
      check(signatures![signer.address] !== undefined, 'signature')
    },
    'decompileTransactionMessage(…), then addSignersToTransactionMessage': async (world) => {
      const signer = await signerOf(world)
      const { messageBytes } = compileTransaction(messageOf(signer))
      const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes)
      const message = decompileTransactionMessage(compiled, { lastValidBlockHeight: 7n })
      const signed = await signTransactionMessageWithSigners(
        addSignersToTransactionMessage([signer], message) as never,
      )
      check(isFullySignedTransaction(signed), 'signatures')
    },
    'createTransactionPlanner, createTransactionPlanExecutor': async (world) => {
      const payer = await signerOf(world)
      const planner = createTransactionPlanner({
        createTransactionMessage: async () =>
          setTransactionMessageFeePayerSigner(payer, createTransactionMessage({ version: 0 })),
      })
      const plan = sequentialInstructionPlan([
        parallelInstructionPlan([transferFrom(payer), transferFrom(payer)]),
        transferFrom(payer),
      ])
      const signed: unknown[] = []
      const execute = createTransactionPlanExecutor({
        executeTransactionMessage: async (_context: unknown, message: never) => {
          const lasting = setTransactionMessageLifetimeUsingBlockhash(lifetime, message)
          signed.push(await signTransactionMessageWithSigners(lasting))
          return signed.at(-1) as never
        },
      } as never)
      await execute(await planner(plan))
      check(signed.length === 1 && isFullySignedTransaction(signed[0] as never), 'signatures')
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
    'signTransactionWithSigners([signer], transaction)': async (world) => {
      const signer = await signerOf(world)
      const signed = await signTransactionWithSigners([signer], compileTransaction(messageOf(signer)))
      check(isFullySignedTransaction(signed), 'signatures')
    },
    'partiallySignTransactionWithSigners([signer], transaction), another signer missing': async (world) => {
      const signer = await signerOf(world)
      const transaction = compileTransaction(messageOf(signer, 0, createNoopSigner(PEER)))
      const { signatures } = await partiallySignTransactionWithSigners([signer], transaction)
      check(signatures[PEER] === null && signatures[signer.address] !== null, 'signatures')
    },
    'addSignersToInstruction([signer], instruction)': async (world) => {
      const signer = await signerOf(world)
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (one) => setTransactionMessageFeePayer(signer.address, one),
        (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
        (one) =>
          appendTransactionMessageInstruction(
            addSignersToInstruction([signer], transferFrom(signer, false)),
            one,
          ),
      )
      check(getSignersFromTransactionMessage(message as never)[0] === (signer as never), 'signers')
      check(isFullySignedTransaction(await signTransactionMessageWithSigners(message as never)), 'signatures')
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
    'isTransactionMessageWithSingleSendingSigner(message), then sign': async (world) => {
      const message = messageOf(await signerOf(world))
      check(!isTransactionMessageWithSingleSendingSigner(message), 'sending signer')
      check(isFullySignedTransaction(await signTransactionMessageWithSigners(message)), 'signatures')
    },
    'signOffchainMessageWithSigners(message)': async (world) => {
      const requiredSignatories = [await signerOf(world)]
      const message = { version: 1, content: 'Hello', requiredSignatories } as const
      await verifyOffchainMessageEnvelope(await signOffchainMessageWithSigners(message as never))
    },
    'partiallySignOffchainMessageWithSigners(message), another signer missing': async (world) => {
      const signer = await signerOf(world)
      const requiredSignatories = [signer, { address: PEER }]
      const message = { version: 1, content: 'Hello', requiredSignatories } as const
      const { signatures } = await partiallySignOffchainMessageWithSigners(message as never)
      check(signatures[signer.address] !== null && signatures[PEER] === null, 'signatures')
    },
    'an off-chain message of version 0, with applicationDomain': async (world) => {
      const message = {
        version: 0,
        applicationDomain: offchainMessageApplicationDomain(PEER),
        content: offchainMessageContentRestrictedAsciiOf1232BytesMax('Hello'),
        requiredSignatories: [await signerOf(world)],
      }
      await verifyOffchainMessageEnvelope(await signOffchainMessageWithSigners(message as never))
    },
    'signTransactions([…], { abortSignal }), aborted': async (world) => {
      const signer = await signerOf(world)
      const transaction = compileTransaction(messageOf(signer))
      await signer.signTransactions([transaction] as never, { abortSignal: AbortSignal.abort() })
    },
    'assertContainsResolvableTransactionSendingSigner([signer])': async (world) => {
      assertContainsResolvableTransactionSendingSigner([await signerOf(world)])
    },
    'signer.signMessages([createSignableMessage(bytes, signatures)])': async (world) => {
      const signer = await signerOf(world)
      const message = createSignableMessage(Uint8Array.of(1, 2, 3), {})
      const [signatures] = await signer.signMessages([message])
      const key = await getPublicKeyFromAddress(signer.address)
      check(await verifySignature(key, signatures![signer.address]!, message.content), 'signature')
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
    'signAndSendTransactionWithSigners([signer], transaction)': async (world) => {
      const signer = await signerOf(world)
      await signAndSendTransactionWithSigners([signer] as never, compileTransaction(messageOf(signer)))
    },
  },
})
