/** Names in typed data, as the world writes them: accepted wherever two libraries agree, with their hash. */
import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { tries } from '../../../tools/scripts/lib/tries.ts'
import { expectKeysError } from '../test/expectKeysError.ts'
import { toHex } from './encoding.ts'
import { loadPayloads, signableBytes } from './payload.ts'

beforeAll(() => loadPayloads('PAYLOAD_ENCODING_EIP712'))

interface Field {
  readonly name: string
  readonly type: string
}
interface Document {
  readonly types: Record<string, Field[]>
  readonly primaryType: string
  readonly message: Record<string, unknown>
}

const domain = { name: 'Exchange', version: '1', chainId: 42161 }

const ours = (data: Document) =>
  `0x${toHex(
    signableBytes(
      {
        payload: JSON.stringify({ domain, ...data }),
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      },
      'CURVE_SECP256K1',
    ),
  )}`

const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]
const byEthers = ({ types, message }: Document) => TypedDataEncoder.hash(domain, types, message)
const byViem = ({ types, primaryType, message }: Document) =>
  hashTypedData({ domain, types: { EIP712Domain: domainType, ...types }, primaryType, message } as never)

/** Its message has one member per field: a struct, a list of structs, and an integer. */
const documentOf = (outer: string, inner: string, names: readonly [string, string, string]): Document => ({
  types: {
    [outer]: [
      { name: names[0], type: inner },
      { name: names[1], type: `${inner}[]` },
      { name: names[2], type: 'uint64' },
    ],
    [inner]: [{ name: names[0], type: 'string' }],
  },
  primaryType: outer,
  message: { [names[0]]: { [names[0]]: 'x' }, [names[1]]: [{ [names[0]]: 'y' }], [names[2]]: 7 },
})

const flat = (type: string, member: string): Document => ({
  types: { [type]: [{ name: member, type: 'string' }] },
  primaryType: type,
  message: { [member]: 'x' },
})

/** viem rejects other names of structs. */
const isForViem = (type: string) => /^[\w$:]+$/.test(type)

