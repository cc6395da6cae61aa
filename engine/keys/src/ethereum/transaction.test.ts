import { Transaction, type TransactionLike, Wallet } from 'ethers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../../tools/scripts/lib/tries.ts'
import { expectKeysError } from '../../test/expectKeysError.ts'
import vectors from '../../vectors/ethereum.json'
import { concat, parseHex, toHex } from '../encoding.ts'
import { ethereumPolicyFields } from './policyFields.ts'
import { encodeRlp, fromInteger, type RlpItem } from './rlp.ts'
import { parseEthereumTransaction, signEthereumTransaction } from './transaction.ts'

const bytes = (hex: string) => parseHex(hex, 'transaction', { prefix: true })
const parse = (hex: string) => parseEthereumTransaction(bytes(hex))

const privateKey = bytes('4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318')
const wallet = new Wallet(`0x${toHex(privateKey)}`)
const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const anyWei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const anyNumber = fc.nat()
const anyHex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((b) => `0x${toHex(b)}`)
const anyData = fc.uint8Array({ maxLength: 80 }).map((b) => `0x${toHex(b)}`)
const anyAccessList = fc.array(
  fc.record({ address: anyHex(20), storageKeys: fc.array(anyHex(32), { maxLength: 2 }) }),
  {
    maxLength: 2,
  },
)
const common = {
  nonce: anyNumber,
  gasLimit: anyNumber,
  value: anyWei,
  data: anyData,
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
}
/** The priority fee is a part of the fee. */
const anyFees = fc
  .tuple(anyWei, anyWei)
  .map(([a, b]) => (a > b ? [a, b] : [b, a]))
  .map(([maxFeePerGas, maxPriorityFeePerGas]) => ({ maxFeePerGas, maxPriorityFeePerGas }))
const withFees = (members: object) =>
  fc.tuple(fc.record(members), anyFees).map(([record, fees]) => ({ ...record, ...fees }))
const maybeTo = fc.option(anyHex(20))

const anyTransaction: fc.Arbitrary<object> = fc.oneof(
  fc.record({ ...common, type: fc.constant(0), to: maybeTo, gasPrice: anyWei }),
  fc.record({ ...common, chainId: fc.constant(0), type: fc.constant(0), to: maybeTo, gasPrice: anyWei }),
  fc.record({ ...common, type: fc.constant(1), to: maybeTo, gasPrice: anyWei, accessList: anyAccessList }),
  withFees({ ...common, type: fc.constant(2), to: maybeTo, accessList: anyAccessList }),
  withFees({
    ...common,
    type: fc.constant(3),
    to: anyHex(20),
    accessList: anyAccessList,
    maxFeePerBlobGas: anyWei,
    blobVersionedHashes: fc.array(anyHex(32), { minLength: 1, maxLength: 3 }),
  }),
  withFees({
    ...common,
    type: fc.constant(4),
    to: anyHex(20),
    accessList: anyAccessList,
    authorizationList: fc.constant([someAuthorization()]),
  }),
)

function someAuthorization() {
  return wallet.authorizeSync({ address: to, chainId: 1, nonce: 3 })
}

