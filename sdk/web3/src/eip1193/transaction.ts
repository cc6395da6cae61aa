/** Transactions of apps: every member is signed or rejected by name, and the endpoint fills only what is missing. */
import {
  type Address,
  getAddress,
  type Hex,
  isHex,
  numberToHex,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'
import { isObject, type Members, malformed } from './parameters.ts'
import { ProviderRpcError } from './providerRpcError.ts'

/** Sends a request to the endpoint of the transaction's chain. */
export type Rpc = (method: string, ...params: unknown[]) => Promise<unknown>

/** EIP-2718 types by number, with the members that only some types sign. */
const TYPES = {
  '0x0': ['legacy', 'gasPrice'],
  '0x1': ['eip2930', 'gasPrice', 'accessList'],
  '0x2': ['eip1559', 'maxFeePerGas', 'maxPriorityFeePerGas', 'accessList'],
  '0x3': [
    'eip4844',
    'maxFeePerGas',
    'maxPriorityFeePerGas',
    'accessList',
    'maxFeePerBlobGas',
    'blobVersionedHashes',
  ],
  '0x4': ['eip7702', 'maxFeePerGas', 'maxPriorityFeePerGas', 'accessList', 'authorizationList'],
} as const satisfies Record<Hex, readonly string[]>

type TypeNumber = keyof typeof TYPES

const typeNumbers = Object.keys(TYPES) as TypeNumber[]

const signs = (type: TypeNumber, member: string) => (TYPES[type] as readonly string[]).includes(member)

/** A transaction in the form of JSON-RPC: integers and bytes are hexadecimal. What `confirm` shows and what is signed. */
export interface RpcTransaction {
  readonly from: Address
  readonly type: TypeNumber
  readonly chainId: Hex
  readonly nonce: Hex
  readonly gas: Hex
  /** Absent for contract creation. */
  readonly to?: Address
  readonly value: Hex
  readonly data: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
  readonly maxFeePerBlobGas?: Hex
  readonly accessList?: readonly { readonly address: Address; readonly storageKeys: readonly Hex[] }[]
  readonly blobVersionedHashes?: readonly Hex[]
  readonly authorizationList?: readonly RpcAuthorization[]
}

/** EIP-7702. */
export interface RpcAuthorization {
  readonly address: Address
  readonly chainId: Hex
  readonly nonce: Hex
  readonly yParity: Hex
  readonly r: Hex
  readonly s: Hex
}

/** What an app passed. Missing nonce, gas, fees and type come from the endpoint. */
export type GivenTransaction = Partial<RpcTransaction> & Pick<RpcTransaction, 'from' | 'chainId'>

type Reader = (value: unknown, name: string) => unknown

const readers: Readonly<Record<string, Reader>> = {
  from: readAddress,
  to: readAddress,
  value: (value, name) => readQuantity(value, name),
  nonce: (value, name) => readQuantity(value, name, 64),
  gas: (value, name) => readQuantity(value, name, 64),
  gasPrice: (value, name) => readQuantity(value, name),
  maxFeePerGas: (value, name) => readQuantity(value, name),
  maxPriorityFeePerGas: (value, name) => readQuantity(value, name),
  maxFeePerBlobGas: (value, name) => readQuantity(value, name),
  data: readBytes,
  accessList: listOf((entry, name) => {
    const { address, storageKeys } = readMembersOf(entry, name, ['address', 'storageKeys'])
    return {
      address: readAddress(address, `${name}.address`),
      storageKeys: listOf(readHash)(storageKeys, `${name}.storageKeys`),
    }
  }),
  blobVersionedHashes: listOf(readHash),
  authorizationList: listOf(readAuthorization),
}

/** Second names of members: of older clients, and of libraries. */
const ALIASES = { input: 'data', gasLimit: 'gas' } as const

/**
 * Reads an app's transaction. Members that are undefined or null count as absent.
 * @param chain of the request
 * @throws ProviderRpcError -32602 for a member that this chain, type or provider doesn't sign
 */
export function readTransaction(members: Members, chain: bigint): GivenTransaction {
  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || value === null || name === 'type' || name === 'chainId') continue
    const own = Object.hasOwn(ALIASES, name) ? ALIASES[name as keyof typeof ALIASES] : name
    if (!Object.hasOwn(readers, own)) throw malformed(reasonAgainst(name))
    const read = readers[own]!(value, name)
    if (given[own] !== undefined && given[own] !== read) {
      throw malformed(`\`${own}\` and \`${own === 'data' ? 'input' : 'gasLimit'}\` differ`)
    }
    given[own] = read
  }
  if (given['from'] === undefined) throw malformed('`from` is missing')
  assertChain(members['chainId'], chain)
  const type = readType(members['type'])
  const transaction = { ...given, chainId: numberToHex(chain), ...(type && { type }) } as GivenTransaction
  const [only, ...others] = typesFor(transaction)
  return others.length > 0 ? transaction : { ...transaction, type: only }
}

