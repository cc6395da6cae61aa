/** Counts the inputs and outputs of a PSBT before parsing it, because parsing takes time for each of them. */

/** Numbers of inputs and outputs. */
export interface PsbtCounts {
  readonly inputs: number
  readonly outputs: number
}

/** `psbt` and 0xff (BIP-174). */
const MAGIC_LENGTH = 5
const UNSIGNED_TX = 0x00
const INPUT_COUNT = 0x04
const OUTPUT_COUNT = 0x05

/**
 * Reads the global map (BIP-174: the unsigned transaction; BIP-370: the counts), but not the maps of inputs and
 * outputs. For malformed input, returns the counts so far: the parser rejects it.
 */
export function countPsbt(bytes: Uint8Array): PsbtCounts {
  const reader = new Reader(bytes, MAGIC_LENGTH)
  let counts: PsbtCounts = { inputs: 0, outputs: 0 }
  // If a key occurs twice, the larger value counts.
  const atLeast = ({ inputs, outputs }: PsbtCounts) => {
    counts = { inputs: Math.max(inputs, counts.inputs), outputs: Math.max(outputs, counts.outputs) }
  }
  while (!reader.isAtEnd()) {
    const keyLength = reader.compactSize()
    if (keyLength === 0) break
    const key = reader.take(keyLength)
    const value = reader.take(reader.compactSize())
    if (keyLength !== 1) continue
    const inner = () => new Reader(value, 0)
    if (key[0] === UNSIGNED_TX) atLeast(countTransaction(inner()))
    if (key[0] === INPUT_COUNT) atLeast({ inputs: inner().compactSize(), outputs: 0 })
    if (key[0] === OUTPUT_COUNT) atLeast({ inputs: 0, outputs: inner().compactSize() })
  }
  return counts
}

const VERSION_LENGTH = 4
const OUTPOINT_LENGTH = 36
const SEQUENCE_LENGTH = 4

function countTransaction(reader: Reader): PsbtCounts {
  reader.take(VERSION_LENGTH)
  const inputs = reader.compactSize()
  // The number of outputs follows the inputs.
  for (let n = 0; n < inputs && !reader.isAtEnd(); n++) {
    reader.take(OUTPOINT_LENGTH)
    reader.take(reader.compactSize())
    reader.take(SEQUENCE_LENGTH)
  }
  return { inputs, outputs: reader.compactSize() }
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

  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return taken
  }

  /** Bitcoin's CompactSize: one byte, or 0xfd, 0xfe, 0xff before two, four, eight, little-endian. */
  compactSize(): number {
    const [first = 0] = this.take(1)
    if (first < 0xfd) return first
    return this.take(2 ** (first - 0xfc)).reduce((sum, byte, n) => sum + byte * 256 ** n, 0)
  }
}