describe('Ethereum transactions', () => {
  it('sign as the example of EIP-155', () => {
    const { unsigned, signed, privateKey } = vectors.eip155
    expect(toHex(signEthereumTransaction(parse(unsigned), bytes(privateKey)))).toBe(signed)
    expect(ethereumPolicyFields(parse(`0x${unsigned}`), 'me')).toEqual({
      type: 'LEGACY',
      from: 'me',
      to: `0x${'35'.repeat(20)}`,
      data: '0x',
      value: 10n ** 18n,
      gas: 21000n,
      gas_price: 20n * 10n ** 9n,
      chain_id: 1n,
      nonce: 9n,
    })
  })

  it('of legacy kind without EIP-155 name no chain', () => {
    const like = { type: 0, nonce: 1, gasPrice: 1n, gasLimit: 21_000n, to, value: 5n }
    const unprotected = Transaction.from(like as TransactionLike)
    const fields = ethereumPolicyFields(parse(unprotected.unsignedSerialized), wallet.address)
    expect(unprotected.chainId).toBe(0n)
    expect(fields).not.toHaveProperty('chain_id')
  })

  it('of all types read and sign as in a second library', async () => {
    await fc.assert(
      fc.asyncProperty(anyTransaction, async (like) => {
        const tx = Transaction.from(like as TransactionLike)
        const read = parse(tx.unsignedSerialized)
        const fields = ethereumPolicyFields(read, wallet.address)
        expect(fields).toMatchObject({
          from: wallet.address,
          to: tx.to ?? '',
          data: tx.data,
          value: tx.value,
          gas: tx.gasLimit,
          nonce: BigInt(tx.nonce),
          gas_price: tx.gasPrice ?? tx.maxFeePerGas,
          type: tx.type === 0 ? 'LEGACY' : `TYPE_${tx.type}`,
        })
        expect(fields.chain_id).toBe(tx.chainId === 0n ? undefined : tx.chainId)
        expect(fields.max_fee_per_gas).toBe(tx.type! >= 2 ? tx.maxFeePerGas : undefined)
        expect(fields.max_priority_fee_per_gas).toBe(tx.type! >= 2 ? tx.maxPriorityFeePerGas : undefined)
        expect(fields.max_fee_per_blob_gas).toBe(tx.type === 3 ? tx.maxFeePerBlobGas : undefined)
        tx.signature = wallet.signingKey.sign(tx.unsignedHash)
        const signed = `0x${toHex(signEthereumTransaction(read, privateKey))}`
        expect(signed).toBe(tx.serialized)
        expect(Transaction.from(signed).from).toBe(wallet.address)
        expectKeysError('TRANSACTION_ALREADY_SIGNED', () => parse(signed))
      }),
      { numRuns: tries(300), seed: 8 },
    )
  })

  it('with short r or s sign with minimal integers', () => {
    let short = 0
    for (let nonce = 0; nonce < 400; nonce++) {
      const tx = Transaction.from({ type: 2, to, nonce, chainId: 1, gasLimit: 21000 })
      const signed = `0x${toHex(signEthereumTransaction(parse(tx.unsignedSerialized), privateKey))}`
      tx.signature = wallet.signingKey.sign(tx.unsignedHash)
      expect(signed).toBe(tx.serialized)
      if (/^0x00/.test(tx.signature!.r) || /^0x00/.test(tx.signature!.s)) short++
    }
    expect(short).toBeGreaterThan(0)
  })
})