/** The transaction with what it lacks. Sends no request for a complete one. @throws ProviderRpcError -32602, 4901 */
export async function completeTransaction(
  given: GivenTransaction & Pick<RpcTransaction, 'nonce'>,
  rpc: Rpc,
): Promise<RpcTransaction> {
  const types = typesFor(given)
  const { maxFeePerGas, maxPriorityFeePerGas } = given
  const isPriced = Boolean(maxFeePerGas && maxPriorityFeePerGas)
  const market = types.find((each) => signs(each, 'maxFeePerGas'))
  const base = market && !isPriced ? baseFeeOf(await rpc('eth_getBlockByNumber', 'latest', false)) : undefined
  const type = (base !== undefined || isPriced ? market : undefined) ?? types[0]
  const fees = signs(type, 'gasPrice')
    ? { gasPrice: given.gasPrice ?? numberToHex(fromEndpoint(await rpc('eth_gasPrice'))) }
    : await marketFees(given, base, rpc)
  const whole = { value: '0x0', data: '0x', ...given, type, ...fees } as const
  const { type: _, nonce, ...call } = whole
  const gas = given.gas ?? numberToHex(fromEndpoint(await rpc('eth_estimateGas', call)))
  return { ...whole, nonce, gas }
}

/**
 * viem's form. Chain ids and nonces are bigints there, because numbers would round them.
 * @throws ProviderRpcError -32602 if viem doesn't serialize it
 */
export function toSerializable({ from: _, ...transaction }: RpcTransaction): TransactionSerializable {
  const { type, to, data, accessList, blobVersionedHashes, authorizationList, chainId, ...integers } =
    transaction
  const isLegacy = type === '0x0'
  if (isLegacy && BigInt(chainId) > Number.MAX_SAFE_INTEGER) {
    throw malformed(`a legacy transaction can't name chain ${chainId} exactly: use \`maxFeePerGas\``)
  }
  const serializable = {
    type: TYPES[type][0],
    data,
    chainId: isLegacy ? Number(chainId) : BigInt(chainId),
    ...Object.fromEntries(Object.entries(integers).map(([name, value]) => [name, BigInt(value)])),
    ...(to && { to }),
    ...(accessList && { accessList }),
    ...(blobVersionedHashes && { blobVersionedHashes, sidecars: false }),
    ...(authorizationList && { authorizationList: authorizationList.map(toAuthorization) }),
  } as unknown as TransactionSerializable
  try {
    serializeTransaction(serializable)
    return serializable
  } catch (cause) {
    throw malformed((cause as Error).message, cause)
  }
}

const toAuthorization = ({ chainId, nonce, yParity, ...each }: RpcAuthorization) => ({
  ...each,
  chainId: BigInt(chainId),
  nonce: BigInt(nonce),
  yParity: Number(yParity),
})

/** The types that sign every member. @throws ProviderRpcError -32602 if there is none */
function typesFor(given: Partial<RpcTransaction>): [TypeNumber, ...TypeNumber[]] {
  const special = new Set<string>(Object.values(TYPES).flatMap(([, ...members]) => members))
  let fitting = given.type ? [given.type] : typeNumbers
  for (const name of Object.keys(given).filter((each) => special.has(each))) {
    const [first] = fitting
    fitting = fitting.filter((type) => signs(type, name))
    if (fitting.length > 0) continue
    throw malformed(
      given.type
        ? `a transaction of type ${given.type} has no \`${name}\``
        : `\`${name}\` doesn't fit the other members, which are of type ${first}`,
    )
  }
  if (fitting[0] === '0x3') assertPresent(given, 'to', 'blobVersionedHashes', 'maxFeePerBlobGas')
  if (fitting[0] === '0x4') assertPresent(given, 'to', 'authorizationList')
  return fitting as [TypeNumber, ...TypeNumber[]]
}

function assertPresent(given: Partial<RpcTransaction>, ...names: (keyof RpcTransaction)[]): void {
  for (const name of names) {
    if (given[name]?.length) continue
    throw malformed(`\`${name}\` is missing in a transaction of its type`)
  }
}

/** EIP-1559: the tip that the endpoint suggests, and a maximum with room for a higher base fee. */
async function marketFees(given: GivenTransaction, base: bigint | undefined, rpc: Rpc) {
  const { maxFeePerGas: most, maxPriorityFeePerGas: tipGiven } = given
  if (most && tipGiven) return {}
  if (base === undefined && !most) {
    throw malformed('this chain has no fees of EIP-1559: pass `gasPrice` instead')
  }
  const tip = tipGiven ? BigInt(tipGiven) : fromEndpoint(await rpc('eth_maxPriorityFeePerGas'))
  const maximum = most ? BigInt(most) : (base! * 12n) / 10n + tip
  return {
    maxFeePerGas: numberToHex(maximum),
    maxPriorityFeePerGas: numberToHex(tipGiven || tip < maximum ? tip : maximum),
  }
}

