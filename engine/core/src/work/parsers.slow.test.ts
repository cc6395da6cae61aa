/** The worst inputs of each parser within the body limit, one per repeated element: rejected, or done in short pieces. */
import { limits } from '@keywright/contract'
import {
  concat,
  countTransaction,
  loadPayloads,
  loadTransactions,
  parseAbi,
  parseHex,
  parseJson,
  readPayloadInSteps,
  readTransactionInSteps,
  type TransactionType,
  toHex,
} from '@keywright/keys'
import { checkPolicy } from '@keywright/policy'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { PSBTGlobal, PSBTInput, PSBTOutput } from '@scure/btc-signer/psbt.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { pieceOf } from '../../test/support/longestStep.ts'
import { readAttestation } from '../authenticate/webauthn.ts'

const BODY = limits.bodyBytes
/** Hexadecimal has two characters per byte; the rest of the body is small. */
const BINARY = Math.floor((BODY - 2_000) / 2)

const publicKey = secp256k1.getPublicKey(new Uint8Array(32).fill(7))
const points = Array.from({ length: limits.entriesPerTransaction / 8 }, (_, n) =>
  secp256k1.Point.BASE.multiply(BigInt(n + 2)).toBytes(),
)

beforeAll(async () => {
  await loadTransactions()
  await loadPayloads('PAYLOAD_ENCODING_EIP712')
  await loadPayloads('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION')
})

/** What `sign_transaction` does before the decision; false if the counts are rejected. */
function* readTransaction(type: TransactionType, bytes: Uint8Array) {
  const hex = toHex(bytes)
  const counts = countTransaction(type, hex)
  yield
  if (counts && !isWithin(counts)) return
  yield* readTransactionInSteps(type, hex, { publicKey })
}

const isWithin = ({ inputs, outputs, entries }: NonNullable<ReturnType<typeof countTransaction>>) =>
  inputs <= limits.inputsPerTransaction &&
  outputs <= limits.outputsPerTransaction &&
  entries <= limits.entriesPerTransaction

function* once(work: () => unknown) {
  work()
  yield
}

