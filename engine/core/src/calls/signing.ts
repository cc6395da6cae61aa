/** Signatures with wallet accounts and private keys. */
import { ApiError, type IntentOf } from '@keywright/contract'
import {
  bitcoinNetworkOf,
  countTransaction,
  loadPayloads,
  loadTransactions,
  type Payload,
  parseHex,
  type ReadTransaction,
  readPayloadInSteps,
  readTransactionInSteps,
  type Signature,
  sign,
  signingAlgorithmOf,
  type TransactionType,
} from '@keywright/keys'
import { finishResting, mapResting } from '../budget.ts'
import type { CheckedStating, PolicyFacts } from '../checked.ts'
import type { CheckContext, ExecuteContext, PrepareContext } from '../context.ts'
import { submitOnKeys } from '../handler.ts'
import { withCalls } from './signing/callFacts.ts'
import { payloadFacts } from './signing/payloadFacts.ts'
import { findSigner, type Signer, signerFacts, withKey } from './signing/signer.ts'
import { transactionFacts } from './signing/transactionFacts.ts'

/** Version 1 of each call accepts only private keys, by their id. */
const signWithOf = (posted: { privateKeyId: string } | { signWith: string }) =>
  'privateKeyId' in posted ? posted.privateKeyId : posted.signWith

interface SignRawPayloads {
  readonly signWith: string
  readonly payloads: readonly string[]
  readonly encoding: Payload['encoding']
  readonly hashFunction: Payload['hashFunction']
}

interface ReadPayloads {
  readonly signer: Signer
  readonly signables: readonly Uint8Array[]
  readonly facts: readonly PolicyFacts[]
}

const sign_raw_payload = submitOnKeys({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD' | 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'>,
  ): SignRawPayloads => {
    const { payload, encoding, hashFunction } = posted
    return { signWith: signWithOf(posted), payloads: [payload], encoding, hashFunction }
  },

  prepare: readPayloads,
  check: checkPayloads,

  async execute(context, { found }) {
    const [signature] = await signAll(context, found)
    return signature!
  },
})

const sign_raw_payloads = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS'>): SignRawPayloads => posted,

  prepare: readPayloads,
  check: checkPayloads,

  execute: async (context, { found }) => ({ signatures: await signAll(context, found) }),
})

/** Approximate costs of checking an input of a transaction, and of signing it, in microseconds. */
const TRANSACTION_STEP_COST = 1_000
const SIGNATURE_COST = 2_000

/** Approximate cost of hashing a struct and checksumming its addresses, in microseconds. */
const TYPED_STRUCT_COST = 30

async function readPayloads(
  context: PrepareContext,
  { signWith, payloads, encoding, hashFunction }: SignRawPayloads,
): Promise<ReadPayloads> {
  const { budget } = context
  budget.assertLeft('payloads', payloads.length)
  const signer = await findSigner(context, signWith)
  await loadPayloads(encoding)
  const signables: Uint8Array[] = []
  // To policies, payloads without a known meaning are all the same.
  const facts = new Map<string, PolicyFacts>()
  for (const payload of payloads) {
    budget.spend('hashedBytes', payload.length)
    const read = await finishResting(
      budget,
      readPayloadInSteps({ payload, encoding, hashFunction }, signer.curve),
      () => budget.worked(TYPED_STRUCT_COST),
    )
    signables.push(read.signable)
    const isMeaningful = read.typedData !== undefined || read.authorization !== undefined
    const fact = await finishResting(budget, payloadFacts(read), () => budget.worked(TYPED_STRUCT_COST))
    facts.set(isMeaningful ? payload : '', fact)
    await budget.rest()
  }
  return { signer, signables, facts: facts.size > 0 ? [...facts.values()] : [{}] }
}

async function checkPayloads(
  context: CheckContext,
  { signWith, encoding, hashFunction }: SignRawPayloads,
  { signer: before, signables, facts }: ReadPayloads,
): Promise<CheckedStating<'facts', Pick<ReadPayloads, 'signer' | 'signables'>>> {
  const signer = await findSameSigner(context, signWith, before)
  const params = { encoding, hash_function: hashFunction }
  return {
    found: { signer, signables },
    facts: facts.map((payload) => ({ ...signer.facts, ...payload, params })),
  }
}

function signAll(
  context: ExecuteContext,
  { signer, signables }: Pick<ReadPayloads, 'signer' | 'signables'>,
): Promise<Signature[]> {
  const algorithm = signingAlgorithmOf(signer.curve, signer.taproot)
  return withKey(context, signer, (privateKey) =>
    mapResting(context.budget, signables, 'payloads', (bytes) => sign(algorithm, bytes, privateKey)),
  )
}

/**
 * Finds the signer again in the organization's turn: payloads parsed for one key are signed with no other.
 * @throws ApiError
 */
async function findSameSigner(context: CheckContext, signWith: string, before: Signer): Promise<Signer> {
  const signer = await findSigner(context, signWith)
  if (signer.publicKey === before.publicKey && signer.addressFormat === before.addressFormat) return signer
  throw new ApiError('RESOURCE_CHANGED', { kind: 'signer', id: signWith.slice(0, 200) })
}

interface SignTransaction {
  readonly signWith: string
  readonly unsignedTransaction: string
  readonly type: TransactionType
}

const sign_transaction = submitOnKeys({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_SIGN_TRANSACTION' | 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'>,
  ): SignTransaction => {
    const { unsignedTransaction, type } = posted
    return { signWith: signWithOf(posted), unsignedTransaction, type }
  },

  // Parsed before the decision, so that policies see the contents and unreadable transactions are rejected.
  async prepare(context, intent) {
    context.budget.spend('hashedBytes', intent.unsignedTransaction.length)
    await loadTransactions()
    const counts = countTransaction(intent.type, intent.unsignedTransaction)
    context.budget.assertLeft('inputs', counts?.inputs ?? 0)
    context.budget.spend('outputs', counts?.outputs)
    context.budget.spend('entries', counts?.entries)
    const signer = await findSigner(context, intent.signWith)
    const transaction = await finishResting(context.budget, readFor(signer, intent, counts), () =>
      context.budget.worked(TRANSACTION_STEP_COST),
    )
    await context.budget.rest()
    return { signer, transaction }
  },

  async check(context, { signWith, type }, { signer: before, transaction }) {
    const signer = await findSameSigner(context, signWith, before)
    const contents = await withCalls(context, transactionFacts(transaction))
    return {
      found: { signer, transaction },
      facts: signerFacts(signer, transaction.owners).map((facts) => ({
        ...facts,
        ...contents,
        params: { type },
      })),
    }
  },

  async execute(context, { found: { signer, transaction } }) {
    const { budget } = context
    const sign = (privateKey: Uint8Array) =>
      finishResting(budget, transaction.signInSteps(privateKey), () => budget.worked(SIGNATURE_COST))
    return { signedTransaction: await withKey(context, signer, sign) }
  },
})

function readFor(
  { publicKey, addressFormat }: Signer,
  { type, unsignedTransaction }: SignTransaction,
  counts: ReturnType<typeof countTransaction>,
): Generator<void, ReadTransaction> {
  // The signer's address determines the network whose addresses policies compare.
  const bitcoinNetwork = addressFormat && bitcoinNetworkOf(addressFormat)
  const by = { publicKey: parseHex(publicKey, 'public key'), bitcoinNetwork }
  return readTransactionInSteps(type, unsignedTransaction, by, counts)
}

export const submits = { sign_raw_payload, sign_raw_payloads, sign_transaction }