describe('names', () => {
  const character = fc.constantFrom(...'aZ_$:.-/#@!0é字 ')
  const name = fc.string({ unit: character, maxLength: 12 })
  const typeName = fc
    .string({ unit: fc.constantFrom(...'aZ_$:.-/#@!0é字'), minLength: 1, maxLength: 12 })
    .map((text) => `T${text}`)

  it('of one struct have the hash of ethers and viem', () => {
    fc.assert(
      fc.property(typeName, name, (type, member) => {
        const data = flat(type, member)
        expect(ours(data)).toBe(byEthers(data))
        if (isForViem(type)) expect(ours(data)).toBe(byViem(data))
      }),
      { numRuns: tries(2000), seed: 46 },
    )
  })

  it('of nested structs have the hash of ethers', () => {
    const names = fc.uniqueArray(name, { minLength: 3, maxLength: 3 })
    const types = fc.uniqueArray(typeName, { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(types, names, ([outer, inner], members) => {
        const data = documentOf(outer!, inner!, members as [string, string, string])
        expect(ours(data)).toBe(byEthers(data))
        if ([outer, inner].every((type) => isForViem(type!))) expect(ours(data)).toBe(byViem(data))
      }),
      { numRuns: tries(2000), seed: 46 },
    )
  })

  it.each([
    'HyperliquidTransaction:ApproveAgent',
    'HyperliquidTransaction:UsdSend',
    'a.b-c/d',
    '1st',
    'Größe',
    'function',
  ])('such as %s are accepted', (type) => {
    const data = flat(type, type)
    expect(ours(data)).toBe(byEthers(data))
    if (isForViem(type)) expect(ours(data)).toBe(byViem(data))
  })

  it.each([
    ['type name', flat('a(b', 'x'), 'type name `a(b` contains `(`'],
    ['type name with a space', flat('a b', 'x'), 'contains ` `'],
    ['type name like a list', flat('a[]', 'x'), 'contains `[`'],
    ['member name', flat('a', 'x,uint256 y'), 'member name `x,uint256 y` contains `,`'],
    ['member name with an end', flat('a', 'x)b(string y'), 'contains `)`'],
    ['half a character', flat('a', '\ud800'), 'surrogate'],
    ['basic type', flat('uint256', 'x'), '`uint256` is a basic type'],
  ])('that make the encoding ambiguous are rejected with the reason: %s', (_, data, reason) => {
    expect(expectKeysError('PAYLOAD_MALFORMED', () => ours(data)).message).toContain(reason)
  })

  it.each([
    [{ type: 'string' }, 'lacks `name`'],
    [{ name: 'x' }, 'lacks `type`'],
    [{ name: 1, type: 'string' }, 'has no text as `name`'],
    ['string x', 'is not an object'],
  ])('of the member %o say what is wrong', (field, reason) => {
    const data = { ...flat('T', 'x'), types: { T: [field as Field] } }
    expect(expectKeysError('PAYLOAD_MALFORMED', () => ours(data)).message).toContain(reason)
  })
})

describe('integers without a width', () => {
  const documentWith = (type: string): Document => ({
    types: { T: [{ name: 'n', type }] },
    primaryType: 'T',
    message: { n: type.endsWith(']') ? ['1', '2'] : '1' },
  })

  it.each(['uint', 'int', 'uint[]', 'int[2]'])('such as %s are ambiguous', (type) => {
    const [data, [name]] = [documentWith(type), type.split('[')]
    const { message } = expectKeysError('PAYLOAD_MALFORMED', () => ours(data))
    expect(message).toContain(`\`${name}\` has no width: write \`${name}256\``)
    // ethers hashes them as if they had one, viem rejects them, and eth-sig-util 8.2 keeps the name: another hash.
    const sized = documentWith(type.replace('int', 'int256'))
    expect(byEthers(data)).toBe(byEthers(sized))
    expect(() => byViem(data)).toThrow()
    expect(ours(sized)).toBe(byEthers(sized))
  })

  it('are rejected where no value uses them, and in domains', () => {
    const unused = { ...flat('T', 'x'), types: { T: [{ name: 'x', type: 'uint[]' }] }, message: { x: [] } }
    expect(expectKeysError('PAYLOAD_MALFORMED', () => ours(unused)).message).toContain('write `uint256`')
    const EIP712Domain = domainType.map(({ name, type }) => ({ name, type: type.replace('256', '') }))
    const inDomain = { ...flat('T', 'x'), types: { EIP712Domain, T: [{ name: 'x', type: 'string' }] } }
    expect(expectKeysError('PAYLOAD_MALFORMED', () => ours(inDomain)).message).toContain('write `uint256`')
  })
})

describe('integers above 2^53', () => {
  const types = { T: [{ name: 'n', type: 'uint256' }] }
  const payloadOf = (n: string, message = `{"n":${n}}`) =>
    `{"domain":{"name":"Exchange","version":"1","chainId":42161},"types":${JSON.stringify(types)},"primaryType":"T","message":${message}}`
  const digest = (
    payload: string,
    encoding: 'PAYLOAD_ENCODING_EIP712' | 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
  ) => toHex(signableBytes({ payload, encoding, hashFunction: 'HASH_FUNCTION_NO_OP' }, 'CURVE_SECP256K1'))

  it('are exact, as numbers of JSON and as texts', () => {
    const large = fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 256n - 1n })
    fc.assert(
      fc.property(large, (n) => {
        const expected = byEthers({ types, primaryType: 'T', message: { n } }).slice(2)
        expect(digest(payloadOf(String(n)), 'PAYLOAD_ENCODING_EIP712')).toBe(expected)
        expect(digest(payloadOf(`"${n}"`), 'PAYLOAD_ENCODING_EIP712')).toBe(expected)
      }),
      { numRuns: tries(500), seed: 46 },
    )
  })

  it.each(['9007199254740993.5', '1e30', '-9007199254740993', '{"$largeInteger":"9007199254740993"}'])(
    'are not read from %s',
    (n) => {
      expectKeysError('PAYLOAD_MALFORMED', () => digest(payloadOf(n), 'PAYLOAD_ENCODING_EIP712'))
    },
  )

  it('are not texts', () => {
    const payload = payloadOf('1').replace('uint256', 'string').replace('"n":1', '"n":9007199254740993')
    expectKeysError('PAYLOAD_MALFORMED', () => digest(payload, 'PAYLOAD_ENCODING_EIP712'))
  })

  it('are exact chain ids of authorizations', async () => {
    await loadPayloads('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION')
    const of = (chainId: string) =>
      digest(
        `{"address":"0x${'11'.repeat(20)}","chainId":${chainId},"nonce":0}`,
        'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
      )
    expect(of('9007199254740993')).toBe(of('"9007199254740993"'))
    expect(of('9007199254740993')).not.toBe(of('9007199254740992'))
  })
})
