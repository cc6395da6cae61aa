/** Ethereum transactions. */
import { concat, parseHex } from '@keywright/keys'
import { BINARY, transactionsOf } from './transactions.ts'
import { times } from './worst.ts'

const item = (bytes: Uint8Array, base: number): Uint8Array => {
  if (bytes.length < 56) return concat(Uint8Array.of(base + bytes.length), bytes)
  const digits = bytes.length.toString(16)
  const length = parseHex(digits.length % 2 ? `0${digits}` : digits, 'length')
  return concat(Uint8Array.of(base + 55 + length.length), length, bytes)
}
const list = (...items: Uint8Array[]) => item(concat(...items), 0xc0)
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
const inputs: [what: string, bytes: () => Uint8Array][] = [
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
export const rlp = transactionsOf('TRANSACTION_TYPE_ETHEREUM', inputs)
