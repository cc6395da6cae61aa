/** Reads the parameters of JSON-RPC methods. */
import { type Hex, isAddress, isHex, stringToHex } from 'viem'
import { ProviderRpcError } from './providerRpcError.ts'

export interface Request1193 {
  readonly method: string
  /** A list, or nothing. Every method checks its own. */
  readonly params?: unknown
}

export type Members = Readonly<Record<string, unknown>>

export const malformed = (message: string, cause?: unknown) => new ProviderRpcError(-32602, message, cause)

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy of plain data. The app could change its own object after the user has seen it. */
export function copyOf<T>(value: T, depth = 0): T {
  if (depth > MAX_DEPTH) throw malformed(`the parameters are nested more than ${MAX_DEPTH} deep`)
  const inner = (each: unknown) => copyOf(each, depth + 1)
  if (Array.isArray(value)) return value.map(inner) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)])) as T
}

/** Typed data nests at most 32 deep in the engine. */
const MAX_DEPTH = 100

/** @throws ProviderRpcError -32600 */
export function readRequest(request: unknown): Request1193 {
  if (isObject(request) && typeof request['method'] === 'string')
    return copyOf(request) as unknown as Request1193
  throw new ProviderRpcError(-32600, 'a request is an object with `method` and its `params`')
}

/**
 * The list of parameters. An empty object counts as none, because some apps send it.
 * @param names of those that must be present, in order
 */
export function readList({ method, params }: Request1193, ...names: readonly string[]): readonly unknown[] {
  const list = params ?? []
  const order = names.length > 0 ? `params are ${names.join(', then ')}` : 'it takes no parameters by name'
  if (!Array.isArray(list)) {
    if (names.length === 0 && isObject(list) && Object.keys(list).length === 0) return []
    throw malformed(`the params of ${method} are not a list: ${order}`)
  }
  const missing = names.find((_, i) => list[i] === undefined || list[i] === null)
  if (missing) throw malformed(`${method} lacks the ${missing}: ${order}`)
  return list
}

/** The single object in the parameters. */
export function readMembers(request: Request1193, name: string): Members {
  const [first] = readList(request, name)
  if (isObject(first)) return first
  throw malformed(`${request.method} takes a list with one object: the ${name}`)
}

/** The message of `personal_sign`, as hexadecimal bytes. */
export function readMessage(value: unknown): Hex {
  if (typeof value !== 'string') throw malformed('the message is not a string')
  const raw = isHex(value) ? value : stringToHex(value)
  // Otherwise the missing half byte would be added before the prefix of EIP-191.
  if (raw.length % 2 === 1) throw malformed('the message has half a byte: add a digit')
  return raw
}

export const isAccount = (value: unknown): value is Hex =>
  typeof value === 'string' && isAddress(value, { strict: false })

export function readAccount(value: unknown): Hex {
  if (isAccount(value)) return value
  throw malformed(`the account is not an address: ${value}`)
}
