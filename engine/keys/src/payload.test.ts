import { hashAuthorization, TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { verifyTyped } from 'micro-eth-signer'
import { beforeAll, describe, expect, it } from 'vitest'
import { tries } from '../../../tools/scripts/lib/tries.ts'
import { expectKeysError } from '../test/expectKeysError.ts'
import vectors from '../vectors/ethereum.json'
import { addressOf } from './address.ts'
import { publicKeyOf } from './curve.ts'
import { toHex, toUtf8 } from './encoding.ts'
import { encodeType } from './ethereum/hashTypedData.ts'
import { parseTypedData } from './ethereum/typedData.ts'
import { keccak256, sha256 } from './hash.ts'
import {
  type HashFunction,
  loadPayloads,
  type PayloadEncoding,
  payloadEncodings,
  signableBytes,
  signPayload,
} from './payload.ts'

beforeAll(async () => {
  await Promise.all(payloadEncodings.map(loadPayloads))
})

const hexadecimal = 'PAYLOAD_ENCODING_HEXADECIMAL'
const text = 'PAYLOAD_ENCODING_TEXT_UTF8'
const eip712 = 'PAYLOAD_ENCODING_EIP712'
const eip7702 = 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION'
const noOp = 'HASH_FUNCTION_NO_OP'

const signable = (
  payload: string,
  encoding: PayloadEncoding,
  hashFunction: HashFunction,
  curve: 'CURVE_SECP256K1' | 'CURVE_ED25519' = 'CURVE_SECP256K1',
) => toHex(signableBytes({ payload, encoding, hashFunction }, curve))

describe('payloads', () => {
  it('are hexadecimal of any case, with or without 0x', () => {
    expect(signable(`0xAbCd${'00'.repeat(30)}`, hexadecimal, noOp)).toBe(`abcd${'00'.repeat(30)}`)
    expect(signable('ff', hexadecimal, 'HASH_FUNCTION_SHA256')).toBe(toHex(sha256(Uint8Array.of(0xff))))
  })

  it('are hashed once, as asked', () => {
    expect(signable('grüße', text, 'HASH_FUNCTION_SHA256')).toBe(toHex(sha256(toUtf8('grüße'))))
    expect(signable('', text, 'HASH_FUNCTION_KECCAK256')).toBe(toHex(keccak256(new Uint8Array())))
  })

  it('are the message itself on ed25519', () => {
    expect(signable('hi', text, 'HASH_FUNCTION_NOT_APPLICABLE', 'CURVE_ED25519')).toBe('6869')
  })

  it('are refused when they are not what their encoding says', () => {
    expectKeysError('MALFORMED_HEX', () => signable('abc', hexadecimal, 'HASH_FUNCTION_SHA256'))
    const { message } = expectKeysError('MALFORMED_HEX', () => signable('0xag', hexadecimal, noOp))
    expect(message).toContain('character 4')
    expectKeysError('DIGEST_LENGTH_MISMATCH', () => signable('abcd', hexadecimal, noOp))
    expectKeysError('DIGEST_LENGTH_MISMATCH', () =>
      signable('thirty-three bytes is one too long', text, noOp),
    )
    expectKeysError('PAYLOAD_MALFORMED', () => signable('a\ud800', text, 'HASH_FUNCTION_SHA256'))
    expectKeysError('PAYLOAD_ENCODING_UNKNOWN', () => signable('', 'toString' as typeof text, noOp))
    expectKeysError('HASH_FUNCTION_UNKNOWN', () => signable('', text, 'MD5' as typeof noOp))
  })

  it('are refused with a hash function that the curve or encoding does not take', () => {
    expectKeysError('HASH_FUNCTION_MISMATCH', () => signable('a', text, 'HASH_FUNCTION_NOT_APPLICABLE'))
    for (const hashFunction of [noOp, 'HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256'] as const) {
      expectKeysError('HASH_FUNCTION_MISMATCH', () => signable('a', text, hashFunction, 'CURVE_ED25519'))
    }
    expectKeysError('HASH_FUNCTION_MISMATCH', () => signable('{}', eip712, 'HASH_FUNCTION_KECCAK256'))
  })
})

describe('typed data', () => {
  const { typedData, digest, privateKeyOf, r, s, v } = vectors.eip712
  const json = JSON.stringify(typedData)

  it('has the published type, digest and signature', () => {
    expect(encodeType(parseTypedData(json).types, 'Mail')).toBe(vectors.eip712.encodeType)
    expect(signable(json, eip712, noOp)).toBe(digest)
    const privateKey = keccak256(toUtf8(privateKeyOf))
    const payload = { payload: json, encoding: eip712, hashFunction: noOp } as const
    const signature = signPayload(payload, { curve: 'CURVE_SECP256K1', privateKey })
    expect(signature).toEqual({ r, s, v })
    const address = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', privateKey))
    expect(verifyTyped(`0x${r}${s}1c`, typedData as never, address)).toBe(true)
  })

  it('may leave the domain type out, and write numbers in three ways', () => {
    const { EIP712Domain: _, ...types } = typedData.types
    for (const chainId of [1, '1', '0x1', '0x01']) {
      const spoken = { ...typedData, types, domain: { ...typedData.domain, chainId } }
      expect(signable(JSON.stringify(spoken), eip712, noOp)).toBe(digest)
    }
  })

  it('agrees with a second library on every kind of value', () => {
    const types = {
      Leaf: [
        { name: 'flag', type: 'bool' },
        { name: 'small', type: 'int8' },
        { name: 'big', type: 'uint256' },
        { name: 'tag', type: 'bytes4' },
      ],
      Tree: [
        { name: 'leaves', type: 'Leaf[]' },
        { name: 'pair', type: 'Leaf[2]' },
        { name: 'grid', type: 'int64[2][]' },
        { name: 'blob', type: 'bytes' },
        { name: 'note', type: 'string' },
        { name: 'owner', type: 'address' },
      ],
    }
    const hex = (length: number) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => `0x${toHex(bytes)}`)
    const leaf = fc.record({
      flag: fc.boolean(),
      small: fc.integer({ min: -128, max: 127 }),
      big: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String),
      tag: hex(4),
    })
    const tree = fc.record({
      leaves: fc.array(leaf, { maxLength: 3 }),
      pair: fc.array(leaf, { minLength: 2, maxLength: 2 }),
      grid: fc.array(
        fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String), {
          minLength: 2,
          maxLength: 2,
        }),
        { maxLength: 3 },
      ),
      blob: fc.uint8Array({ maxLength: 70 }).map((bytes) => `0x${toHex(bytes)}`),
      note: fc.string({ unit: 'grapheme' }),
      owner: hex(20),
    })
    const domain = { name: 'Everything', chainId: 5, salt: `0x${'ab'.repeat(32)}` }
    fc.assert(
      fc.property(tree, (message) => {
        const payload = JSON.stringify({ types, primaryType: 'Tree', domain, message })
        expect(`0x${signable(payload, eip712, noOp)}`).toBe(TypedDataEncoder.hash(domain, types, message))
      }),
      { numRuns: tries(150), seed: 4 },
    )
  })

  /** The example with the member at a dotted place changed, or removed. */
  function changed(place: string, value?: unknown): string {
    const data = structuredClone(typedData)
    const steps = place.split('.')
    const last = steps.pop()!
    const parent = steps.reduce<Record<string, unknown>>(
      (object, step) => object[step] as Record<string, unknown>,
      data,
    )
    parent[last] = value
    return JSON.stringify(data)
  }

  /** Typed data with one member, an empty list of a type. */
  function emptyList(type: string): string {
    const types = { Order: [{ name: 'items', type }] }
    return JSON.stringify({ types, primaryType: 'Order', domain: {}, message: { items: [] } })
  }

  const wrongChecksum = '0xBbBBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'

  it.each([
    ['no JSON', '{', 'JSON'],
    ['a list', '[]', 'JSON'],
    ['no types', changed('types'), '`types`'],
    ['no primary type', changed('primaryType'), '`primaryType`'],
    ['an unknown primary type', changed('primaryType', 'Letter'), '`Letter`'],
    ['a primary type of every object', changed('primaryType', 'constructor'), '`constructor`'],
    ['no domain', changed('domain'), '`domain`'],
    ['no message', changed('message', []), '`message`'],
    ['a missing member', changed('message.to.wallet'), '`message.to.wallet` is missing'],
    ['a wrong checksum', changed('message.to.wallet', wrongChecksum), '`message.to.wallet`'],
    ['a number for a text', changed('message.contents', 5), '`message.contents`'],
    ['a fraction', changed('domain.chainId', 1.5), '`domain.chainId`'],
    ['a number beyond 2^53', changed('domain.chainId', 1e30), '`domain.chainId`'],
    ['a negative uint', changed('domain.chainId', -1), 'uint256'],
    ['an unknown type', changed('types.Mail.2.type', 'strung'), '`strung`'],
    ['a type too wide', changed('types.EIP712Domain.2.type', 'uint264'), '`uint264`'],
    ['a struct named as a basic type', changed('types.uint256', []), 'basic type'],
    ['a member twice', changed('types.Person.1.name', 'name'), 'twice'],
    ['a name with a bracket', changed('types.Person.0.name', 'a)'), '`Person`'],
    ['a list for a struct', changed('message.from', []), '`message.from`'],
    ['a struct for a list', changed('types.Mail.0.type', 'Person[]'), '`message.from`'],
    ['half of a surrogate pair', changed('message.contents', 'a\udc00'), '`message.contents`'],
    ['an unknown type of an empty list', emptyList('Letter[]'), '`Letter`'],
    ['a type too wide in an empty list', emptyList('uint264[2][]'), '`uint264`'],
    ['an endless length of an empty list', emptyList('bool[123456]'), '`bool[123456]`'],
  ])('is refused with %s', (_, payload, place) => {
    const { message } = expectKeysError('PAYLOAD_MALFORMED', () => signable(payload, eip712, noOp))
    expect(message).toContain(place)
  })

  it('is refused with the text of another type in the type of an empty list', () => {
    // A contract with the first types would read `limit` as `amount`, although the second types name it `limit`.
    const real = {
      Order: [
        { name: 'items', type: 'Item[]' },
        { name: 'amount', type: 'uint256' },
      ],
      Item: [
        { name: 'parts', type: 'uint256[]' },
        { name: 'limit', type: 'uint256' },
      ],
    }
    const forged = {
      Order: [
        { name: 'parts', type: 'Item[] items,uint256 amount)Item(uint256[]' },
        { name: 'limit', type: 'uint256' },
      ],
    }
    const payloadOf = (types: object, message: object) =>
      JSON.stringify({ types, primaryType: 'Order', domain: {}, message })
    signable(payloadOf(real, { items: [], amount: 5 }), eip712, noOp)
    const { message } = expectKeysError('PAYLOAD_MALFORMED', () =>
      signable(payloadOf(forged, { parts: [], limit: 5 }), eip712, noOp),
    )
    expect(message).toContain('is not a type')
  })

  it('is refused when it is endless', () => {
    const types = { Node: [{ name: 'next', type: 'Node[]' }] }
    let message: object = { next: [] }
    for (let i = 0; i < 100; i++) message = { next: [message] }
    const deep = JSON.stringify({ types, primaryType: 'Node', domain: {}, message })
    expectKeysError('PAYLOAD_MALFORMED', () => signable(deep, eip712, noOp))
    const wide = JSON.stringify({
      types,
      primaryType: 'Node',
      domain: {},
      message: { next: Array(20_000).fill({ next: [] }) },
    })
    expectKeysError('PAYLOAD_MALFORMED', () => signable(wide, eip712, noOp))
    // The text of each type contains the text of all types after it.
    const chain = Array.from({ length: 400 }, (_, i) => ({
      name: `T${i}`.padEnd(100, 'x'),
      field: { name: 'next', type: i < 399 ? `${`T${i + 1}`.padEnd(100, 'x')}[]` : 'bool' },
    }))
    const chained = JSON.stringify({
      types: {
        ...Object.fromEntries(chain.map(({ name, field }) => [name, [field]])),
        All: chain.map(({ name }, i) => ({ name: `m${i}`, type: name })),
      },
      primaryType: 'All',
      domain: {},
      message: Object.fromEntries(chain.map((_, i) => [`m${i}`, { next: i < 399 ? [] : true }])),
    })
    const { message: reason } = expectKeysError('PAYLOAD_MALFORMED', () => signable(chained, eip712, noOp))
    expect(reason).toContain('types')
    const many = Array.from({ length: 2000 }, (_, i) => ({ name: `m${i}`, type: 'bool' }))
    const large = JSON.stringify({ types: { Node: many }, primaryType: 'Node', domain: {}, message: {} })
    expectKeysError('PAYLOAD_MALFORMED', () => signable(large, eip712, noOp))
  })
})