describe('PSBT', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values)
  const littleEndian = (value: number, length: number) =>
    Uint8Array.from({ length }, (_, n) => (value / 256 ** n) & 0xff)
  const size = (value: number) =>
    value < 0xfd
      ? bytes(value)
      : value <= 0xffff
        ? concat(bytes(0xfd), littleEndian(value, 2))
        : concat(bytes(0xfe), littleEndian(value, 4))
  const entry = (type: number, key: Uint8Array, value: Uint8Array) =>
    concat(size(key.length + 1), bytes(type), key, size(value.length), value)
  const none = new Uint8Array()
  const repeated = (count: number, item: (n: number) => Uint8Array) =>
    new Uint8Array(Buffer.concat(Array.from({ length: count }, (_, n) => item(n))))

  type Maps = Partial<Record<'global' | 'input' | 'output', Uint8Array>>
  const script = concat(bytes(0, 20), new Uint8Array(20))
  /** Version 2 with one output, and inputs that each have the same additional entries. */
  const psbtOf = ({ global = none, input = none, output = none }: Maps, inputs = 1, outputs = 1) =>
    concat(
      bytes(0x70, 0x73, 0x62, 0x74, 0xff),
      entry(2, none, littleEndian(2, 4)),
      entry(4, none, size(inputs)),
      entry(5, none, size(outputs)),
      entry(0xfb, none, littleEndian(2, 4)),
      global,
      bytes(0),
      repeated(inputs, (n) =>
        concat(
          entry(0x0e, none, concat(littleEndian(n, 4), new Uint8Array(28))),
          entry(0x0f, none, littleEndian(0, 4)),
          input,
          bytes(0),
        ),
      ),
      repeated(outputs, () =>
        concat(entry(3, none, littleEndian(1, 8)), entry(4, none, script), output, bytes(0)),
      ),
    )

  /** A previous transaction, with witnesses or without. */
  const previous = (inputs: number, outputs: number, items: number) =>
    concat(
      littleEndian(2, 4),
      items > 0 ? bytes(0, 1) : none,
      size(inputs),
      repeated(inputs, () => concat(new Uint8Array(36), size(0), new Uint8Array(4))),
      size(outputs),
      repeated(outputs, () => concat(new Uint8Array(8), size(0))),
      items > 0
        ? repeated(inputs, () =>
            concat(
              size(items),
              repeated(items, () => size(0)),
            ),
          )
        : none,
      new Uint8Array(4),
    )

  const point = (n: number) => points[n % points.length]!
  const keys: ((n: number) => Uint8Array)[] = [
    () => none,
    point,
    (n) => point(n).subarray(1),
    (n) => concat(littleEndian(n, 4), new Uint8Array(16)),
    (n) => concat(littleEndian(n, 4), new Uint8Array(28)),
    (n) => concat(point(n).subarray(1), new Uint8Array(32)),
    (n) => concat(point(n), point(n + 1)),
    (n) => concat(bytes(0xc0), point(n).subarray(1)),
    (n) => concat(new Uint8Array(13), new Uint8Array(32), point(n)),
    (n) => concat(bytes(1, 65, 0), littleEndian(n, 4)),
  ]
  /** Values of about `length` bytes. */
  const values: ((length: number) => Uint8Array)[] = [
    (length) => new Uint8Array(Math.max(4, length - (length % 4))),
    (length) => repeated(Math.max(1, Math.floor(length / 33)), point),
    (length) => concat(size(Math.max(0, length - 5)), new Uint8Array(Math.max(0, length - 5))),
    (length) => concat(size(Math.floor(length / 32)), new Uint8Array(32 * Math.floor(length / 32) + 4)),
    (length) =>
      repeated(Math.max(2, Math.floor(length / 3)), (n) =>
        bytes(Math.min(n + 1, Math.max(2, Math.floor(length / 3)) - 1, 127), 0xc0, 0),
      ),
    () => point(0).subarray(1),
    () => point(0),
    () => new Uint8Array(64),
    () => new Uint8Array(66),
    () => new Uint8Array(32),
    () => new Uint8Array(),
    () => littleEndian(1, 8),
    () => concat(littleEndian(1, 8), bytes(0)),
    () => concat(point(0), point(1)),
    (length) => previous(1, 1 + Math.floor(length / 9), 0),
  ]
  interface Coder {
    decode(bytes: Uint8Array): unknown
  }
  const decodes = (coder: Coder | undefined, value: Uint8Array) => {
    try {
      coder?.decode(value)
      return true
    } catch {
      return false
    }
  }

  const tables = { global: PSBTGlobal, input: PSBTInput, output: PSBTOutput }
  const types = Object.entries(tables).flatMap(([map, table]) =>
    Object.entries(table).map(([name, info]) => ({
      map,
      name,
      info: info as unknown as [number, Coder | false, Coder],
    })),
  )
  const SIZES = [4 * limits.entriesPerTransaction - 500, BINARY - 300]

  it.each(types)('$map $name', ({ map, name, info: [type, keyCoder, valueCoder] }) => {
    const key = keys.find((each) => (keyCoder ? decodes(keyCoder, each(0)) : each(0).length === 0))!
    const reads = (value: (length: number) => Uint8Array) =>
      name === 'unsignedTx' || decodes(valueCoder, value(0)) || decodes(valueCoder, value(200))
    const kinds = values.filter(reads)
    expect([key !== undefined, kinds.length > 0], 'an entry that the library reads').toEqual([true, true])
    for (const length of SIZES) {
      for (const kind of kinds) {
        const inputs = [
          psbtOf({ [map]: entry(type, key(0), kind(length)) }),
          psbtOf({
            [map]: repeated(Math.floor(length / 4 / (key(0).length + kind(0).length + 3)), (n) =>
              entry(type, key(n), kind(0)),
            ),
          }),
        ]
        for (const psbt of inputs.filter((each) => each.length <= BINARY)) {
          expect(pieceOf(() => readTransaction('TRANSACTION_TYPE_BITCOIN', psbt))).toBeLessThan(1)
        }
      }
    }
  })

  const outputs = (count: number) => entry(0, none, previous(1, count, 0))
  const taproot = concat(
    entry(1, none, concat(littleEndian(1, 8), size(34), bytes(0x51, 32), point(0).subarray(1))),
    entry(0x17, none, point(1).subarray(1)),
  )
  const others: [what: string, psbt: () => Uint8Array][] = [
    ['outputs of a previous transaction', () => psbtOf({ input: outputs(Math.floor(BINARY / 9) - 60) })],
    ['as many as are permitted', () => psbtOf({ input: outputs(limits.entriesPerTransaction - 60) })],
    ['inputs of a previous transaction', () => psbtOf({ input: entry(0, none, previous(11_900, 1, 0)) })],
    ['witnesses of a previous transaction', () => psbtOf({ input: entry(0, none, previous(1, 1, 65_000)) })],
    [
      'unknown entries',
      () => psbtOf({ input: repeated(60_000, (n) => entry(0xf0, littleEndian(n, 3), none)) }),
    ],
    ['inputs', () => psbtOf({}, 10_000)],
    ['taproot inputs', () => psbtOf({ input: taproot }, limits.entriesPerTransaction / 13)],
    ['outputs', () => psbtOf({}, 1, 10_000)],
    [
      'outputs without inputs',
      () =>
        concat(
          bytes(0x70, 0x73, 0x62, 0x74, 0xff),
          entry(0, none, previous(0, 50_000, 0)),
          bytes(0),
          new Uint8Array(50_000),
        ),
    ],
  ]
  it.each(others)('%s', (_, psbt) => {
    expect(pieceOf(() => readTransaction('TRANSACTION_TYPE_BITCOIN', psbt()))).toBeLessThan(1)
  })
})

