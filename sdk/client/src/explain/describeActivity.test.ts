import { ComputeBudgetProgram, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { networks, Psbt } from 'bitcoinjs-lib'
import { Transaction as EthersTransaction, getAddress, Interface, parseEther, toBeHex } from 'ethers'
import { expect, it } from 'vitest'
import { describeActivity } from './describeActivity.ts'

const TOKEN = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'
const SHOP = getAddress('0x00000000000000000000000000000000000000ab')

const signing = (type: string, unsignedTransaction: string, signWith = '') => ({
  intent: { signTransactionIntentV2: { type, unsignedTransaction, signWith } },
})
const ethereum = (members: object) =>
  signing(
    'TRANSACTION_TYPE_ETHEREUM',
    EthersTransaction.from({ to: TOKEN, chainId: 1n, gasLimit: 21_000n, ...members }).unsignedSerialized,
  )

it('describes recipient, amount, highest fee and chain of a payment, as plain JSON', () => {
  const payment = ethereum({ chainId: 31337n, type: 2, value: parseEther('1'), maxFeePerGas: 2_200_000_000n })
  const described = describeActivity(payment)
  expect(described).toEqual({
    type: 'TRANSACTION_TYPE_ETHEREUM',
    chain: '31337',
    transfers: [{ to: TOKEN, amount: '1 ether' }],
    fee: 'at most 0.0000462 ether',
    calls: [],
    authorizations: [],
    details: { nonce: '0', data: '0x' },
  })
  expect(JSON.parse(JSON.stringify(described))).toEqual(described)
})

it('names what every chain accepts, and a new contract', () => {
  const unsignedTransaction = 'd001825252825208808203e88460006000'
  expect(describeActivity(signing('TRANSACTION_TYPE_ETHEREUM', unsignedTransaction))).toMatchObject({
    chain: 'every chain',
    transfers: [{ to: 'a new contract', amount: '0.000000000000001 ether' }],
  })
})

it('counts the fee of blobs', () => {
  const blobVersionedHashes = [`0x01${'00'.repeat(31)}`, `0x01${'11'.repeat(31)}`]
  const blobs = { type: 3, maxFeePerGas: 0n, maxFeePerBlobGas: 1_000_000_000n, blobVersionedHashes }
  expect(describeActivity(ethereum(blobs))!.fee).toBe('at most 0.000262144 ether')
})

it('shows which code a transaction gives to accounts', () => {
  const signature = { r: toBeHex(1, 32), s: toBeHex(1, 32), yParity: 0 as const }
  const authorizationList = [{ address: SHOP, nonce: 7, chainId: 0, signature }]
  expect(describeActivity(ethereum({ type: 4, authorizationList }))!.authorizations).toEqual([
    { address: SHOP, chain: 'every chain', nonce: '7' },
  ])
})

it('decodes a call by an interface of the organization, and warns about data that it does not describe', () => {
  const abi = new Interface(['function transfer(address to, uint256 amount)'])
  const ofToken = {
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' as const,
    smartContractAddress: TOKEN.toLowerCase(),
    smartContractInterface: abi.formatJson(),
    label: 'Test dollar',
  }
  const callsOf = (data: string, to = TOKEN) => describeActivity(ethereum({ to, data }), [ofToken])!.calls
  const data = abi.encodeFunctionData('transfer', [SHOP, 2n ** 255n])
  const call = { address: TOKEN.toLowerCase(), contract: 'Test dollar' }
  expect(callsOf(data)).toEqual([
    { ...call, function: 'transfer', arguments: { to: SHOP.toLowerCase(), amount: String(2n ** 255n) } },
  ])
  expect(callsOf(`${data}00`)).toEqual([{ ...call, warning: expect.stringContaining('malformed') }])
  expect(callsOf('0x12345678')).toEqual([{ ...call, warning: 'the interface has no such function' }])
  expect(callsOf(data, SHOP)).toEqual([])
})

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1)).publicKey
const payee = new PublicKey(new Uint8Array(32).fill(2))

function solana(...instructions: Parameters<Transaction['add']>) {
  const transaction = new Transaction({
    feePayer: payer,
    blockhash: PublicKey.default.toBase58(),
    lastValidBlockHeight: 1,
  })
  const bytes = transaction.add(...instructions).serialize({ requireAllSignatures: false })
  return signing('TRANSACTION_TYPE_SOLANA', bytes.toString('hex'))
}

const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payee, lamports: 1_500_000_000 })

it('describes a payment on Solana', () => {
  expect(describeActivity(solana(transfer))).toMatchObject({
    chain: 'Solana',
    transfers: [{ from: payer.toBase58(), to: payee.toBase58(), amount: '1.5 SOL' }],
    fee: 'at most 0.000005 SOL',
  })
})

it('adds the price of compute units, and verified signatures, to the fee on Solana', () => {
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 })
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 })
  expect(describeActivity(solana(price, limit, transfer))!.fee).toBe('at most 0.000006 SOL')
  expect(describeActivity(solana(price, transfer))!.fee).toBe('at most 0.001405 SOL')
  const programId = new PublicKey('Ed25519SigVerify111111111111111111111111111')
  const verify = { programId, keys: [], data: Buffer.from([2, 0]) }
  expect(describeActivity(solana(verify, transfer))!.fee).toBe('at most 0.000015 SOL')
})

it('says when an amount on Solana is not stated', () => {
  const programId = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
  const keys = [payer, payee, payer].map((pubkey) => ({
    pubkey,
    isSigner: pubkey === payer,
    isWritable: true,
  }))
  const close = { programId, keys, data: Buffer.from([9]) }
  const { transfers } = describeActivity(solana(close))!
  expect(transfers.length).toBeGreaterThan(0)
  for (const each of transfers) expect(each).toMatchObject({ warning: 'the amount is not stated' })
})

it.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin', 'bc1q'],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin testnet', 'tb1q'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'Bitcoin regtest', 'bcrt1q'],
  ['1b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10', 'Bitcoin, unknown network: addresses are of mainnet', 'bc1q'],
])('writes the outputs that %s pays as addresses of its network', (signWith, chain, prefix) => {
  const psbt = new Psbt({ network: networks.bitcoin })
  const script = Buffer.from(`0014${'07'.repeat(20)}`, 'hex')
  psbt.addInput({ hash: '11'.repeat(32), index: 0, witnessUtxo: { script, value: 100_000n } })
  psbt.addOutput({ script, value: 90_000n })
  psbt.addOutput({ script: Buffer.from('6a0100', 'hex'), value: 0n })
  const described = describeActivity(signing('TRANSACTION_TYPE_BITCOIN', psbt.toHex(), signWith))!
  expect(described.chain).toBe(chain)
  expect(described.transfers).toEqual([
    { to: expect.stringMatching(`^${prefix}`), amount: '0.0009 bitcoin' },
    { to: '6a0100', amount: '0 bitcoin' },
  ])
  // The amount of the spent output is only the sender's claim.
  expect(described).not.toHaveProperty('fee')
})

it.each([
  ['another request', { walletName: 'x' }],
  ['no object', null],
  ['hexadecimal text of another kind', { type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: 'ff' }],
  ['text that is not hexadecimal', { type: 'TRANSACTION_TYPE_SOLANA', unsignedTransaction: 'zz' }],
  ['an unknown type', { type: 'constructor', unsignedTransaction: 'd001825252825208808203e88460006000' }],
])('describes nothing of %s', (_, parameters) => {
  expect(describeActivity({ intent: { parameters } })).toBeUndefined()
  expect(describeActivity({ intent: {} })).toBeUndefined()
})
