/**
 * A second decoder of contract calls, for the second evaluator. It reads ABI data as loosely as contracts may: it follows
 * offsets wherever they lead, and ignores dirty and trailing bytes. Then it encodes what it has read, by the table of
 * the specification (https://docs.soliditylang.org/en/latest/abi-spec.html#formal-specification-of-the-encoding). Data
 * is canonical if the result is the data. All data is hexadecimal without `0x`.
 */
import type { FactValue } from '../src/index.ts'

export interface SpecParameter {
  readonly name: string
  readonly type: string
  readonly components?: readonly SpecParameter[]
}

type Values = Readonly<Record<string, FactValue>>

/** More values than the tests have: data can refer to one place many times. */
const MOST = 20_000
const MALFORMED = 'CALL_MALFORMED'
class Malformed extends Error {}

/** The arguments after the selector, or the reason why they can't be read. */
export function decodeAbiBySpec(inputs: readonly SpecParameter[], body: string): Values | typeof MALFORMED {
  try {
    const args = new Loose(body).members(inputs, 0)
    return encodeMembers(inputs, args) === body ? args : MALFORMED
  } catch (error) {
    if (error instanceof Malformed) return MALFORMED
    throw error
  }
}

const LIST = /^(.*)\[(\d*)\]$/
const keyOf = ({ name }: SpecParameter, n: number) => name || String(n)
const elementsOf = (type: SpecParameter, count: number): SpecParameter[] =>
  Array.from({ length: count }, () => ({ ...type, name: '', type: LIST.exec(type.type)![1]! }))

function isDynamic(type: SpecParameter): boolean {
  const list = LIST.exec(type.type)
  if (list) return list[2] === '' || isDynamic({ ...type, type: list[1]! })
  if (type.type === 'tuple') return type.components!.some(isDynamic)
  return type.type === 'bytes' || type.type === 'string'
}

function headOf(type: SpecParameter): number {
  const list = LIST.exec(type.type)
  if (isDynamic(type)) return 64
  if (list) return Number(list[2]) * headOf({ ...type, type: list[1]! })
  if (type.type === 'tuple') return type.components!.reduce((sum, each) => sum + headOf(each), 0)
  return 64
}

class Loose {
  readonly #body: string
  #read = 0

  constructor(body: string) {
    this.#body = body
  }

  /** Places are numbers of digits. */
  #digits(at: number, count: number): string {
    if (at + count > this.#body.length) throw new Malformed()
    return this.#body.slice(at, at + count)
  }

  #number(at: number): number {
    const value = BigInt(`0x${this.#digits(at, 64)}`)
    if (value > 1_000_000n) throw new Malformed()
    return Number(value)
  }

  members(types: readonly SpecParameter[], start: number): Values {
    let head = start
    const values = types.map((type, n): [string, FactValue] => {
      const at = isDynamic(type) ? start + 2 * this.#number(head) : head
      head += headOf(type)
      return [keyOf(type, n), this.#value(type, at)]
    })
    return Object.fromEntries(values)
  }

  #value(type: SpecParameter, at: number): FactValue {
    if (++this.#read > MOST) throw new Malformed()
    const list = LIST.exec(type.type)
    if (list) {
      const isCounted = list[2] === ''
      const count = isCounted ? this.#number(at) : Number(list[2])
      if (count > MOST) throw new Malformed()
      return Object.values(this.members(elementsOf(type, count), isCounted ? at + 64 : at))
    }
    if (type.type === 'tuple') return this.members(type.components!, at)
    if (type.type === 'bytes') return `0x${this.#digits(at + 64, 2 * this.#number(at))}`
    if (type.type === 'string') {
      const bytes = Buffer.from(this.#digits(at + 64, 2 * this.#number(at)), 'hex')
      return bytes.toString('utf8')
    }
    return this.#word(type.type, this.#digits(at, 64))
  }

  #word(type: string, digits: string): FactValue {
    if (type === 'address') return `0x${digits.slice(24)}`
    if (type === 'bool') return BigInt(`0x${digits}`) !== 0n
    if (type === 'function') return `0x${digits.slice(0, 48)}`
    if (type.startsWith('bytes')) return `0x${digits.slice(0, 2 * Number(type.slice(5)))}`
    const bits = Number(/\d+$/.exec(type)?.[0] ?? 256)
    const value = BigInt(`0x${digits}`)
    return type.startsWith('int') ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)
  }
}

const word = (value: bigint | number): string =>
  BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
const padded = (digits: string): string => digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')

function encodeMembers(types: readonly SpecParameter[], values: Values): string {
  const parts = types.map((type, n) => encode(type, values[keyOf(type, n)]!))
  let tail = types.reduce((sum, type) => sum + headOf(type), 0)
  let heads = ''
  let tails = ''
  for (const [n, type] of types.entries()) {
    if (!isDynamic(type)) heads += parts[n]!
    else {
      heads += word(tail / 2)
      tails += parts[n]!
      tail += parts[n]!.length
    }
  }
  return heads + tails
}

