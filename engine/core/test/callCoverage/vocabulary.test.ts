/** The engine fills every field of the policy language: an empty one would make an allow grant nothing. */

import { readFileSync } from 'node:fs'
import {
  KeysError,
  loadPayloads,
  loadTransactions,
  publicKeyOf,
  readPayload,
  readTransaction,
} from '@keywright/keys'
import { type DecideInput, type RequestFacts, type StructEntry, VOCABULARY } from '@keywright/policy'
import { ComputeBudgetProgram, PublicKey, Transaction as SolanaTransaction } from '@solana/web3.js'
import { Interface, Transaction } from 'ethers'
import { beforeAll, expect, it } from 'vitest'
import { payloadFacts } from '../../src/calls/signing/payloadFacts.ts'
import { transactionFacts } from '../../src/calls/signing/transactionFacts.ts'
import { SOLANA } from '../support/index.ts'
import { type SubmitType, submitPreparations } from './accepted/index.ts'
import { createInterface, signTransaction } from './senders.ts'
import { createWorld, type World } from './world.ts'

const structs = new Map<string, StructEntry>(VOCABULARY.structs.map((entry) => [entry.name, entry]))
const filled = new Set<string>()

beforeAll(async () => {
  const observe = ({ input }: { input: DecideInput }) =>
    note({ ...input.facts, approvers: input.approvers, credentials: input.credentials })
  const world = await createWorld('vocabulary', { observe })
  for (const [type, prepare] of Object.entries(submitPreparations)) {
    const { client, parameters } = await prepare(world)
    await client.submit(type as SubmitType, parameters as never)
  }
  await callContract(world)
  await callProgram(world)
  await Promise.all([loadTransactions(), loadPayloads('PAYLOAD_ENCODING_EIP712')])
  // Transactions and payloads of every shape, which the corpora of their readers have.
  for (const facts of [...transactionsOfCorpora(), ...payloadsOfCorpora()]) note(facts)
})

async function callContract(world: World): Promise<void> {
  const token = new Interface(['function transfer(address to, uint256 amount) returns (bool)'])
  const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const data = token.encodeFunctionData('transfer', ['0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', 1n])
  const { unsignedSerialized } = Transaction.from({
    to,
    data,
    chainId: 1n,
    gasLimit: 60_000n,
    maxFeePerGas: 1n,
  })
  await createInterface(world, { smartContractAddress: to, smartContractInterface: token.formatJson() })
  await signTransaction(world, { unsignedTransaction: unsignedSerialized })
}

async function callProgram(world: World): Promise<void> {
  const { addresses } = await world.root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'callers of programs',
    accounts: [SOLANA],
  })
  const feePayer = new PublicKey(addresses[0]!)
  const programId = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
  const keys = [{ pubkey: feePayer, isSigner: true, isWritable: true }]
  const transaction = new SolanaTransaction({ feePayer, blockhash: '1'.repeat(32), lastValidBlockHeight: 1 })
    .add(ComputeBudgetProgram.setComputeUnitLimit({ units: 400_000 }))
    .add({ programId, keys, data: Buffer.from([7, 1]) })
  const program = { name: 'pay', discriminator: [7], accounts: [{ name: 'payer' }] }
  await createInterface(world, {
    type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA',
    smartContractAddress: programId.toBase58(),
    smartContractInterface: JSON.stringify({
      instructions: [{ ...program, args: [{ name: 'amount', type: 'u8' }] }],
      types: [],
    }),
  })
  await signTransaction(world, {
    signWith: addresses[0],
    type: 'TRANSACTION_TYPE_SOLANA',
    unsignedTransaction: transaction.serialize({ requireAllSignatures: false }).toString('hex'),
  })
}

const corpusOf = (name: string) =>
  readFileSync(new URL(`../../../keys/corpus/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)

function transactionsOfCorpora() {
  const key = new Uint8Array(32).fill(1)
  return (['ETHEREUM', 'SOLANA', 'BITCOIN'] as const).flatMap((chain) => {
    const publicKey = publicKeyOf(chain === 'SOLANA' ? 'CURVE_ED25519' : 'CURVE_SECP256K1', key)
    return corpusOf(chain.toLowerCase()).flatMap((text) =>
      readable(() => transactionFacts(readTransaction(`TRANSACTION_TYPE_${chain}`, text, { publicKey }))),
    )
  })
}

function payloadsOfCorpora() {
  const kinds = {
    typedData: 'PAYLOAD_ENCODING_EIP712',
    authorization: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
  }
  return Object.entries(kinds).flatMap(([name, encoding]) =>
    corpusOf(name).flatMap((payload) =>
      readable(() => {
        const asked = {
          payload,
          encoding: encoding as 'PAYLOAD_ENCODING_EIP712',
          hashFunction: 'HASH_FUNCTION_NO_OP',
        }
        return ended(payloadFacts(readPayload(asked as never, 'CURVE_SECP256K1')))
      }),
    ),
  )
}

function readable<T>(read: () => T): T[] {
  try {
    return [read()]
  } catch (error) {
    if (error instanceof KeysError) return []
    throw error
  }
}

function ended<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function note(facts: Partial<RequestFacts> | object): void {
  for (const { path, type } of VOCABULARY.names) {
    noteValue(
      type,
      path.split('.').reduce<unknown>((at, name) => memberOf(at, name), facts),
    )
  }
}

const memberOf = (value: unknown, name: string) => (value as Record<string, unknown> | undefined)?.[name]

function noteValue(type: string, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) noteValue(type.replace(/^list<(.+)>$/, '$1'), item)
  for (const field of structs.get(type)?.fields ?? []) {
    const inner = memberOf(value, field.name)
    if (inner === undefined) continue
    filled.add(`${type}.${field.name}`)
    noteValue(field.type, inner)
  }
}

it.each(VOCABULARY.structs.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`)))(
  '%s has a value in some decision',
  (field) => {
    expect([...filled]).toContain(field)
  },
)