const baseFeeOf = (block: unknown): bigint | undefined =>
  isObject(block) && block['baseFeePerGas'] ? fromEndpoint(block['baseFeePerGas']) : undefined

/** @throws ProviderRpcError 4901 */
export function fromEndpoint(value: unknown): bigint {
  if (isHex(value) && value !== '0x') return BigInt(value)
  throw new ProviderRpcError(4901, `the RPC endpoint returned ${JSON.stringify(value)} instead of a number`)
}

function assertChain(value: unknown, chain: bigint): void {
  if (value === undefined || value === null) return
  const isNumber =
    Number.isSafeInteger(value) || (typeof value === 'string' && /^(0x[\da-f]+|\d+)$/i.test(value))
  if (!isNumber) throw malformed(`\`chainId\` is not a number: ${value}`)
  if (BigInt(value as string) !== chain) {
    throw malformed(`the transaction is for chain ${value}, not ${numberToHex(chain)}`)
  }
}

function readType(value: unknown): TypeNumber | undefined {
  if (value === undefined || value === null) return undefined
  const type = typeNumbers.find(
    (each) => value === Number(each) || value === each || value === `0x0${each[2]}`,
  )
  if (type) return type
  throw malformed(`\`type\` ${value} is not one of ${typeNumbers.join(', ')}`)
}

const reasonAgainst = (name: string) =>
  ['blobs', 'commitments', 'proofs', 'sidecars'].includes(name)
    ? `\`${name}\` can't be sent from here: sign the blob transaction with a viem account`
    : `a transaction has no \`${name}\``

function listOf(read: Reader): (value: unknown, name: string) => unknown[] {
  return (value, name) => {
    if (!Array.isArray(value)) throw malformed(`\`${name}\` is not a list`)
    return value.map((item, i) => read(item, `${name}[${i}]`))
  }
}

function readMembersOf(value: unknown, place: string, names: readonly string[]): Members {
  if (!isObject(value)) throw malformed(`\`${place}\` is not an object`)
  const extra = Object.keys(value).find((name) => value[name] !== undefined && !names.includes(name))
  if (extra) throw malformed(`\`${place}\` has no \`${extra}\``)
  return value
}

/** EIP-7702. Some libraries write the recovery bit as `v`. */
function readAuthorization(value: unknown, place: string) {
  const { v, ...given } = readMembersOf(value, place, [
    'address',
    'chainId',
    'nonce',
    'yParity',
    'v',
    'r',
    's',
  ])
  const integer = (name: string, from: unknown = given[name]) => readQuantity(from, `${place}.${name}`)
  const parity = BigInt(integer('yParity', given['yParity'] ?? v))
  const yParity = given['yParity'] === undefined && parity >= 27n ? parity - 27n : parity
  if (yParity > 1n) throw malformed(`\`${place}.yParity\` is neither 0 nor 1`)
  if (v !== undefined && v !== null && ![yParity, yParity + 27n].includes(BigInt(integer('v', v))))
    throw malformed(`\`${place}.v\` and \`yParity\` differ`)
  return {
    address: readAddress(given['address'], `${place}.address`),
    chainId: integer('chainId'),
    nonce: integer('nonce'),
    yParity: numberToHex(yParity),
    r: integer('r'),
    s: integer('s'),
  }
}

function readAddress(value: unknown, name: string): Address {
  if (typeof value !== 'string' || !/^0x[\da-f]{40}$/i.test(value)) {
    throw malformed(`\`${name}\` is not an address: ${value}`)
  }
  const address = getAddress(value.toLowerCase())
  const digits = value.slice(2)
  // EIP-55: a mixed-case address includes a checksum.
  if (value === address || digits === digits.toLowerCase() || digits === digits.toUpperCase()) return address
  throw malformed(`\`${name}\` has a wrong checksum: ${value}`)
}

function readQuantity(value: unknown, name: string, bits = 256): Hex {
  if (!isHex(value) || value === '0x') {
    throw malformed(`\`${name}\` is not a hexadecimal number with 0x: ${value}`)
  }
  if (BigInt(value) >> BigInt(bits)) throw malformed(`\`${name}\` has more than ${bits} bits: ${value}`)
  return numberToHex(BigInt(value))
}

function readBytes(value: unknown, name: string): Hex {
  if (typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)) return value.toLowerCase() as Hex
  throw malformed(`\`${name}\` is not 0x and an even number of hexadecimal digits`)
}

function readHash(value: unknown, name: string): Hex {
  if (isHex(value) && value.length === 66) return value
  throw malformed(`\`${name}\` is not 32 bytes in hexadecimal`)
}
