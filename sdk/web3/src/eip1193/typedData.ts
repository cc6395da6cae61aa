/** Typed data of apps, reduced to what its signature covers. */
import { getTypesForEIP712Domain, hashTypedData, type TypedDataDefinition } from 'viem'
import { isObject, type Members, malformed } from './parameters.ts'

interface Field {
  readonly name: string
  readonly type: string
}
type Types = Readonly<Record<string, readonly Field[]>>

/** Typed data without members that its types don't name: a signature says nothing about them. */
export type ReadTypedData = TypedDataDefinition & { readonly types: Types; readonly domain: Members }

/**
 * Reads typed data for the active chain. EIP-712: user agents should reject data for another chain, because the user
 * expects an effect on the active one.
 * @throws ProviderRpcError -32602
 */
export function readTypedData(value: unknown, chain: bigint): ReadTypedData {
  const { types: given, primaryType, domain = {}, message = {} } = parse(value)
  if (!isObject(given)) throw malformed('the typed data lacks `types`')
  if (typeof primaryType !== 'string') throw malformed('the typed data lacks `primaryType`')
  if (!isObject(domain)) throw malformed('`domain` is not an object')
  assertOnChain(domain, chain)
  const types = { EIP712Domain: getTypesForEIP712Domain({ domain }), ...given } as Types
  const data = {
    types,
    primaryType,
    domain: pick(domain, 'EIP712Domain', types, 'domain') as Members,
    message: primaryType === 'EIP712Domain' ? {} : pick(message, primaryType, types, 'message'),
  } as ReadTypedData
  try {
    hashTypedData(data)
  } catch (cause) {
    throw malformed(`the typed data can't be hashed: ${(cause as Error).message}`, cause)
  }
  return data
}

function parse(value: unknown): Members {
  let data = value
  try {
    if (typeof value === 'string') data = JSON.parse(value)
  } catch (cause) {
    throw malformed('the typed data is not JSON', cause)
  }
  if (isObject(data)) return data
  throw malformed('the typed data is not an object')
}

/** The part of a value that its type covers. */
function pick(value: unknown, type: string, types: Types, place: string): unknown {
  // Libraries hash it as it is, or with 256 bits, and EIP-712 has no aliases.
  const alias = /^u?int(?![^[])/.exec(type)
  if (alias) throw malformed(`\`${place}\` is \`${type}\`: write \`${alias}256\``)
  const item = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined) {
    if (!Array.isArray(value)) throw malformed(`\`${place}\` is not a list`)
    return value.map((each, i) => pick(each, item, types, `${place}[${i}]`))
  }
  // JSON.parse has already rounded such a number, so another one would be signed.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw malformed(`\`${place}\` is not an exact number: write it as a string`)
  }
  if (!Object.hasOwn(types, type)) return value
  const fields = types[type]
  if (!isObject(value)) throw malformed(`\`${place}\` is not an object`)
  if (!Array.isArray(fields) || !fields.every(isField)) {
    throw malformed(`type \`${type}\` is not a list of members with \`name\` and \`type\``)
  }
  return Object.fromEntries(
    fields.map((field) => {
      const member = Object.hasOwn(value, field.name) ? value[field.name] : undefined
      if (member === undefined || member === null) throw malformed(`\`${place}.${field.name}\` is missing`)
      return [field.name, pick(member, field.type, types, `${place}.${field.name}`)]
    }),
  )
}

const isField = (field: unknown): field is Field =>
  isObject(field) && typeof field['name'] === 'string' && typeof field['type'] === 'string'

function assertOnChain({ chainId }: Members, chain: bigint): void {
  if (chainId === undefined || chainId === null) return
  const text = ['string', 'number', 'bigint'].includes(typeof chainId) ? String(chainId) : ''
  if (!/^(0x[\da-f]+|\d+)$/i.test(text) || BigInt(text) !== chain) {
    throw malformed(`the typed data is for chain ${chainId}, and the active chain is ${chain}`)
  }
}