const many = (length: number, item: string, joint = '') =>
  Array(Math.floor(length / (item.length + joint.length)))
    .fill(item)
    .join(joint)
const numbered = (count: number, item: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => item(n)).join(',')

describe('JSON', () => {
  it.each([
    ['empty lists', `[${many(BODY - 2, '[]', ',')}]`],
    ['members', `{${numbered(80_000, (n) => `"${n}":0`)}}`],
    ['escaped members', `{${numbered(60_000, (n) => `"\\n${n}":0`)}}`],
    ['escapes', `["${many(BODY - 4, '\\u0041')}"]`],
    ['quotes', `["${many(BODY - 4, '\\"')}"]`],
    ['digits', `[${many(BODY - 2, '9')}]`],
    ['numbers', `[${many(BODY - 2, '9', ',')}]`],
  ])('%s', (_, text) => {
    expect(pieceOf(() => once(() => parseJson(text)))).toBeLessThan(1)
  })
})

describe('RLP', () => {
  const item = (bytes: Uint8Array, base: number): Uint8Array => {
    if (bytes.length < 56) return concat(Uint8Array.of(base + bytes.length), bytes)
    const digits = bytes.length.toString(16)
    const length = parseHex(digits.length % 2 ? `0${digits}` : digits, 'length')
    return concat(Uint8Array.of(base + 55 + length.length), length, bytes)
  }
  const list = (...items: Uint8Array[]) => item(concat(...items), 0xc0)
  const times = (count: number, bytes: Uint8Array) => {
    const all = new Uint8Array(count * bytes.length)
    for (let n = 0; n < count; n++) all.set(bytes, n * bytes.length)
    return all
  }
  const zero = Uint8Array.of(0x80)
  const address = item(new Uint8Array(20).fill(1), 0x80)
  const word = item(new Uint8Array(32).fill(1), 0x80)
  const head = (count: number) => Array<Uint8Array>(count).fill(zero)
  const [access, keyed] = [list(address, list()), list(address, list(times(1, word)))]
  const authorization = list(zero, address, zero, zero, word, word)
  const nested = (depth: number) => {
    let inner = list()
    for (let n = 0; n < depth; n++) inner = list(inner)
    return inner
  }
  const typed = (type: number, ...items: Uint8Array[]) => concat(Uint8Array.of(type), list(...items))
  const rows: [what: string, bytes: () => Uint8Array][] = [
    ['items', () => list(times(BINARY - 10, zero))],
    ['lists', () => list(times(BINARY - 10, list()))],
    ['nested lists', () => nested(1_000)],
    ['lists nested more deeply', () => nested(5_000)],
    ['access list', () => typed(1, ...head(4), address, ...head(2), list(times(20_000, access)))],
    ['access list with keys', () => typed(1, ...head(4), address, ...head(2), list(times(8_000, keyed)))],
    [
      'storage keys',
      () => typed(1, ...head(4), address, ...head(2), list(list(address, list(times(14_000, word))))),
    ],
    ['blob hashes', () => typed(3, ...head(5), address, ...head(2), list(), zero, list(times(14_000, word)))],
    [
      'authorizations',
      () => typed(4, ...head(5), address, ...head(2), list(), list(times(5_000, authorization))),
    ],
    ['data', () => list(...head(3), address, zero, item(new Uint8Array(BINARY - 100), 0x80))],
  ]
  it.each(rows)('%s', (_, bytes) => {
    const read = bytes()
    expect(pieceOf(() => readTransaction('TRANSACTION_TYPE_ETHEREUM', read))).toBeLessThan(1)
  })
})