function encode(type: SpecParameter, value: FactValue): string {
  const list = LIST.exec(type.type)
  if (list) {
    const elements = value as readonly FactValue[]
    const encoded = encodeMembers(elementsOf(type, elements.length), Object.fromEntries(elements.entries()))
    return list[2] === '' ? word(elements.length) + encoded : encoded
  }
  if (type.type === 'tuple') return encodeMembers(type.components!, value as Values)
  if (type.type === 'string' || type.type === 'bytes') {
    const digits =
      type.type === 'bytes' ? (value as string).slice(2) : Buffer.from(value as string).toString('hex')
    return word(digits.length / 2) + padded(digits)
  }
  if (type.type === 'address') return (value as string).slice(2).padStart(64, '0')
  if (/^(bytes|function)/.test(type.type)) return padded((value as string).slice(2))
  return word(typeof value === 'boolean' ? Number(value) : (value as bigint))
}

/** Types of an IDL as it writes them. */
export type SpecIdlType = string | { readonly [kind: string]: unknown }
type Fields = readonly { readonly name: string; readonly type: SpecIdlType }[]
interface Definition {
  readonly kind: string
  readonly fields?: Fields
  readonly variants?: readonly { readonly name: string; readonly fields?: Fields }[]
}

type Taken = readonly [value: FactValue, rest: string]

/**
 * The arguments after the discriminator, or the reason why they can't be read.
 * @param definitions types by name
 * @param toAddress base58 of 32 bytes in hexadecimal
 */
export function decodeIdlBySpec(
  args: Fields,
  definitions: Readonly<Record<string, Definition>>,
  toAddress: (digits: string) => string,
  body: string,
): Values | typeof MALFORMED {
  const take = (digits: string, count: number): readonly [string, string] => {
    if (digits.length < count) throw new Malformed()
    return [digits.slice(0, count), digits.slice(count)]
  }
  const number = (digits: string, bytes: number): readonly [bigint, string] => {
    const [taken, rest] = take(digits, 2 * bytes)
    return [BigInt(`0x${taken.match(/../g)!.reverse().join('')}`), rest]
  }
  const listOf = (type: SpecIdlType, count: number, digits: string): Taken => {
    const values: FactValue[] = []
    for (let n = 0; n < count; n++) {
      const [value, rest] = typedOf(type, digits)
      values.push(value)
      digits = rest
    }
    return [values, digits]
  }
  const membersOf = (fields: Fields, digits: string): readonly [Values, string] => {
    const values: Record<string, FactValue> = {}
    for (const { name, type } of fields) [values[name], digits] = typedOf(type, digits) as [FactValue, string]
    return [values, digits]
  }
  const flag = (digits: string): readonly [boolean, string] => {
    const [byte, rest] = take(digits, 2)
    if (byte !== '00' && byte !== '01') throw new Malformed()
    return [byte === '01', rest]
  }
  const sized = (digits: string): readonly [string, string] => {
    const [length, rest] = number(digits, 4)
    return take(rest, 2 * Number(length))
  }
  const compoundOf = (type: { readonly [kind: string]: unknown }, digits: string): Taken => {
    if ('vec' in type) {
      const [count, rest] = number(digits, 4)
      if (Number(count) * 2 > rest.length) throw new Malformed()
      return listOf(type['vec'] as SpecIdlType, Number(count), rest)
    }
    if ('array' in type) return listOf(...(type['array'] as [SpecIdlType, number]), digits)
    if ('option' in type) {
      const [isSome, rest] = flag(digits)
      return isSome ? typedOf(type['option'] as SpecIdlType, rest) : [null, rest]
    }
    const { kind, fields = [], variants = [] } = definitions[type['defined'] as string]!
    if (kind === 'struct') return membersOf(fields, digits)
    const [index, rest] = number(digits, 1)
    const variant = variants[Number(index)]
    if (!variant) throw new Malformed()
    const [values, end] = membersOf(variant.fields ?? [], rest)
    return [{ ...values, $variant: variant.name }, end]
  }
  const typedOf = (type: SpecIdlType, digits: string): Taken => {
    if (typeof type !== 'string') return compoundOf(type, digits)
    if (type === 'bool') return flag(digits)
    if (type === 'publicKey') {
      const [key, rest] = take(digits, 64)
      return [toAddress(key), rest]
    }
    if (type === 'bytes' || type === 'string') {
      const [taken, rest] = sized(digits)
      if (type === 'bytes') return [`0x${taken}`, rest]
      const text = Buffer.from(taken, 'hex').toString('utf8')
      if (Buffer.from(text).toString('hex') !== taken) throw new Malformed()
      return [text, rest]
    }
    const bits = Number(type.slice(1))
    const [value, rest] = number(digits, bits / 8)
    return [type.startsWith('i') ? BigInt.asIntN(bits, value) : value, rest]
  }
  try {
    const [values, rest] = membersOf(args, body)
    return rest === '' ? values : MALFORMED
  } catch (error) {
    if (error instanceof Malformed) return MALFORMED
    throw error
  }
}
