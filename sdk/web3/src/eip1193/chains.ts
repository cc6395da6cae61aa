/** Chains that an app can use, with the endpoints for its reads and broadcasts. */
import { KeywrightError } from '@keywright/client'
import { type Hex, isHex, numberToHex } from 'viem'
import { isObject, type Members, malformed } from './parameters.ts'
import { ProviderRpcError } from './providerRpcError.ts'

/** The part of EIP-3085 that we use. */
export interface ProviderChain {
  /** Hexadecimal with `0x`. */
  readonly chainId: Hex
  /** Endpoints for reads and broadcasts. The first one is used. */
  readonly rpcUrls?: readonly string[]
}

export class Chains {
  readonly #byId = new Map<bigint, ProviderChain>()
  readonly #fetch: typeof fetch | undefined
  #lastRequest = 0
  /** The chain of requests that name none. */
  active: bigint

  /** @param given the first one is active initially @throws KeywrightError `CONFIG_INVALID` */
  constructor(given: readonly ProviderChain[], send: typeof fetch | undefined) {
    this.#fetch = send
    for (const chain of given ?? []) {
      const id = readChainId(chain.chainId)
      if (id === undefined)
        throw invalid(`chain id \`${chain.chainId}\` is not a hexadecimal number such as 0x1`)
      this.#byId.set(id, chain)
    }
    const [first] = this.#byId.keys()
    if (first === undefined) throw invalid('`chains` is empty')
    this.active = first
  }

  has(id: bigint): boolean {
    return this.#byId.has(id)
  }

  /** Keeps a known chain, because an app must not redirect its reads. */
  add(id: bigint, chain: ProviderChain): void {
    if (!this.has(id)) this.#byId.set(id, chain)
  }

  /** Sends a request to the endpoint of a chain. */
  async forward(method: string, params: readonly unknown[], chain = this.active): Promise<unknown> {
    const url = this.#byId.get(chain)?.rpcUrls?.[0]
    const name = `chain ${numberToHex(chain)}`
    if (!url) throw new ProviderRpcError(4901, `${name} has no RPC URL for ${method}`)
    const body = this.#write(method, params)
    const headers = { 'content-type': 'application/json' }
    let answer: { result?: unknown; error?: unknown } | null
    try {
      answer = await (await (this.#fetch ?? fetch)(url, { method: 'POST', headers, body })).json()
    } catch (cause) {
      const message = `the RPC endpoint of ${name} did not respond to ${method}`
      throw new ProviderRpcError(4901, message, cause)
    }
    if (answer?.error) throw endpointError(answer.error)
    if (answer?.result !== undefined) return answer.result
    const message = `the RPC endpoint of ${name} returned no result for ${method}`
    throw new ProviderRpcError(4901, message, answer)
  }

  #write(method: string, params: readonly unknown[]): string {
    this.#lastRequest += 1
    try {
      return JSON.stringify({ jsonrpc: '2.0', id: this.#lastRequest, method, params })
    } catch (cause) {
      throw malformed(`the params of ${method} are not JSON: write integers as hexadecimal`, cause)
    }
  }
}

/** Keeps the endpoint's code, because apps look for it. Some endpoints send codes as text, or only a text. */
function endpointError(error: unknown): ProviderRpcError {
  const { code, message } = isObject(error) ? error : { message: error }
  const number = typeof code === 'string' && code !== '' ? Number(code) : code
  return new ProviderRpcError(
    Number.isInteger(number) ? (number as number) : -32603,
    typeof message === 'string' ? message : `the RPC endpoint failed: ${JSON.stringify(error)}`,
    error,
  )
}

export function readChainId(value: unknown): bigint | undefined {
  if (!isHex(value) || value === '0x') return undefined
  const id = BigInt(value)
  return id > 0n ? id : undefined
}

/** EIP-3085. @throws ProviderRpcError -32602 */
export function readChain(members: Members): { readonly id: bigint; readonly chain: ProviderChain } {
  const { chainId, rpcUrls = [], chainName, nativeCurrency } = members
  const id = readChainId(chainId)
  if (id === undefined) throw malformed(`\`chainId\` is not a hexadecimal number: ${chainId}`)
  if (!Array.isArray(rpcUrls) || !rpcUrls.every(isEndpoint)) {
    throw malformed('`rpcUrls` is not a list of https URLs')
  }
  if (chainName !== undefined && typeof chainName !== 'string') throw malformed('`chainName` is not a string')
  if (nativeCurrency !== undefined && !isObject(nativeCurrency)) {
    throw malformed('`nativeCurrency` is not an object')
  }
  return { id, chain: { chainId: numberToHex(id), rpcUrls } }
}

/** EIP-3085: wallets reject URLs that aren't encrypted. A local node is an exception. */
const isEndpoint = (url: unknown): boolean =>
  typeof url === 'string' && /^(https:\/\/[^/]|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i.test(url)

const invalid = (message: string) =>
  new KeywrightError('CONFIG_INVALID', message, {
    help: 'pass the chains that the app may use, with the initial chain first',
    docsPath: '/sdks/web3/eip-1193',
  })