describe('typed data', () => {
  const domain = '{"name":"a"}'
  const dataOf = (types: string, primaryType: string, message: string) =>
    `{"types":{${types}},"primaryType":"${primaryType}","domain":${domain},"message":${message}}`
  const FIELD = '{"name":"a","type":"uint256[]"}'
  const rows: [what: string, text: string][] = [
    ['values', dataOf(`"A":[${FIELD}]`, 'A', `{"a":[${many(900_000, '1', ',')}]}`)],
    [
      'as many values as are permitted',
      dataOf(`"A":[${FIELD}]`, 'A', `{"a":[${numbered(9_990, () => '1')}]}`),
    ],
    [
      'types',
      dataOf(
        numbered(40_000, (n) => `"T${n}":[]`),
        'T0',
        '{}',
      ),
    ],
    ['members', dataOf(`"A":[${numbered(20_000, (n) => `{"name":"a${n}","type":"bool"}`)}]`, 'A', '{}')],
    [
      'a chain of types',
      dataOf(
        numbered(999, (n) => `"T${n}":[{"name":"a","type":"T${n + 1}"}]`),
        'T0',
        '{}',
      ),
    ],
    [
      'addresses',
      dataOf(
        '"A":[{"name":"a","type":"address[]"}]',
        'A',
        `{"a":[${numbered(9_000, () => `"0x${'1'.repeat(40)}"`)}]}`,
      ),
    ],
    ['long integers', dataOf('"A":[{"name":"a","type":"uint256"}]', 'A', `{"a":"${many(900_000, '9')}"}`)],
    ['long numbers', dataOf('"A":[{"name":"a","type":"uint256"}]', 'A', `{"a":${many(900_000, '9')}}`)],
    ['long bytes', dataOf('"A":[{"name":"a","type":"bytes"}]', 'A', `{"a":"0x${many(900_000, 'ff')}"}`)],
    [
      'nested arrays',
      dataOf(
        `"A":[{"name":"a","type":"bool${'[]'.repeat(100)}"}]`,
        'A',
        `{"a":${'['.repeat(30)}${']'.repeat(30)}}`,
      ),
    ],
    ['a long type', dataOf(`"A":[{"name":"a","type":"bool${many(900_000, '[]')}"}]`, 'A', '{"a":[]}')],
  ]
  it.each(rows)('%s', (_, payload) => {
    const read = {
      payload,
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    } as const
    expect(pieceOf(() => readPayloadInSteps(read, 'CURVE_SECP256K1'))).toBeLessThan(1)
  })
})

