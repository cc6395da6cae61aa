/** The strict hash of EIP-712 typed data: a value that doesn't fit its type is rejected, never converted. */

import { concat, hasLoneSurrogate, parseHex, toUtf8 } from '../encoding.ts'
import { keccak256 } from '../hash.ts'
import { isAddress } from './ethereumAddress.ts'

export interface TypedDataField {
  readonly name: string
  readonly type: string
}

export interface TypedData {
  /** Always includes `EIP712Domain`. */
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

/** Why typed data cannot be hashed; `parseTypedData` and `typedDataDigest` turn it into a `KeysError`. */
export class TypedDataMismatch extends Error {}

type Types = TypedData['types']

/** Pauses after each struct, of which there may be thousands; returns 32 bytes. */
type Steps = Generator<void, Uint8Array>

/** 32 bytes, in steps. @throws TypedDataMismatch */
export function* hashTypedData({ types, primaryType, domain, message }: TypedData): Steps {
  const context: Context = { types, typeHashes: new Map(), typeText: 0, values: 0 }
  const separator = yield* hashStruct('EIP712Domain', domain, 'domain', context, 0)
  const prefix = Uint8Array.of(0x19, 0x01)
  // EIP-712 of the domain itself has no message part.
  if (primaryType === 'EIP712Domain') return keccak256(concat(prefix, separator))
  return keccak256(concat(prefix, separator, yield* hashStruct(primaryType, message, 'message', context, 0)))
}

/**
 * EIP-712 §Definition of encodeType: the type's own text, followed by the types it uses, in alphabetical order.
 * Every type is checked, also that of an empty list: its text could otherwise contain the members of another type.
 * @throws TypedDataMismatch
 */
export function encodeType(types: Types, primary: string): string {
  const used = new Set<string>()
  const waiting = [primary]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    for (const { type } of membersOf(types, name)) {
      const base = type.replace(LISTS, '')
      if (Object.hasOwn(types, base)) waiting.push(base)
      else if (!isBasic(base)) throw unknownType(base)
    }
  }
  used.delete(primary)
  return [primary, ...[...used].sort()]
    .map(
      (name) =>
        `${name}(${membersOf(types, name)
          .map((m) => `${m.type} ${m.name}`)
          .join(',')})`,
    )
    .join('')
}

interface Context {
  readonly types: Types
  readonly typeHashes: Map<string, Uint8Array>
  /** Characters of the encoded types so far. */
  typeText: number
  values: number
}

const MAX_DEPTH = 32
const ITEMS_AT_ONCE = 8
const MAX_VALUES = 10_000
/** More than any protocol uses. The text of a type contains the types that it uses, so the sum can grow quadratically. */
const MAX_TYPE_TEXT = 100_000

function* hashStruct(name: string, value: unknown, place: string, context: Context, depth: number): Steps {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypedDataMismatch(`\`${place}\` is not an object`)
  }
  const members: Uint8Array[] = []
  for (const member of membersOf(context.types, name)) {
    const own = Object.hasOwn(value, member.name)
    const memberValue = own ? (value as Record<string, unknown>)[member.name] : undefined
    members.push(yield* encodeValue(member.type, memberValue, `${place}.${member.name}`, context, depth + 1))
  }
  yield
  return keccak256(concat(typeHash(name, context), ...members))
}

/** EIP-712 §Definition of encodeData: 32 bytes for every value. */
function* encodeValue(type: string, value: unknown, place: string, context: Context, depth: number): Steps {
  if (depth > MAX_DEPTH || ++context.values > MAX_VALUES)
    throw new TypedDataMismatch('it is too large or deep')
  if (value === undefined || value === null) throw new TypedDataMismatch(`\`${place}\` is missing`)
  const array = /^(.+)\[([0-9]{0,5})\]$/.exec(type)
  if (array) {
    const encoded: Uint8Array[] = []
    for (const [i, item] of readArray(value, array[2]!, place).entries()) {
      encoded.push(yield* encodeValue(array[1]!, item, `${place}.${i}`, context, depth + 1))
      // Elements that aren't structs, such as texts, are also hashed one by one.
      if (i % ITEMS_AT_ONCE === ITEMS_AT_ONCE - 1) yield
    }
    return keccak256(concat(...encoded))
  }
  if (Object.hasOwn(context.types, type)) return yield* hashStruct(type, value, place, context, depth)
  if (type === 'string') return keccak256(toUtf8(readText(value, place)))
  if (type === 'bytes') return keccak256(parseHexValue(value, place))
  if (type === 'bool') return word(readBoolean(value, place) ? 1n : 0n)
  if (type === 'address') return word(BigInt(readAddress(value, place)))
  const bytes = FIXED_BYTES.exec(type)
  if (bytes) return readFixedBytes(value, Number(bytes[1]), place)
  const integer = integerOf(type)
  if (integer) return word(readInteger(value, integer.bits, integer.signed, place))
  throw unknownType(type)
}

