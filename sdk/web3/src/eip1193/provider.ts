/** A wallet of the organization, presented to apps like a browser's injected wallet. */
import { type Connection, KeywrightError, listWalletAccounts } from '@keywright/client'
import {
  type Address,
  createClient,
  custom,
  getAddress,
  type Hex,
  isAddress,
  isHex,
  numberToHex,
  stringToHex,
} from 'viem'
import { prepareTransactionRequest } from 'viem/actions'
import { createAccount, type KeywrightAccount } from '../viem/index.ts'
import { ProviderRpcError, toProviderError } from './providerRpcError.ts'

/** The part of EIP-3085 that we use. */
export interface ProviderChain {
  /** Hexadecimal with `0x`. */
  readonly chainId: Hex
  /** Endpoints for reads and broadcasts. The first one is used. */
  readonly rpcUrls?: readonly string[]
}

export interface Eip1193Config {
  /** A `KeywrightClient`, or the result of `createConnection`. */
  readonly client: Connection
  /** Default: the client's organization. */
  readonly organizationId?: string
  /** UUID of the wallet whose Ethereum accounts are offered. */
  readonly walletId: string
  /** The first one is active initially. */
  readonly chains: readonly [ProviderChain, ...ProviderChain[]]
  /**
   * Asks the user before each signature, and before adding a chain that the app names; false results in 4001. Without it,
   * signing is unattended and the app can't add chains. A transaction has the nonce, gas and fees of your endpoint.
   */
  readonly confirm?: (request: Request1193) => boolean | Promise<boolean>
  /** Sends requests to the RPC URLs. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
}

interface Request1193 {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

/** The part of EIP-1193 that apps use. */
export interface Eip1193Provider {
  /** Handles a JSON-RPC method. @throws ProviderRpcError */
  request(request: Request1193): Promise<unknown>
  /** Listens for `connect`, `chainChanged` or `accountsChanged`. */
  on(event: string, listener: (value: unknown) => void): Eip1193Provider
  /** Removes a listener that `on` added. */
  removeListener(event: string, listener: (value: unknown) => void): Eip1193Provider
}

/**
 * A provider for apps that expect a browser wallet. Calls the API only from `eth_requestAccounts` on. Doesn't announce
 * itself (EIP-6963).
 *
 * @throws KeywrightError `CONFIG_INVALID` for invalid chains
 * @see https://eips.ethereum.org/EIPS/eip-1193
 * @example
 * const provider = createEIP1193Provider({ client, walletId, chains: [{ chainId: '0x1', rpcUrls: [url] }] })
 */
export function createEIP1193Provider(config: Eip1193Config): Eip1193Provider {
  const chains = readChains(config.chains)
  let [current] = chains.keys() as unknown as [number]
  let addresses: Address[] = []
  let lastId = 0
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const hexId = (chain = current): Hex => `0x${chain.toString(16)}`

  async function connect(): Promise<Address[]> {
    if (addresses.length > 0) return addresses
    const { client, walletId, organizationId } = config
    const { accounts } = await listWalletAccounts(client, {
      walletId,
      paginationOptions: { limit: '100' },
      ...(organizationId && { organizationId }),
    })
    addresses = accounts
      .filter(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM')
      .map(({ address }) => getAddress(address))
    if (addresses.length === 0) throw new ProviderRpcError(4100, `wallet ${walletId} has no Ethereum account`)
    emit('connect', { chainId: hexId() })
    emit('accountsChanged', addresses)
    return addresses
  }

  function connectedOf(address: unknown): Hex {
    const own = isAddress(String(address), { strict: false }) && getAddress(String(address))
    if (own && addresses.includes(own)) return own
    throw new ProviderRpcError(4100, `${address} is not connected: call eth_requestAccounts`)
  }

  /** The requested account, once the user has agreed. */
  async function signer(request: Request1193, address: unknown): Promise<KeywrightAccount> {
    const own = connectedOf(address)
    if (config.confirm && !(await config.confirm(request))) throw refused()
    const { client, organizationId } = config
    return createAccount({ client, signWith: own, ...(organizationId && { organizationId }) })
  }

  async function forward(request: Request1193, chain = current): Promise<unknown> {
    const url = chains.get(chain)?.rpcUrls?.[0]
    if (!url) throw new ProviderRpcError(4901, `chain ${hexId(chain)} has no RPC URL for ${request.method}`)
    lastId += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, params: [], ...request })
    const headers = { 'content-type': 'application/json' }
    let answer: { result?: unknown; error?: { code: number; message: string } } | null
    try {
      answer = await (await (config.fetch ?? fetch)(url, { method: 'POST', headers, body })).json()
    } catch (cause) {
      throw new ProviderRpcError(
        4901,
        `the RPC endpoint of chain ${hexId(chain)} did not respond to ${request.method}`,
        cause,
      )
    }
    if (answer?.error) throw new ProviderRpcError(answer.error.code, answer.error.message, answer.error)
    if (answer?.result === undefined) {
      throw new ProviderRpcError(
        4901,
        `the RPC endpoint of chain ${hexId(chain)} returned no result for ${request.method}`,
        answer,
      )
    }
    return answer.result
  }