describe('contract interfaces', () => {
  const fn = (n: number) =>
    `{"type":"function","name":"f${n}","inputs":[],"outputs":[],"stateMutability":"view"}`
  const size = limits.interfaceBytes
  const inputs = (count: number, type: string) =>
    `[{"type":"function","name":"f","inputs":[${numbered(count, (n) => `{"name":"a${n}","type":"${type}"}`)}],"outputs":[],"stateMutability":"view"}]`
  it.each([
    ['functions', `[${numbered(4_500, fn)}]`],
    ['as many functions as are permitted', `[${numbered(limits.interfaceEntries, fn)}]`],
    ['inputs', inputs(10_000, 'uint256')],
    ['long types', inputs(1, `uint256${many(size - 200, '[]')}`)],
    ['large arrays', inputs(900, 'uint256[99999999]'.padEnd(300, '[99999999]'))],
    ['entries of other kinds', `[${many(size - 20, '{"type":"event"}', ',')}]`],
  ])('%s', (_, text) => {
    expect(pieceOf(() => once(() => parseAbi(text)))).toBeLessThan(1)
  })
})

describe('policy text', () => {
  const LENGTH = limits.expressionLength
  it.each([
    ['conjunctions', many(LENGTH - 10, "eth.tx.to == 'a'", ' && ')],
    ['negations', `${'!'.repeat(LENGTH - 10)}true`],
    ['brackets', `${'('.repeat(LENGTH / 2 - 10)}true${')'.repeat(LENGTH / 2 - 10)}`],
    ['lists', `activity.kind in [${many(LENGTH - 50, "'a'", ',')}]`],
    ['closures', `${many(LENGTH / 2, 'eth.tx.calls.any(c, ')}true`],
    ['members', `a${'.a'.repeat(LENGTH / 2 - 10)}`],
    ['sums', `${many(LENGTH - 20, '1', ' + ')} == 1`],
    ['quotes', many(LENGTH, "'")],
  ])('%s', (_, condition) => {
    const policy = { policyId: 'p', effect: 'EFFECT_DENY' as const, condition, consensus: 'true' }
    expect(pieceOf(() => once(() => checkPolicy(policy)))).toBeLessThan(1)
  })
})

describe('CBOR', () => {
  const LENGTH = Math.floor((limits.smallBodyBytes * 3) / 4) - 500
  const header = (major: number, count: number) => [
    major | 26,
    count >>> 24,
    (count >> 16) & 255,
    (count >> 8) & 255,
    count & 255,
  ]
  const clientDataJson = Buffer.from(
    '{"type":"webauthn.create","challenge":"AA","origin":"https://a.example"}',
  )
  it.each([
    ['items', [...header(0x80, LENGTH), ...Array(LENGTH).fill(0)]],
    ['nested lists', Array(LENGTH).fill(0x81)],
    [
      'members',
      [
        ...header(0xa0, 10_000),
        ...Array.from({ length: 10_000 }, (_, n) => [0x19, n >> 8, n & 255, 0]).flat(),
      ],
    ],
    ['claims', header(0x80, 0xffffffff)],
    ['claimed bytes', header(0x40, 0xffffffff)],
  ])('%s', (_, bytes) => {
    const attestation = {
      credentialId: 'AQ',
      clientDataJson: clientDataJson.toString('base64url'),
      attestationObject: Buffer.from(bytes).toString('base64url'),
    }
    expect(
      pieceOf(() => once(() => readAttestation(attestation, 'AA', undefined, 'attestation'))),
    ).toBeLessThan(1)
  })
})