describe('EIP-7702 authorizations', () => {
  const address = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

  it('agree with a second library', () => {
    const anyNumber = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n })
    fc.assert(
      fc.property(anyNumber, anyNumber, fc.constantFrom(Number, String), (chainId, nonce, spell) => {
        const payload = JSON.stringify({ address, chainId: spell(chainId), nonce: spell(nonce) })
        expect(`0x${signable(payload, eip7702, noOp)}`).toBe(hashAuthorization({ address, chainId, nonce }))
      }),
      { numRuns: tries(100), seed: 5 },
    )
  })

  it.each([
    ['{}', '`address`'],
    ['x', 'JSON'],
    [JSON.stringify({ address: '0x12', chainId: 1, nonce: 0 }), '`address`'],
    [JSON.stringify({ address, nonce: 0 }), '`chainId`'],
    [JSON.stringify({ address, chainId: 1, nonce: -1 }), '`nonce`'],
    [JSON.stringify({ address, chainId: 1, nonce: '18446744073709551616' }), '64 bits'],
    [JSON.stringify({ address, chainId: 1, nonce: '1e3' }), '`nonce`'],
  ])('are refused: %s', (payload, place) => {
    const { message } = expectKeysError('PAYLOAD_MALFORMED', () => signable(payload, eip7702, noOp))
    expect(message).toContain(place)
  })
})
