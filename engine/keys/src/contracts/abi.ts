/** Contract ABIs: JSON text → the functions of a contract, by selector. */
import { toHex, toUtf8 } from '../encoding.ts'
import { keccak256 } from '../hash.ts'
import { isIdentifier } from './callValue.ts'
import {
  INTERFACE_BOUNDS,
  InterfaceError,
  type JsonObject,
  listAt,
  objectAt,
  parseInterfaceJson,
  shown,
} from './interfaceError.ts'

/** The type of an argument, and how it is encoded: static types take `words` words in place, dynamic ones follow. */
export type AbiType = { readonly isDynamic: boolean; readonly words: number; readonly text: string } & (
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'address' | 'bool' | 'bytes' | 'string' }
  /** `bytes1` to `bytes32`, and `function`, which is a `bytes24`. */
  | { readonly kind: 'fixedBytes'; readonly length: number }
  | { readonly kind: 'list'; readonly of: AbiType; readonly length: number | undefined }
  | { readonly kind: 'tuple'; readonly members: readonly AbiParameter[] }
)

export interface AbiParameter {
  /** Empty if it has none. */
  readonly name: string
  readonly type: AbiType
}

export interface AbiFunction {
  readonly name: string
  /** `transfer(address,uint256)`. */
  readonly signature: string
  /** `0x` and eight digits. */
  readonly selector: string
  readonly inputs: readonly AbiParameter[]
}

export interface EthereumInterface {
  readonly kind: 'ethereum'
  readonly functions: ReadonlyMap<string, AbiFunction>
}

const ENTRY_TYPES = ['function', 'constructor', 'event', 'error', 'fallback', 'receive']
/** Words of a static type: as many as a transaction could have. */
const MAX_WORDS = 32_768

/** Reads an ABI. @throws InterfaceError with the path of the first fault */
export function parseAbi(text: string): EthereumInterface {
  const json = parseInterfaceJson(text)
  if (!Array.isArray(json)) throw new InterfaceError('$', 'an ABI is a JSON array')
  const functions = new Map<string, AbiFunction>()
  for (const [n, value] of listAt(json, '$', INTERFACE_BOUNDS).entries()) {
    const path = `[${n}]`
    const entry = objectAt(value, path)
    const { type = 'function' } = entry
    if (!ENTRY_TYPES.includes(type as string))
      throw new InterfaceError(`${path}.type`, `${shown(type)} is not a kind of entry`)
    if (type !== 'function') continue
    const found = functionOf(entry, path)
    const other = functions.get(found.selector)
    if (other) {
      throw new InterfaceError(
        path,
        `\`${found.signature}\` and \`${other.signature}\` have the same selector ${found.selector}`,
      )
    }
    functions.set(found.selector, found)
  }
  return { kind: 'ethereum', functions }
}

function functionOf(entry: JsonObject, path: string): AbiFunction {
  const { name } = entry
  if (!isIdentifier(name)) throw new InterfaceError(`${path}.name`, `${shown(name)} is not a name`)
  const inputs = parametersOf(entry['inputs'], `${path}.inputs`, 1)
  const signature = `${name}(${inputs.map(({ type }) => type.text).join(',')})`
  return { name, signature, selector: `0x${toHex(keccak256(toUtf8(signature)).slice(0, 4))}`, inputs }
}

function parametersOf(value: unknown, path: string, depth: number): AbiParameter[] {
  const names = new Set<string>()
  return listAt(value, path, INTERFACE_BOUNDS).map((item, n) => {
    const at = `${path}[${n}]`
    const parameter = objectAt(item, at)
    const { name = '' } = parameter
    if (name !== '' && !isIdentifier(name))
      throw new InterfaceError(`${at}.name`, `${shown(name)} is not a name`)
    if (name !== '' && names.has(name)) throw new InterfaceError(`${at}.name`, `${shown(name)} is used twice`)
    names.add(name)
    return { name, type: typeOf(parameter, at, depth) }
  })
}

function typeOf(parameter: JsonObject, path: string, depth: number): AbiType {
  const { type } = parameter
  const [, base, suffixes = ''] =
    /^([a-z0-9]+)((?:\[\d{0,9}\])*)$/.exec(typeof type === 'string' ? type : '') ?? []
  if (base === undefined) throw new InterfaceError(`${path}.type`, `${shown(type)} is not a type`)
  const lengths = suffixes === '' ? [] : suffixes.slice(1, -1).split('][')
  if (depth + lengths.length > INTERFACE_BOUNDS.depth) {
    throw new InterfaceError(path, `the type is nested deeper than ${INTERFACE_BOUNDS.depth} levels`)
  }
  const item =
    base === 'tuple'
      ? tupleOf(parametersOf(parameter['components'], `${path}.components`, depth + lengths.length + 1))
      : elementary(base)
  if (!item) throw new InterfaceError(`${path}.type`, `${shown(type)} is not a type`)
  if (item.words === 0) throw new InterfaceError(path, 'a tuple has at least one member')
  return lengths.reduce((of, length) => listOf(of, length, `${path}.type`), item)
}

function tupleOf(members: readonly AbiParameter[]): AbiType {
  const isDynamic = members.some(({ type }) => type.isDynamic)
  const words = members.reduce((sum, { type }) => sum + headWords(type), 0)
  const text = `(${members.map(({ type }) => type.text).join(',')})`
  return { kind: 'tuple', members, isDynamic, words, text }
}

function listOf(of: AbiType, digits: string, path: string): AbiType {
  const text = `${of.text}[${digits}]`
  if (digits === '') return { kind: 'list', of, length: undefined, isDynamic: true, words: 1, text }
  const length = Number(digits)
  if (length === 0 || String(length) !== digits)
    throw new InterfaceError(path, `a list of length ${digits} has no encoding`)
  const words = length * headWords(of)
  if (words > MAX_WORDS) throw new InterfaceError(path, `the type takes more than ${MAX_WORDS} words`)
  return { kind: 'list', of, length, isDynamic: of.isDynamic, words, text }
}

/** Words in the place of a value: the value itself, or the offset of a dynamic one. */
export const headWords = ({ isDynamic, words }: AbiType): number => (isDynamic ? 1 : words)

function elementary(name: string): AbiType | undefined {
  const isStatic = { isDynamic: false, words: 1 }
  if (name === 'address' || name === 'bool') return { kind: name, ...isStatic, text: name }
  if (name === 'bytes' || name === 'string') return { kind: name, isDynamic: true, words: 1, text: name }
  if (name === 'function') return { kind: 'fixedBytes', length: 24, ...isStatic, text: name }
  const [, integer, digits = '256'] = /^(uint|int)([1-9]\d*)?$/.exec(name) ?? []
  const bits = Number(digits)
  if (integer && bits <= 256 && bits % 8 === 0) {
    return { kind: integer as 'uint' | 'int', bits, ...isStatic, text: `${integer}${bits}` }
  }
  const length = Number(/^bytes([1-9]\d?)$/.exec(name)?.[1])
  return length <= 32 ? { kind: 'fixedBytes', length, ...isStatic, text: name } : undefined
}
