/**
 * Call data → arguments, for the one canonical encoding only: arguments that a policy reads are those that every
 * contract reads. Values are in the order of their heads without gaps, and nothing follows the last one.
 */
import { toHex } from '../encoding.ts'
import { type AbiParameter, type AbiType, type EthereumInterface, headWords } from './abi.ts'
import {
  type CallTuple,
  type CallValue,
  type DecodedCall,
  keyOf,
  NotCanonical,
  requireCanonical,
  type UndecodedReason,
} from './callValue.ts'

const WORD = 32
const SELECTOR = 4

/** Decodes call data in time proportional to its length. @param data the whole call data, with the selector */
export function decodeAbiCall(abi: EthereumInterface, data: Uint8Array): DecodedCall | UndecodedReason {
  const called =
    data.length < SELECTOR ? undefined : abi.functions.get(`0x${toHex(data.subarray(0, SELECTOR))}`)
  if (!called) return 'FUNCTION_UNKNOWN'
  try {
    const reading = new Reading(data.subarray(SELECTOR))
    const { name, selector } = called
    return { name, selector, args: reading.whole(called.inputs) }
  } catch (error) {
    if (error instanceof NotCanonical) return 'CALL_MALFORMED'
    throw error
  }
}

class Reading {
  readonly #bytes: Uint8Array
  /** Where the next dynamic value must begin. */
  #end = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  whole(inputs: readonly AbiParameter[]): CallTuple {
    const values = this.#sequence(
      inputs.map(({ type }) => type),
      0,
    )
    requireCanonical(this.#end === this.#bytes.length, 'bytes follow the arguments')
    return tuple(inputs, values)
  }

  /** Heads from `start` on, then the dynamic values in their order. */
  #sequence(types: readonly AbiType[], start: number): CallValue[] {
    this.#end = start + types.reduce((sum, type) => sum + headWords(type), 0) * WORD
    requireCanonical(this.#end <= this.#bytes.length, 'bytes are missing')
    let head = start
    return types.map((type) => {
      const at = head
      head += headWords(type) * WORD
      if (!type.isDynamic) return this.#inPlace(type, at)
      requireCanonical(this.#number(at) === this.#end - start, 'an offset is not the next one')
      return this.#dynamic(type, this.#end)
    })
  }

  #inPlace(type: AbiType, at: number): CallValue {
    if (type.kind === 'list') {
      const size = headWords(type.of) * WORD
      return Array.from({ length: type.length! }, (_, n) => this.#inPlace(type.of, at + n * size))
    }
    if (type.kind !== 'tuple') return this.#word(type, at)
    let next = at
    const values = type.members.map((member) => {
      const value = this.#inPlace(member.type, next)
      next += headWords(member.type) * WORD
      return value
    })
    return tuple(type.members, values)
  }

  #dynamic(type: AbiType, at: number): CallValue {
    if (type.kind === 'tuple') {
      return tuple(
        type.members,
        this.#sequence(
          type.members.map((member) => member.type),
          at,
        ),
      )
    }
    if (type.kind === 'list' && type.length !== undefined) {
      return this.#sequence(new Array<AbiType>(type.length).fill(type.of), at)
    }
    const length = this.#number(at)
    const start = at + WORD
    if (type.kind !== 'list') return this.#bytesOf(type.kind === 'string', start, length)
    // Each element takes a word or more, so a long list needs long data.
    requireCanonical(length * headWords(type.of) * WORD <= this.#bytes.length - start, 'bytes are missing')
    return this.#sequence(new Array<AbiType>(length).fill(type.of), start)
  }

  #bytesOf(isText: boolean, start: number, length: number): string {
    this.#end = start + Math.ceil(length / WORD) * WORD
    requireCanonical(this.#end <= this.#bytes.length, 'bytes are missing')
    requireCanonical(isZero(this.#bytes.subarray(start + length, this.#end)), 'padding is not zero')
    const bytes = this.#bytes.subarray(start, start + length)
    return isText ? textOf(bytes) : `0x${toHex(bytes)}`
  }

  #word(type: AbiType, at: number): CallValue {
    const word = this.#bytes.subarray(at, at + WORD)
    switch (type.kind) {
      case 'address':
        requireCanonical(isZero(word.subarray(0, 12)), 'an address has more than 20 bytes')
        return `0x${toHex(word.subarray(12))}`
      case 'fixedBytes':
        requireCanonical(isZero(word.subarray(type.length)), 'padding is not zero')
        return `0x${toHex(word.subarray(0, type.length))}`
      case 'bool': {
        const value = integer(word)
        requireCanonical(value <= 1n, 'a bool is neither 0 nor 1')
        return value === 1n
      }
      case 'uint':
        return this.#integer(word, type.bits, false)
      case 'int':
        return this.#integer(word, type.bits, true)
      default:
        throw new TypeError(`${type.kind} takes more than a word`)
    }
  }

  #integer(word: Uint8Array, bits: number, isSigned: boolean): bigint {
    const unsigned = integer(word)
    const value = isSigned ? BigInt.asIntN(bits, unsigned) : BigInt.asUintN(bits, unsigned)
    requireCanonical(BigInt.asUintN(256, value) === unsigned, 'an integer does not fit its type')
    return value
  }

  /** An offset or a length. */
  #number(at: number): number {
    requireCanonical(at + WORD <= this.#bytes.length, 'bytes are missing')
    const value = integer(this.#bytes.subarray(at, at + WORD))
    requireCanonical(value <= BigInt(this.#bytes.length), 'a length or an offset leads beyond the end')
    return Number(value)
  }
}

const tuple = (members: readonly AbiParameter[], values: readonly CallValue[]): CallTuple =>
  Object.fromEntries(members.map((member, n) => [keyOf(member, n), values[n]!]))

const integer = (word: Uint8Array): bigint => BigInt(`0x${toHex(word)}`)

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @throws NotCanonical for bytes that no text is encoded as */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new NotCanonical('a string is not valid UTF-8')
  }
}