  /**
   * Nonce, gas and fees default to the chain's.
   * @param chain of the request: an app may switch chains while the user is asked
   */
  async function signTransaction(request: Request1193, given: Members, chain: number): Promise<Hex> {
    if (given['chainId'] !== undefined && Number(given['chainId']) !== chain) {
      throw malformed(`the transaction is for chain ${given['chainId']}, not ${hexId(chain)}`)
    }
    const { to, data, input, nonce } = given
    if (to && !isAddress(String(to), { strict: false })) throw malformed(`\`to\` is not an address: ${to}`)
    const amounts = Object.fromEntries(
      AMOUNTS.filter((name) => given[name] !== undefined).map((name) => [
        name,
        readAmount(name, given[name]),
      ]),
    )
    if (data !== undefined && input !== undefined && data !== input)
      throw malformed('`data` and `input` differ')
    const code = data ?? input
    if (code !== undefined && !isHex(code)) throw malformed('`data` is not hexadecimal')
    const count = nonce === undefined ? {} : { nonce: Number(readAmount('nonce', nonce)) }
    const from = connectedOf(given['from'])
    const prepared: Members = await prepareTransactionRequest(
      createClient({ transport: custom({ request: (asked) => forward(asked, chain) }, { retryCount: 0 }) }),
      {
        account: from,
        chainId: chain,
        ...(to ? { to } : {}),
        ...(code !== undefined && { data: code }),
        ...count,
        ...amounts,
      } as never,
    )
    // The user sees what the endpoint added: it could claim any fee.
    const added = ['nonce', ...AMOUNTS].filter(
      (name) => given[name] === undefined && prepared[name] !== undefined,
    )
    const hex = added.map((name) => [name, numberToHex(prepared[name] as bigint)])
    const account = await signer({ ...request, params: [{ ...given, ...Object.fromEntries(hex) }] }, from)
    return (await account.signTransaction(prepared as never)) as Hex
  }

  /** A configured chain can't be changed, because an app must not redirect its reads. */
  async function addChain(request: Request1193, chain: ProviderChain): Promise<null> {
    const id = readChainId(chain.chainId)
    if (id === undefined) throw malformed(`\`chainId\` is not hexadecimal: ${chain.chainId}`)
    if (chains.has(id)) return null
    if (!(await config.confirm?.(request))) throw refused()
    if (!chains.has(id)) chains.set(id, chain)
    return null
  }

