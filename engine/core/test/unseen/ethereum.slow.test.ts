/**
 * Additional, missing or differently spelled content never helps an Ethereum transaction or typed data pass a policy.
 */
import {
  finishSteps,
  loadPayloads,
  loadTransactions,
  readPayload,
  readTransaction,
  toHex,
} from '@keywright/keys'
import type { CompiledPolicy } from '@keywright/policy'
import { Transaction, type TransactionLike, toBeHex } from 'ethers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../../../tools/scripts/lib/tries.ts'
import { payloadFacts } from '../../src/calls/signing/payloadFacts.ts'
import { transactionFacts } from '../../src/calls/signing/transactionFacts.ts'
import { comparison, namesOf, policySets, Tally, verdictOf } from './arbitraryPolicies.ts'

const RUNS = 400

// The generator of secp256k1, compressed: the public key of private key 1.
const publicKey = Uint8Array.from(
  '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'.match(/../g)!,
  (pair) => Number.parseInt(pair, 16),
)
const ADDRESSES = [
  '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
  '0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69',
]
const VALUES = [0n, 1n, 5n, 10n ** 18n, 2n ** 127n, 2n ** 255n]
/** Values that policies use. */
const LITERALS = [0n, 1n, 5n, 10n ** 18n, 2n ** 127n - 1n]
const SMALL = [0n, 1n, 5n, 137n]
const address = fc.constantFrom(...ADDRESSES)
const small = fc.constantFrom(...SMALL)
const hash = fc.nat({ max: 9 }).map((n) => toBeHex(n, 32))

beforeAll(async () => {
  await loadTransactions()
  await loadPayloads('PAYLOAD_ENCODING_EIP712')
})

describe('a denied Ethereum transaction', () => {
  const scalars = [
    comparison('eth.tx.to', ADDRESSES),
    comparison('eth.tx.from', ADDRESSES),
    comparison('eth.tx.value', LITERALS),
    comparison('eth.tx.gas', SMALL),
    comparison('eth.tx.gas_price', SMALL),
    comparison('eth.tx.chain_id', SMALL),
    comparison('eth.tx.nonce', SMALL),
    comparison('eth.tx.max_fee_per_gas', SMALL),
    comparison('eth.tx.max_priority_fee_per_gas', SMALL),
    comparison('eth.tx.max_fee_per_blob_gas', SMALL),
    comparison('eth.tx.data[0..10]', ['0xa9059cbb', '0x', '0x095ea7b3']),
    comparison('eth.tx.data', ['0x', '0xa9059cbb']),
  ]

  const core = fc.record({
    to: address,
    value: fc.constantFrom(...VALUES),
    gasLimit: small,
    nonce: small.map(Number),
    data: fc.constantFrom('0x', '0xa9059cbb', `0xa9059cbb${'00'.repeat(64)}`),
  })
  const fee = fc.record({ price: small, tip: small, blob: small })
  const KINDS = ['legacy', 'legacy without chain', 1, 2, 3, 4] as const
  const kind = fc.constantFrom(...KINDS)
  const accessList = fc.array(fc.record({ address, storageKeys: fc.array(hash, { maxLength: 2 }) }), {
    maxLength: 2,
  })
  const authorizations = fc.array(
    fc.record({ address, nonce: small, chainId: small }).map((authorization) => ({
      ...authorization,
      signature: { r: toBeHex(1, 32), s: toBeHex(2, 32), yParity: 0 as const },
    })),
    { minLength: 1, maxLength: 2 },
  )
  const lists = fc.record({
    accessList,
    authorizations,
    blobs: fc.array(hash, { minLength: 1, maxLength: 2 }),
  })

  type Of<A> = A extends fc.Arbitrary<infer V> ? V : never

  function bytesOf(
    of: (typeof KINDS)[number],
    members: Of<typeof core>,
    { price, tip, blob }: Of<typeof fee>,
    { accessList, authorizations, blobs }: Of<typeof lists>,
  ): string {
    const chainId = 1n
    const priced = { ...members, gasPrice: price }
    const tipped = {
      ...members,
      chainId,
      accessList,
      maxFeePerGas: price,
      maxPriorityFeePerGas: tip < price ? tip : price,
    }
    const like: Record<string, TransactionLike> = {
      legacy: { ...priced, type: 0, chainId },
      'legacy without chain': { ...priced, type: 0 },
      1: { ...priced, type: 1, chainId, accessList },
      2: { ...tipped, type: 2 },
      3: {
        ...tipped,
        type: 3,
        maxFeePerBlobGas: blob,
        blobVersionedHashes: blobs.map((each) => `0x01${each.slice(4)}`),
      },
      4: { ...tipped, type: 4, authorizationList: authorizations as never },
    }
    return Transaction.from(like[of]!).unsignedSerialized
  }

  const verdict = (policies: readonly CompiledPolicy[], bytes: string) =>
    verdictOf(
      policies,
      'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
      transactionFacts(readTransaction('TRANSACTION_TYPE_ETHEREUM', bytes, { publicKey })),
    )

  it('stays denied with additional access list entries, blobs and authorizations', () => {
    const tally = new Tally()
    fc.assert(
      fc.property(policySets([], scalars), kind, core, fee, lists, lists, (policies, of, ...rest) => {
        const [core, fee, few, more] = rest
        const both = {
          accessList: [...few.accessList, ...more.accessList],
          authorizations: [...few.authorizations, ...more.authorizations],
          blobs: [...few.blobs, ...more.blobs],
        }
        const before = tally.add(verdict(policies, bytesOf(of, core, fee, few)))
        expect(verdict(policies, bytesOf(of, core, fee, both)), namesOf(policies)).toBe(before)
      }),
      runs(RUNS),
    )
    expect(tally.rarest).toBeGreaterThan(0)
  })

  it('stays denied in a form with fewer fields: no chain, no own fee', () => {
    /** The first form of each pair has all fields of the second one. */
    const LESS = [
      [3, 2],
      [2, 1],
      [4, 2],
      [4, 1],
      [2, 'legacy'],
      [1, 'legacy without chain'],
      ['legacy', 'legacy without chain'],
    ] as const
    fc.assert(
      fc.property(
        policySets([], scalars),
        fc.constantFrom(...LESS),
        core,
        fee,
        lists,
        (policies, [more, less], core, fee, lists) => {
          if (verdict(policies, bytesOf(more, core, fee, lists)) === 'ALLOWED') return
          expect(verdict(policies, bytesOf(less, core, fee, lists)), namesOf(policies)).toBe('DENIED')
        },
      ),
      runs(RUNS),
    )
  })
})

