/** Counts what a PSBT repeats before a library parses it, because parsing takes time for each element. */

export interface PsbtCounts {
  readonly inputs: number
  readonly outputs: number
  /**
   * Entries of all maps; two per input, output and witness item of previous transactions; and another one per four bytes of a
   * key, or of a value that is a public key or a list.
   */
  readonly entries: number
  /** Previous transactions. */
  readonly previous: number
}

/** `psbt` and 0xff (BIP-174). */
const MAGIC_LENGTH = 5
const UNSIGNED_TX = 0x00
const INPUT_COUNT = 0x04
const OUTPUT_COUNT = 0x05
const PREVIOUS_TX = 0x00

/** Types of entries whose values are public keys, or lists: of keys, derivation paths, witnesses, hashes, scripts. */
const costly = {
  global: [0x01, 0x07],
  input: [0x06, 0x08, 0x16, 0x17, 0x1a, 0x1d, 0x1f],
  output: [0x02, 0x05, 0x06, 0x07, 0x08, 0x09],
} as const

/** Counting ends here: every caller permits fewer. */
const MOST_COUNTED = 5_000

/** Of a previous transaction: the library reads and writes it several times to check its id. */
const ENTRIES_PER_ITEM = 2

/** Bytes of a key, or of a costly value, that count as one entry. */
const BYTES_PER_ENTRY = 4

/**
 * Reads all maps (BIP-174: the unsigned transaction has the counts; BIP-370: two entries), and previous transactions. For
 * malformed input, and above `MOST_COUNTED`, returns the counts so far: the parser rejects the one, callers the other.
 */
export function countPsbt(bytes: Uint8Array): PsbtCounts {
  const reader = new Reader(bytes, MAGIC_LENGTH)
  let inputs = 0
  let outputs = 0
  // A PSBT with both kinds of counts is malformed, but a parser may read its maps before it notices.
  let leastInputs = Number.POSITIVE_INFINITY
  let entries = 0
  let previous = 0
  const claim = (claimed: Pick<PsbtCounts, 'inputs' | 'outputs'>) => {
    inputs = Math.max(inputs, claimed.inputs)
    outputs = Math.max(outputs, claimed.outputs)
    if (claimed.inputs > 0) leastInputs = Math.min(leastInputs, claimed.inputs)
  }
  for (const { type, keyLength, value } of mapOf(reader)) {
    entries += weightOf(keyLength, costly.global.includes(type as never) ? value.length : 0)
    const inner = () => new Reader(value, 0)
    if (type === UNSIGNED_TX) claim(countTransaction(inner(), false))
    if (type === INPUT_COUNT) claim({ inputs: inner().compactSize(), outputs: 0 })
    if (type === OUTPUT_COUNT) claim({ inputs: 0, outputs: inner().compactSize() })
    if (entries > MOST_COUNTED) break
  }
  // Empty maps have no entries.
  for (let map = 0; !reader.isAtEnd() && entries <= MOST_COUNTED && map <= MOST_COUNTED; map++) {
    const types: number[] = [
      ...(map < inputs ? costly.input : []),
      ...(map >= Math.min(leastInputs, inputs) ? costly.output : []),
    ]
    for (const { type, keyLength, value } of mapOf(reader)) {
      entries += weightOf(keyLength, types.includes(type) ? value.length : 0)
      if (type === PREVIOUS_TX && map < inputs) {
        previous++
        entries += ENTRIES_PER_ITEM * countTransaction(new Reader(value, 0), true).entries
      }
      if (entries > MOST_COUNTED) break
    }
  }
  return { inputs, outputs, entries, previous }
}

const weightOf = (...lengths: readonly number[]) =>
  lengths.reduce((sum, length) => sum + Math.floor(length / BYTES_PER_ENTRY), 1)

interface MapEntry {
  readonly type: number
  readonly keyLength: number
  readonly value: Uint8Array
}

function* mapOf(reader: Reader): Generator<MapEntry> {
  while (!reader.isAtEnd()) {
    const keyLength = reader.compactSize()
    if (keyLength === 0) return
    const [type = 0] = reader.take(keyLength)
    yield { type, keyLength, value: reader.take(reader.compactSize()) }
  }
}

const VERSION_LENGTH = 4
const OUTPOINT_LENGTH = 36
const SEQUENCE_LENGTH = 4
const AMOUNT_LENGTH = 8
/** BIP-144. */
const WITNESS_MARK = [0, 1]

/** `inputs` and `outputs` are claims; `entries` counts what is there, with the items of witnesses. */
function countTransaction(reader: Reader, mayHaveWitnesses: boolean): Omit<PsbtCounts, 'previous'> {
  let entries = 0
  const repeat = (count: number, read: () => void) => {
    for (let n = 0; n < count && entries <= MOST_COUNTED && !reader.isAtEnd(); n++, entries++) read()
    return count
  }
  const takeSized = () => reader.take(reader.compactSize())
  const countInputs = (count: number) =>
    repeat(count, () => {
      reader.take(OUTPOINT_LENGTH)
      takeSized()
      reader.take(SEQUENCE_LENGTH)
    })
  reader.take(VERSION_LENGTH)
  const hasWitnesses = mayHaveWitnesses && reader.skips(WITNESS_MARK)
  const inputs = countInputs(reader.compactSize())
  const outputs = repeat(reader.compactSize(), () => {
    reader.take(AMOUNT_LENGTH)
    takeSized()
  })
  if (hasWitnesses) repeat(inputs, () => repeat(reader.compactSize(), takeSized))
  return { inputs, outputs, entries }
}

/** Reads bytes from the front. Past the end it returns no bytes, and 0 for numbers. */
class Reader {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Whether these bytes are next; then it skips them. */
  skips(mark: readonly number[]): boolean {
    if (!mark.every((byte, n) => this.#bytes[this.#at + n] === byte)) return false
    this.#at += mark.length
    return true
  }

  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return taken
  }

  /** Bitcoin's CompactSize: one byte, or 0xfd, 0xfe, 0xff before two, four, eight, little-endian. */
  compactSize(): number {
    const first = this.#bytes[this.#at++] ?? 0
    return first < 0xfd
      ? first
      : this.take(2 ** (first - 0xfc)).reduce((sum, byte, n) => sum + byte * 256 ** n, 0)
  }
}
