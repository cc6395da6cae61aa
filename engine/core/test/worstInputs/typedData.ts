/** EIP-712 messages. */
import { readPayloadInSteps } from '@keywright/keys'
import { inSteps, many, numbered } from './worst.ts'

const domain = '{"name":"a"}'
const dataOf = (types: string, primaryType: string, message: string) =>
  `{"types":{${types}},"primaryType":"${primaryType}","domain":${domain},"message":${message}}`
const FIELD = '{"name":"a","type":"uint256[]"}'
const inputs: [what: string, text: () => string][] = [
  ['values', () => dataOf(`"A":[${FIELD}]`, 'A', `{"a":[${many(900_000, '1', ',')}]}`)],
  [
    'as many values as are permitted',
    () => dataOf(`"A":[${FIELD}]`, 'A', `{"a":[${numbered(9_990, () => '1')}]}`),
  ],
  [
    'types',
    () =>
      dataOf(
        numbered(40_000, (n) => `"T${n}":[]`),
        'T0',
        '{}',
      ),
  ],
  ['members', () => dataOf(`"A":[${numbered(20_000, (n) => `{"name":"a${n}","type":"bool"}`)}]`, 'A', '{}')],
  [
    'a chain of types',
    () =>
      dataOf(
        numbered(999, (n) => `"T${n}":[{"name":"a","type":"T${n + 1}"}]`),
        'T0',
        '{}',
      ),
  ],
  [
    'addresses',
    () =>
      dataOf(
        '"A":[{"name":"a","type":"address[]"}]',
        'A',
        `{"a":[${numbered(9_000, () => `"0x${'1'.repeat(40)}"`)}]}`,
      ),
  ],
  [
    'long integers',
    () => dataOf('"A":[{"name":"a","type":"uint256"}]', 'A', `{"a":"${many(900_000, '9')}"}`),
  ],
  ['long numbers', () => dataOf('"A":[{"name":"a","type":"uint256"}]', 'A', `{"a":${many(900_000, '9')}}`)],
  ['long bytes', () => dataOf('"A":[{"name":"a","type":"bytes"}]', 'A', `{"a":"0x${many(900_000, 'ff')}"}`)],
  [
    'nested arrays',
    () =>
      dataOf(
        `"A":[{"name":"a","type":"bool${'[]'.repeat(100)}"}]`,
        'A',
        `{"a":${'['.repeat(30)}${']'.repeat(30)}}`,
      ),
  ],
  ['a long type', () => dataOf(`"A":[{"name":"a","type":"bool${many(900_000, '[]')}"}]`, 'A', '{"a":[]}')],
]
export const typedData = inSteps(
  (payload: string) =>
    readPayloadInSteps(
      { payload, encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' },
      'CURVE_SECP256K1',
    ),
  inputs,
)
