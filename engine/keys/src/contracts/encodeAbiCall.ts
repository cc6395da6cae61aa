/** Arguments → call data, for forms that build a call. */
import { toHex, toUtf8 } from '../encoding.ts'
import { type AbiFunction, type AbiParameter, type AbiType, headWords } from './abi.ts'
import { type CallTuple, type CallValue, keyOf } from './callValue.ts'
import { InterfaceError, shown } from './interfaceError.ts'

const WORD_DIGITS = 64

/**
 * The canonical encoding of a call.
 * @param args as the decoder returns them; addresses and bytes in any letter case
 * @returns lower-case hexadecimal with `0x`
 * @throws InterfaceError with the path of an argument that is missing, or doesn't fit its type
 */
export const encodeAbiCall = ({ selector, inputs }: AbiFunction, args: CallTuple): string =>
  selector + members(inputs, args, '')

function members(parameters: readonly AbiParameter[], values: CallTuple, path: string): string {
  return sequence(
    parameters.map((parameter, n) => {
      const key = keyOf(parameter, n)
      const at = path === '' ? key : `${path}.${key}`
      if (!Object.hasOwn(values, key)) throw new InterfaceError(at, 'the value is missing')
      return [parameter.type, values[key]!, at]
    }),
  )
}

function sequence(items: readonly (readonly [AbiType, CallValue, path: string])[]): string {
  let offset = items.reduce((sum, [type]) => sum + headWords(type), 0) * 32
  let heads = ''
  let tails = ''
  for (const [type, value, path] of items) {
    const encoded = encode(type, value, path)
    if (!type.isDynamic) heads += encoded
    else {
      heads += word(BigInt(offset))
      tails += encoded
      offset += encoded.length / 2
    }
  }
  return heads + tails
}

function encode(type: AbiType, value: CallValue, path: string): string {
  const isFit = (fits: boolean) => {
    if (!fits)
      throw new InterfaceError(
        path,
        `${typeof value === 'object' ? 'this' : typeof value === 'bigint' ? value : shown(value)} is not of type ${type.text}`,
      )
  }
  switch (type.kind) {
    case 'list': {
      const items: readonly CallValue[] = Array.isArray(value) ? value : []
      isFit(Array.isArray(value) && (type.length ?? items.length) === items.length)
      const encoded = sequence(items.map((item, n) => [type.of, item, `${path}[${n}]`]))
      return type.length === undefined ? word(BigInt(items.length)) + encoded : encoded
    }
    case 'tuple':
      isFit(typeof value === 'object' && value !== null && !Array.isArray(value))
      return members(type.members, value as CallTuple, path)
    case 'bool':
      isFit(typeof value === 'boolean')
      return word(value ? 1n : 0n)
    case 'uint':
    case 'int': {
      const isWithin =
        typeof value === 'bigint' &&
        (type.kind === 'int' ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value)) === value
      isFit(isWithin)
      return word(value as bigint)
    }
    case 'string':
      isFit(typeof value === 'string' && !/\p{Surrogate}/u.test(value))
      return counted(toHex(toUtf8(value as string)))
    case 'address':
      isFit(hexOf(value)?.length === 40)
      return hexOf(value)!.padStart(WORD_DIGITS, '0')
    case 'fixedBytes':
      isFit(hexOf(value)?.length === 2 * type.length)
      return padded(hexOf(value)!)
    case 'bytes':
      isFit(hexOf(value) !== undefined)
      return counted(hexOf(value)!)
  }
}

/** The digits of bytes in lower case; undefined for any other value. */
const hexOf = (value: CallValue): string | undefined =>
  typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? value.slice(2).toLowerCase() : undefined

const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(WORD_DIGITS, '0')
const padded = (digits: string): string =>
  digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, '0')
const counted = (digits: string): string => word(BigInt(digits.length / 2)) + padded(digits)