describe('denied typed data', () => {
  interface Order {
    readonly to: string
    readonly amount: bigint
    readonly note: string
    readonly data: string
    readonly items: readonly { readonly to: string; readonly n: bigint }[]
    readonly grid: readonly (readonly bigint[])[]
  }
  interface Domain {
    readonly name?: string
    readonly version?: string
    readonly chainId?: bigint
    readonly verifyingContract?: string
  }
  const item = fc.record({ to: address, n: small })
  const order: fc.Arbitrary<Order> = fc.record({
    to: address,
    amount: fc.constantFrom(...VALUES),
    note: fc.constantFrom('a', 'b', ''),
    data: fc.constantFrom('0x', '0xab', '0xa9059cbb'),
    items: fc.array(item, { maxLength: 2 }),
    grid: fc.array(fc.array(small, { maxLength: 2 }), { maxLength: 2 }),
  })
  const domain: fc.Arbitrary<Domain> = fc.record({
    name: fc.constantFrom('Shop', 'Swap'),
    version: fc.constantFrom('1', '2'),
    chainId: small,
    verifyingContract: address,
  })
  const message = 'eth.eip_712.message'
  const scalars = [
    comparison(`${message}['to']`, ADDRESSES),
    comparison(`${message}['amount']`, LITERALS),
    comparison(`${message}['note']`, ['a', 'b', '']),
    comparison(`${message}['data']`, ['0x', '0xab', '0xa9059cbb']),
    comparison('eth.eip_712.primary_type', ['Order', 'Permit']),
    comparison('eth.eip_712.domain.name', ['Shop', 'Swap']),
    comparison('eth.eip_712.domain.version', ['1', '2']),
    comparison('eth.eip_712.domain.chain_id', SMALL),
    comparison('eth.eip_712.domain.verifying_contract', ADDRESSES),
  ]
  const lists = [
    {
      path: `${message}['items']`,
      test: () => fc.oneof(comparison("x['to']", ADDRESSES), comparison("x['n']", SMALL)),
    },
    {
      path: `${message}['grid']`,
      test: (effect: string) =>
        comparison('y', SMALL).map((text) =>
          effect === 'EFFECT_ALLOW' ? `x.all(y, ${text})` : `x.any(y, ${text})`,
        ),
    },
  ]

  /** A spelling of a value; all of them represent the same value. */
  type Spelling = (value: bigint | string) => unknown
  const plain: Spelling = (value) => String(value)
  const spelling: fc.Arbitrary<Spelling> = fc.constantFrom<Spelling>(
    plain,
    (value) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value.toLowerCase()),
    (value) => (typeof value === 'bigint' ? `0${value}` : `0x${value.slice(2).toUpperCase()}`),
    (value) => (typeof value === 'bigint' && value < 1_000n ? Number(value) : String(value)),
  )

  interface Extra {
    readonly typed: boolean
    /** Members that are not part of any type. */
    readonly untyped: boolean
  }

  function payloadOf(
    { to, amount, note, data, items, grid }: Order,
    { chainId, verifyingContract, ...texts }: Domain,
    spell: Spelling = plain,
    { typed, untyped }: Extra = { typed: false, untyped: false },
  ): string {
    const strange = untyped ? { zzz: '7', to2: ADDRESSES[0] } : {}
    return JSON.stringify({
      types: {
        Order: [
          { name: 'to', type: 'address' },
          { name: 'amount', type: 'uint256' },
          { name: 'note', type: 'string' },
          { name: 'data', type: 'bytes' },
          { name: 'items', type: 'Item[]' },
          { name: 'grid', type: 'uint8[][]' },
          ...(typed ? [{ name: 'more', type: 'Item' }] : []),
        ],
        Item: [
          { name: 'to', type: 'address' },
          { name: 'n', type: 'uint256' },
        ],
      },
      primaryType: 'Order',
      domain: {
        ...texts,
        ...(chainId === undefined ? {} : { chainId: spell(chainId) }),
        ...(verifyingContract === undefined ? {} : { verifyingContract: spell(verifyingContract) }),
      },
      message: {
        ...strange,
        to: spell(to),
        amount: spell(amount),
        note,
        data: data.length > 2 ? spell(data) : data,
        items: items.map((each) => ({ ...strange, to: spell(each.to), n: spell(each.n) })),
        grid: grid.map((row) => row.map(spell)),
        ...(typed ? { more: { to: ADDRESSES[1], n: '5' } } : {}),
      },
    })
  }

  const read = (payload: string) =>
    readPayload(
      { payload, encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' },
      'CURVE_SECP256K1',
    )
  const factsOf = (payload: ReturnType<typeof read>) => finishSteps(payloadFacts(payload))
  const verdict = (policies: readonly CompiledPolicy[], payload: string) =>
    verdictOf(policies, 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', factsOf(read(payload)))

  it('stays denied with additional elements and members', () => {
    const tally = new Tally()
    fc.assert(
      fc.property(
        policySets(lists, scalars),
        order,
        order,
        domain,
        fc.record({ typed: fc.boolean(), untyped: fc.boolean() }),
        fc.boolean(),
        (policies, few, more, domain, extra, isFirst) => {
          if (tally.add(verdict(policies, payloadOf(few, domain))) === 'ALLOWED') return
          const joined = <T>(a: readonly T[], b: readonly T[]) => (isFirst ? [...b, ...a] : [...a, ...b])
          const both = {
            ...few,
            items: joined(few.items, more.items),
            grid: joined(few.grid, more.grid),
          }
          expect(verdict(policies, payloadOf(both, domain, plain, extra)), namesOf(policies)).toBe('DENIED')
        },
      ),
      runs(RUNS),
    )
    expect(tally.rarest).toBeGreaterThan(0)
  })

  it('stays denied with fewer domain fields', () => {
    fc.assert(
      fc.property(
        policySets(lists, scalars),
        order,
        domain,
        fc.subarray(['name', 'version', 'chainId', 'verifyingContract'] as const),
        (policies, order, domain, named) => {
          if (verdict(policies, payloadOf(order, domain)) === 'ALLOWED') return
          const less = Object.fromEntries(named.map((name) => [name, domain[name]])) as Domain
          expect(verdict(policies, payloadOf(order, less)), namesOf(policies)).toBe('DENIED')
        },
      ),
      runs(RUNS),
    )
  })

  it('looks the same to policies in every spelling with the same signed bytes', () => {
    fc.assert(
      fc.property(order, domain, spelling, fc.boolean(), (order, domain, spell, untyped) => {
        const [one, other] = [
          read(payloadOf(order, domain)),
          read(payloadOf(order, domain, spell, { typed: false, untyped })),
        ]
        expect(toHex(other.signable)).toBe(toHex(one.signable))
        expect(factsOf(other)).toEqual(factsOf(one))
      }),
      runs(RUNS / 4),
    )
  })
})
