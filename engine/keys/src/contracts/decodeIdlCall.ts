/** Instruction data of Solana → arguments, in Borsh, which has one encoding for each value. */
import { toBase58, toHex } from '../encoding.ts'
import {
  type CallTuple,
  type CallValue,
  type DecodedCall,
  keyOf,
  NotCanonical,
  requireCanonical,
  type UndecodedReason,
} from './callValue.ts'
import { textOf } from './decodeAbiCall.ts'
import {
  type IdlField,
  type IdlInstruction,
  type IdlType,
  LONGEST_DISCRIMINATOR,
  type SolanaInterface,
} from './idl.ts'

export interface DecodedInstruction extends DecodedCall {
  readonly accounts: readonly string[]
}

/** Decodes instruction data in time proportional to its length. */
export function decodeIdlCall(idl: SolanaInterface, data: Uint8Array): DecodedInstruction | UndecodedReason {
  const called = calledBy(idl, toHex(data.subarray(0, LONGEST_DISCRIMINATOR)))
  if (!called) return 'FUNCTION_UNKNOWN'
  const { name, discriminator, accounts } = called
  try {
    return { name, selector: discriminator, accounts, args: argumentsOf(called, data) }
  } catch (error) {
    if (error instanceof NotCanonical) return 'CALL_MALFORMED'
    throw error
  }
}

/** The instruction whose discriminator the data begins with: at most one, because none begins another one. */
function calledBy({ byDiscriminator }: SolanaInterface, digits: string): IdlInstruction | undefined {
  for (let end = 2; end <= digits.length; end += 2) {
    const found = byDiscriminator.get(digits.slice(0, end))
    if (found) return found
  }
  return undefined
}

function argumentsOf({ discriminator, args }: IdlInstruction, data: Uint8Array): CallTuple {
  const reading = new Reading(data.subarray(discriminator.length / 2))
  const values = reading.fields(args)
  requireCanonical(reading.isAtEnd, 'bytes follow the arguments')
  return values
}

/** Levels of a type, each around the only value of the next one. */
const MOST_PER_BYTE = 16
const MOST_WITHOUT_BYTES = 1_000

class Reading {
  readonly #bytes: Uint8Array
  #at = 0
  /** Values that may follow. Structs without fields take no bytes, and each type can have many of them. */
  #left: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#left = MOST_WITHOUT_BYTES + bytes.length * MOST_PER_BYTE
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  fields(fields: readonly IdlField[]): CallTuple {
    return Object.fromEntries(fields.map((field, n) => [keyOf(field, n), this.#value(field.type)]))
  }

  #value(type: IdlType): CallValue {
    requireCanonical(this.#left-- > 0, 'there are more values than bytes')
    switch (type.kind) {
      case 'integer': {
        const value = this.#integer(type.bytes)
        return type.isSigned ? BigInt.asIntN(8 * type.bytes, value) : value
      }
      case 'float':
        return this.#float(type.bytes)
      case 'bool':
        return this.#flag()
      case 'publicKey':
        return toBase58(this.#take(32))
      case 'string':
        return textOf(this.#take(this.#length(1)))
      case 'bytes':
        return `0x${toHex(this.#take(this.#length(1)))}`
      case 'option':
        return this.#flag() ? this.#value(type.of) : null
      case 'list':
        return Array.from({ length: type.length ?? this.#length(type.of.least) }, () => this.#value(type.of))
      case 'struct':
        return this.fields(type.fields)
      case 'enum': {
        const variant = type.variants[this.#take(1)[0]!]
        requireCanonical(variant !== undefined, 'an enum has no such variant')
        return { ...this.fields(variant.fields), $variant: variant.name }
      }
    }
  }

  /** Shown, but compared with nothing: it is a tuple. */
  #float(bytes: number): CallTuple {
    const part = this.#take(bytes)
    const view = new DataView(part.buffer, part.byteOffset, bytes)
    return { $float: String(bytes === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true)) }
  }

  #flag(): boolean {
    const [byte] = this.#take(1)
    requireCanonical(byte! <= 1, 'a bool or an option is neither 0 nor 1')
    return byte === 1
  }

  #integer(bytes: number): bigint {
    return BigInt(`0x${toHex(this.#take(bytes).slice().reverse())}`)
  }

  /** A number of elements that take `least` bytes each, or more. */
  #length(least: number): number {
    const length = Number(this.#integer(4))
    requireCanonical(length * least <= this.#bytes.length - this.#at, 'bytes are missing')
    return length
  }

  #take(count: number): Uint8Array {
    const end = this.#at + count
    requireCanonical(end <= this.#bytes.length, 'bytes are missing')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}