describe('unsigned transactions are refused', () => {
  const zero = new Uint8Array()
  const address = bytes(to)
  const feeMarket: RlpItem[] = [Uint8Array.of(1), zero, zero, zero, zero, address, zero, zero, []]
  const legacy: RlpItem[] = [zero, zero, zero, address, zero, zero]
  const typed = (type: number, items: RlpItem) => toHex(concat(Uint8Array.of(type), encodeRlp(items)))

  it.each([
    ['when empty', '', 'RLP'],
    ['when no list', '80', 'list'],
    ['of an unknown type', typed(5, feeMarket), 'type 5'],
    ['of type 0', typed(0, legacy), 'type 0'],
    ['with bytes after the end', `${typed(2, feeMarket)}00`, 'RLP'],
    ['when cut', typed(2, feeMarket).slice(0, -2), 'RLP'],
    ['with a long length where a short one does', `f801${toHex(encodeRlp([zero])).slice(2)}`, 'RLP'],
    ['with an item too many', typed(2, [...feeMarket, zero]), '10 items'],
    ['with an item too few', typed(2, feeMarket.slice(1)), '8 items'],
    ['with a leading zero', typed(2, feeMarket.with(1, Uint8Array.of(0, 1))), '`nonce` has a leading zero'],
    [
      'with zero written as a byte',
      typed(2, feeMarket.with(6, Uint8Array.of(0))),
      '`value` has a leading zero',
    ],
    ['with a nonce above 64 bits', typed(2, feeMarket.with(1, new Uint8Array(9).fill(1))), '`nonce`'],
    ['with a value above 256 bits', typed(2, feeMarket.with(6, new Uint8Array(33).fill(1))), '`value`'],
    [
      'with a priority fee above the fee',
      typed(2, feeMarket.with(2, Uint8Array.of(1))),
      '`maxPriorityFeePerGas`',
    ],
    ['with a list for a number', typed(2, feeMarket.with(1, [])), '`nonce`'],
    ['with bytes for a list', typed(2, feeMarket.with(8, zero)), '`accessList`'],
    ['to an address of 19 bytes', typed(2, feeMarket.with(5, address.subarray(1))), '`to`'],
    ['with an access list entry of one item', typed(2, feeMarket.with(8, [[address]])), 'accessList entry'],
    [
      'with a storage key of 31 bytes',
      typed(2, feeMarket.with(8, [[address, [new Uint8Array(31)]]])),
      'storage key',
    ],
    [
      'that carry blobs and create contracts',
      typed(3, [...feeMarket.with(5, zero), zero, [new Uint8Array(32)]]),
      '`to`',
    ],
    ['that carry blobs without hashes', typed(3, [...feeMarket, zero, []]), 'blobVersionedHashes'],
    ['that come with their blobs', typed(3, [feeMarket, [], [], []]), '4 items'],
    ['that set code without authorizations', typed(4, [...feeMarket, []]), 'authorizationList'],
    [
      'that set code with a short authorization',
      typed(4, [...feeMarket, [[zero, address, zero]]]),
      'authorization',
    ],
    ['of eight items', toHex(encodeRlp([...legacy, Uint8Array.of(1), zero])), '8 items'],
    ['for chain zero', toHex(encodeRlp([...legacy, zero, zero, zero])), '`chainId`'],
    [
      'with zeros of 32 bytes as signature',
      toHex(encodeRlp([...legacy, Uint8Array.of(1), new Uint8Array(32), zero])),
      '`r`',
    ],
    ['that nest without end', `${'c1'.repeat(5000)}c0`, 'RLP'],
  ])('%s', (_, hex, reason) => {
    const { message } = expectKeysError('TRANSACTION_MALFORMED', () => parse(hex))
    expect(message).toContain(reason)
  })

  it('when they are signed', () => {
    const signature = [Uint8Array.of(1), Uint8Array.of(7), Uint8Array.of(9)]
    expectKeysError('TRANSACTION_ALREADY_SIGNED', () => parse(typed(2, [...feeMarket, ...signature])))
    expectKeysError('TRANSACTION_ALREADY_SIGNED', () => parse(toHex(encodeRlp([...legacy, ...signature]))))
    const halfSigned = [...legacy, Uint8Array.of(27), zero, Uint8Array.of(9)]
    expectKeysError('TRANSACTION_ALREADY_SIGNED', () => parse(toHex(encodeRlp(halfSigned))))
  })
})

it('integers are minimal', () => {
  expect(toHex(fromInteger(0n))).toBe('')
  expect(toHex(fromInteger(255n))).toBe('ff')
  expect(toHex(fromInteger(256n))).toBe('0100')
})

it('has at most 50,000 RLP items, lists included', () => {
  const items = (count: number) => toHex(encodeRlp(Array<RlpItem>(count - 1).fill(new Uint8Array())))
  const messageOf = (hex: string) => expectKeysError('TRANSACTION_MALFORMED', () => parse(hex)).message
  expect(messageOf(items(50_000))).toContain('it has 49999 items')
  expect(messageOf(items(50_001))).toContain('more than 50000 items')
  const nested = toHex(encodeRlp(Array<RlpItem>(30_000).fill([new Uint8Array()])))
  expect(messageOf(nested)).toContain('more than 50000 items')
})