  async function answer(request: Request1193): Promise<unknown> {
    const { method, params = [] } = request
    const [first, second] = params as unknown[]
    switch (method) {
      case 'eth_requestAccounts':
        return connect()
      case 'eth_accounts':
        return addresses
      case 'eth_chainId':
        return hexId()
      case 'net_version':
        return String(current)
      case 'personal_sign': {
        if (typeof first !== 'string')
          throw malformed('the message is missing: params are message, then address')
        const raw = isHex(first) ? first : stringToHex(first)
        // Otherwise the missing half byte would be added before the prefix of EIP-191.
        if (raw.length % 2 === 1) throw malformed('the message has half a byte: add a digit')
        return (await signer(request, second)).signMessage({ message: { raw } })
      }
      case 'eth_signTypedData_v4': {
        const data = readTypedData(second)
        assertOnChain(data, current)
        return (await signer(request, first)).signTypedData(data)
      }
      case 'eth_signTransaction':
        return signTransaction(request, readMembers(request), current)
      case 'eth_sendTransaction': {
        const chain = current
        const signed = await signTransaction(request, readMembers(request), chain)
        return forward({ method: 'eth_sendRawTransaction', params: [signed] }, chain)
      }
      case 'wallet_addEthereumChain':
        return addChain(request, readMembers(request) as unknown as ProviderChain)
      case 'wallet_switchEthereumChain': {
        const { chainId } = readMembers(request)
        const id = readChainId(chainId)
        if (id === undefined || !chains.has(id)) {
          throw new ProviderRpcError(4902, `chain ${chainId} is unknown: add it first`)
        }
        if (id !== current) {
          current = id
          emit('chainChanged', hexId())
        }
        return null
      }
    }
    // Reject methods that sign unreadable data in abandoned formats.
    if (!method.startsWith('eth_') || /^eth_sign/.test(method)) {
      throw new ProviderRpcError(4200, `${method} is not supported`)
    }
    return forward(request)
  }

  const provider: Eip1193Provider = {
    request: (request) =>
      answer(copyOf(request)).catch((error: unknown) => {
        throw toProviderError(error)
      }),
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return provider
}

/** A copy of plain data. The app could change its own object after the user has seen it. */
function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)])) as T
}

type Members = Readonly<Record<string, unknown>>

const AMOUNTS = ['gas', 'value', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const

const malformed = (message: string, cause?: unknown) => new ProviderRpcError(-32602, message, cause)
const refused = () => new ProviderRpcError(4001, 'the user declined')

/** The single object in the parameters. */
function readMembers({ method, params }: Request1193): Members {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  if (first && typeof first === 'object') return first as Members
  throw malformed(`${method} takes a list with one object`)
}

function readAmount(name: string, value: unknown): bigint {
  if (isHex(value) && value !== '0x') return BigInt(value)
  throw malformed(`\`${name}\` is not a hexadecimal number with 0x: ${value}`)
}

function readTypedData(value: unknown) {
  try {
    const data: unknown = typeof value === 'string' ? JSON.parse(value) : value
    if (data && typeof data === 'object') return data as never
  } catch (cause) {
    throw malformed('the typed data is not JSON', cause)
  }
  throw malformed('the typed data is missing: params are address, then data')
}

/** EIP-712: user agents should reject data for a chain that isn't active, because the user expects an effect there. */
function assertOnChain(
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

function readChainId(value: unknown): number | undefined {
  const id = isHex(value) ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function readChains(given: readonly ProviderChain[]): Map<number, ProviderChain> {
  const chains = new Map<number, ProviderChain>()
  for (const chain of given ?? []) {
    const id = readChainId(chain.chainId)
    if (id === undefined)
      throw invalid(`chain id \`${chain.chainId}\` is not a hexadecimal number such as 0x1`)
    chains.set(id, chain)
  }
  if (chains.size === 0) throw invalid('`chains` is empty')
  return chains
}

const invalid = (message: string) =>
  new KeywrightError('CONFIG_INVALID', message, {
    help: 'pass the chains that the app may use, with the initial chain first',
    docsPath: '/sdks/web3/eip-1193',
  })