/** EIP-712 has no aliases. Libraries hash `uint` differently: as it is, or as `uint256`. */
const unknownType = (type: string) =>
  new TypedDataMismatch(
    /^u?int$/.test(type)
      ? `\`${type}\` has no width: write \`${type}256\`, as in the contract's type hash`
      : `\`${type}\` is not a type`,
  )

const LISTS = /(\[[0-9]{0,5}\])+$/
const FIXED_BYTES = /^bytes([1-9]|[12][0-9]|3[0-2])$/

function integerOf(type: string): { bits: number; signed: boolean } | undefined {
  const [, unsigned, digits] = /^(u?)int([1-9][0-9]{0,2})$/.exec(type) ?? []
  const bits = Number(digits)
  return unsigned !== undefined && bits % 8 === 0 && bits <= 256
    ? { bits, signed: unsigned === '' }
    : undefined
}

const isBasic = (type: string): boolean =>
  ['string', 'bytes', 'bool', 'address'].includes(type) ||
  FIXED_BYTES.test(type) ||
  integerOf(type) !== undefined

function membersOf(types: Types, name: string) {
  if (!Object.hasOwn(types, name)) throw new TypedDataMismatch(`type \`${name}\` is not among \`types\``)
  return types[name]!
}

function typeHash(name: string, context: Context): Uint8Array {
  const { types, typeHashes } = context
  const known = typeHashes.get(name)
  if (known) return known
  const text = encodeType(types, name)
  context.typeText += text.length
  if (context.typeText > MAX_TYPE_TEXT) throw new TypedDataMismatch('its types are too large')
  const hash = keccak256(toUtf8(text))
  typeHashes.set(name, hash)
  return hash
}

/** Two's complement in 32 bytes. */
function word(value: bigint): Uint8Array {
  const digits = BigInt.asUintN(256, value).toString(16).padStart(64, '0')
  return Uint8Array.from(digits.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}

function readArray(value: unknown, length: string, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypedDataMismatch(`\`${place}\` is not a list`)
  if (length !== '' && value.length !== Number(length)) {
    throw new TypedDataMismatch(`\`${place}\` has ${value.length} items instead of ${length}`)
  }
  return value
}

function readText(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new TypedDataMismatch(`\`${place}\` is not a text`)
  if (hasLoneSurrogate(value)) throw new TypedDataMismatch(`\`${place}\` has half of a surrogate pair`)
  return value
}

function readBoolean(value: unknown, place: string): boolean {
  if (typeof value !== 'boolean') throw new TypedDataMismatch(`\`${place}\` is neither true nor false`)
  return value
}

function readAddress(value: unknown, place: string): string {
  if (!isAddress(value)) throw new TypedDataMismatch(`\`${place}\` is not an address`)
  return value
}

function readFixedBytes(value: unknown, length: number, place: string): Uint8Array {
  const bytes = parseHexValue(value, place)
  if (bytes.length !== length) throw new TypedDataMismatch(`\`${place}\` does not have ${length} bytes`)
  const padded = new Uint8Array(32)
  padded.set(bytes)
  return padded
}

/** A JSON number, a decimal text or a 0x-hexadecimal text, because clients use all three. */
function readInteger(value: unknown, bits: number, signed: boolean, place: string): bigint {
  const text = typeof value === 'string' && /^(-?[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)
  if (!text && !Number.isSafeInteger(value) && typeof value !== 'bigint')
    throw new TypedDataMismatch(`\`${place}\` is not a whole number`)
  const integer = BigInt(value as string | number | bigint)
  const fits = integer === (signed ? BigInt.asIntN(bits, integer) : BigInt.asUintN(bits, integer))
  if (!fits) throw new TypedDataMismatch(`\`${place}\` does not fit ${signed ? 'int' : 'uint'}${bits}`)
  return integer
}

function parseHexValue(value: unknown, place: string): Uint8Array {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) {
    throw new TypedDataMismatch(`\`${place}\` is not 0x and an even number of hexadecimal digits`)
  }
  return parseHex(value, place, { prefix: true })
}
