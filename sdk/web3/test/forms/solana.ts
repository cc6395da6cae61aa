/** `@solana/web3.js` 1: transactions and messages. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  AddressLookupTableAccount,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { KeywrightSigner } from '../../src/solana/index.ts'
import { check, type Library } from './form.ts'

const recentBlockhash = new PublicKey(new Uint8Array(32).fill(9)).toBase58()
const peer = Keypair.fromSeed(new Uint8Array(32).fill(1))

function signerOf(world: SigningWorld) {
  const from = new PublicKey(world.solana)
  const signer = new KeywrightSigner({ client: world.client })
  const transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey: peer.publicKey, lamports: 1 })
  const legacy = (feePayer = from) =>
    new Transaction({ feePayer, blockhash: recentBlockhash, lastValidBlockHeight: 7 }).add(transfer)
  const message = new TransactionMessage({ payerKey: from, recentBlockhash, instructions: [transfer] })
  return { from, signer, transfer, legacy, message, signWith: world.solana }
}

const isComplete = ({ message, signatures }: VersionedTransaction) =>
  signatures.every((signature, n) =>
    ed25519.verify(signature, message.serialize(), message.staticAccountKeys[n]!.toBytes()),
  )

export const solana = (version: string): Library => ({
  name: '@solana/web3.js',
  version,
  forms: {
    'addSignature(transaction, address)': async (world) => {
      const { signer, legacy, signWith } = signerOf(world)
      const transaction = legacy()
      await signer.addSignature(transaction, signWith)
      check(transaction.verifySignatures(), 'signatures')
    },
    'signTransaction(transaction), then confirm by lastValidBlockHeight': async (world) => {
      const { signer, legacy, signWith } = signerOf(world)
      const signed = await signer.signTransaction(legacy(), signWith)
      check(signed.verifySignatures() && signed.lastValidBlockHeight === 7, 'signed copy')
    },
    'signTransaction(new VersionedTransaction(message.compileToV0Message()))': async (world) => {
      const { signer, message, signWith } = signerOf(world)
      const transaction = new VersionedTransaction(message.compileToV0Message())
      check(isComplete(await signer.signTransaction(transaction, signWith)), 'signatures')
    },
    'signTransaction(new VersionedTransaction(message.compileToLegacyMessage()))': async (world) => {
      const { signer, message, signWith } = signerOf(world)
      const transaction = new VersionedTransaction(message.compileToLegacyMessage())
      check(isComplete(await signer.signTransaction(transaction, signWith)), 'signatures')
    },
    'transaction.partialSign(keypair), then signTransaction': async (world) => {
      const { signer, legacy, signWith } = signerOf(world)
      const transaction = legacy(peer.publicKey)
      transaction.partialSign(peer)
      check((await signer.signTransaction(transaction, signWith)).verifySignatures(), 'signatures')
    },
    'signTransaction, then transaction.partialSign(keypair)': async (world) => {
      const { signer, legacy, signWith } = signerOf(world)
      const signed = await signer.signTransaction(legacy(peer.publicKey), signWith)
      signed.partialSign(peer)
      check(signed.verifySignatures(), 'signatures')
    },
    'versioned.sign([keypair]), then signTransaction': async (world) => {
      const { from, signer, transfer, signWith } = signerOf(world)
      const both = new TransactionMessage({
        payerKey: peer.publicKey,
        recentBlockhash,
        instructions: [transfer],
      })
      const transaction = new VersionedTransaction(both.compileToV0Message())
      transaction.sign([peer])
      check(isComplete(await signer.signTransaction(transaction, signWith)), from.toBase58())
    },
    'message.compileToV0Message([lookupTable])': async (world) => {
      const { signer, message, signWith } = signerOf(world)
      const state = {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        authority: peer.publicKey,
        addresses: [peer.publicKey],
      }
      const key = new PublicKey(new Uint8Array(32).fill(5))
      const compiled = message.compileToV0Message([new AddressLookupTableAccount({ key, state })])
      check(compiled.addressTableLookups.length === 1, 'table')
      check(
        isComplete(await signer.signTransaction(new VersionedTransaction(compiled), signWith)),
        'signatures',
      )
    },
    'addSignature(versioned, address), then versioned.serialize()': async (world) => {
      const { signer, message, signWith } = signerOf(world)
      const transaction = new VersionedTransaction(message.compileToV0Message())
      await signer.addSignature(transaction, signWith)
      check(isComplete(VersionedTransaction.deserialize(transaction.serialize())), 'signatures')
    },
    'signAllTransactions([legacy, versioned])': async (world) => {
      const { signer, legacy, message, signWith } = signerOf(world)
      const versioned = new VersionedTransaction(message.compileToV0Message())
      const [one, two] = await signer.signAllTransactions([legacy(), versioned], signWith)
      check((one as Transaction).verifySignatures() && isComplete(two as VersionedTransaction), 'signatures')
    },
    'a transaction with a durable nonce': async (world) => {
      const { from, signer, transfer, signWith } = signerOf(world)
      const nonceInstruction = SystemProgram.nonceAdvance({
        noncePubkey: peer.publicKey,
        authorizedPubkey: from,
      })
      const nonceInfo = { nonce: recentBlockhash, nonceInstruction }
      const transaction = new Transaction({ feePayer: from, nonceInfo, minContextSlot: NONCE_ACCOUNT_LENGTH })
      const signed = await signer.signTransaction(transaction.add(transfer), signWith)
      check(signed.verifySignatures() && signed.minNonceContextSlot === NONCE_ACCOUNT_LENGTH, 'signed copy')
    },
    'signMessage(bytes)': async (world) => {
      const { from, signer, signWith } = signerOf(world)
      const bytes = new TextEncoder().encode('Hello')
      check(ed25519.verify(await signer.signMessage(bytes, signWith), bytes, from.toBytes()), 'signature')
    },
    'a transaction without a recent block hash': async (world) => {
      const { from, signer, transfer, signWith } = signerOf(world)
      await signer.signTransaction(new Transaction({ feePayer: from }).add(transfer), signWith)
    },
    'a transaction of another fee payer and signer': async (world) => {
      const { signer, signWith } = signerOf(world)
      const own = SystemProgram.transfer({
        fromPubkey: peer.publicKey,
        toPubkey: peer.publicKey,
        lamports: 1,
      })
      const transaction = new Transaction({
        feePayer: peer.publicKey,
        blockhash: recentBlockhash,
        lastValidBlockHeight: 7,
      })
      await signer.signTransaction(transaction.add(own), signWith)
    },
  },
})
