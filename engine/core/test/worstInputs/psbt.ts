/** PSBTs, as `sign_transaction` reads them before the decision. */
import { limits } from '@keywright/contract'
import { concat, sha256, toHex } from '@keywright/keys'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { PSBTGlobal, PSBTInput, PSBTOutput } from '@scure/btc-signer/psbt.js'
import { BINARY, readTransaction, transactionsOf } from './transactions.ts'
import type { WorstInput } from './worst.ts'

const points = Array.from({ length: limits.entriesPerTransaction / 8 }, (_, n) =>
  secp256k1.Point.BASE.multiply(BigInt(n + 2)).toBytes(),
)
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

type Maps = Partial<Record<'global' | 'input' | 'output' | 'txid', Uint8Array>>
const script = concat(bytes(0, 20), new Uint8Array(20))
/** Version 2 with one output, and inputs that each have the same additional entries. */
const psbtOf = ({ global = none, input = none, output = none, txid }: Maps, inputs = 1, outputs = 1) =>
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
        entry(0x0e, none, txid ?? concat(littleEndian(n, 4), new Uint8Array(28))),
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
const previous = (inputs: number, outputs: number, items: number, script: Uint8Array = none) =>
  concat(
    littleEndian(2, 4),
    items > 0 ? bytes(0, 1) : none,
    size(inputs),
    repeated(inputs, () => concat(new Uint8Array(36), size(0), new Uint8Array(4))),
    size(outputs),
    repeated(outputs, () => concat(new Uint8Array(8), size(script.length), script)),
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

/** An entry of this type as large as possible, and as often as possible, with each kind of value that the library reads. */
const entriesOf = ({
  map,
  name,
  info: [type, keyCoder, valueCoder],
}: (typeof types)[number]): WorstInput => ({
  what: `${map} ${name}`,
  *works() {
    const key = keys.find((each) => (keyCoder ? decodes(keyCoder, each(0)) : each(0).length === 0))
    const reads = (value: (length: number) => Uint8Array) =>
      name === 'unsignedTx' || decodes(valueCoder, value(0)) || decodes(valueCoder, value(200))
    const kinds = values.filter(reads)
    if (!key || kinds.length === 0) throw new Error(`${map} ${name} has no entry that the library reads`)
    for (const length of SIZES) {
      for (const kind of kinds) {
        const count = Math.floor(length / 4 / (key(0).length + kind(0).length + 3))
        const inputs = [
          psbtOf({ [map]: entry(type, key(0), kind(length)) }),
          psbtOf({ [map]: repeated(count, (n) => entry(type, key(n), kind(0))) }),
        ]
        for (const psbt of inputs.filter((each) => each.length <= BINARY)) {
          const hex = toHex(psbt)
          yield () => readTransaction('TRANSACTION_TYPE_BITCOIN', hex)
        }
      }
    }
  },
})

const outputs = (count: number) => entry(0, none, previous(1, count, 0))
const taproot = concat(
  entry(1, none, concat(littleEndian(1, 8), size(34), bytes(0x51, 32), point(0).subarray(1))),
  entry(0x17, none, point(1).subarray(1)),
)
/** Of the transaction that the PSBT spends, so that its id is right. */
function spending(outputs: number): Uint8Array {
  const transaction = previous(1, outputs, 0, script)
  return psbtOf({ input: entry(0, none, transaction), txid: sha256(sha256(transaction)) })
}
const others: [what: string, psbt: () => Uint8Array][] = [
  ['outputs of a previous transaction', () => psbtOf({ input: outputs(Math.floor(BINARY / 9) - 60) })],
  ['as many as are permitted, with the right id', () => spending(limits.entriesPerTransaction / 2 - 30)],
  ['as many as are permitted', () => psbtOf({ input: outputs(limits.entriesPerTransaction / 2 - 30) })],
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
export const psbt: readonly WorstInput[] = [
  ...types.map(entriesOf),
  ...transactionsOf('TRANSACTION_TYPE_BITCOIN', others),
]
