/** Reads the parameters of JSON-RPC methods. */
import { type Hex, isAddress, isHex, stringToHex } from 'viem'
import { ProviderRpcError } from './providerRpcError.ts'

export interface Request1193 {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

export type Members = Readonly<Record<string, unknown>>

/** Hexadecimal members of a transaction. */
export const AMOUNTS = ['gas', 'value', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const

export const malformed = (message: string, cause?: unknown) => new ProviderRpcError(-32602, message, cause)

/** The message of `personal_sign`, as hexadecimal bytes. */
export function readMessage(value: unknown): Hex {
  if (typeof value !== 'string') throw malformed('the message is missing: params are message, then address')
  const raw = isHex(value) ? value : stringToHex(value)
  // Otherwise the missing half byte would be added before the prefix of EIP-191.
  if (raw.length % 2 === 1) throw malformed('the message has half a byte: add a digit')
  return raw
}

/** A copy of plain data. The app could change its own object after the user has seen it. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)])) as T
}

/** The single object in the parameters. */
export function readMembers({ method, params }: Request1193): Members {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  if (first && typeof first === 'object') return first as Members
  throw malformed(`${method} takes a list with one object`)
}

/** An app's transaction as viem takes it: without the sender, and without members that the app left out. */
export function readTransaction({ to, data, input, nonce, ...given }: Members): Members {
  if (to && !isAddress(String(to), { strict: false })) throw malformed(`\`to\` is not an address: ${to}`)
  const amounts = AMOUNTS.filter((name) => given[name] !== undefined)
  if (data !== undefined && input !== undefined && data !== input)
    throw malformed('`data` and `input` differ')
  const code = data ?? input
  if (code !== undefined && !isHex(code)) throw malformed('`data` is not hexadecimal')
  return {
    ...(to ? { to } : {}),
    ...(code !== undefined && { data: code }),
    ...(nonce !== undefined && { nonce: Number(readAmount('nonce', nonce)) }),
    ...Object.fromEntries(amounts.map((name) => [name, readAmount(name, given[name])])),
  }
}

function readAmount(name: string, value: unknown): bigint {
  if (isHex(value) && value !== '0x') return BigInt(value)
  throw malformed(`\`${name}\` is not a hexadecimal number with 0x: ${value}`)
}

export function readTypedData(value: unknown) {
  try {
    const data: unknown = typeof value === 'string' ? JSON.parse(value) : value
    if (data && typeof data === 'object') return data as never
  } catch (cause) {
    throw malformed('the typed data is not JSON', cause)
  }
  throw malformed('the typed data is missing: params are address, then data')
}

/** EIP-712: user agents should reject data for a chain that isn't active, because the user expects an effect there. */
export function assertOnChain(
  { domain }: { readonly domain?: { readonly chainId?: unknown } },
  chain: number,
): void {
  const { chainId } = Object(domain) as { readonly chainId?: unknown }
  if (chainId === undefined) return
  const text = ['string', 'number', 'bigint'].includes(typeof chainId) ? String(chainId) : ''
  if (!/^(0x[\da-f]+|\d+)$/i.test(text) || BigInt(text) !== BigInt(chain)) {
    throw malformed(`the typed data is for chain ${chainId}, and the active chain is ${chain}`)
  }
}
