/** Chains that an app can use, with the endpoints for its reads and broadcasts. */
import { KeywrightError } from '@keywright/client'
import { type Hex, isHex, numberToHex } from 'viem'
import type { Request1193 } from './parameters.ts'
import { ProviderRpcError } from './providerRpcError.ts'

/** The part of EIP-3085 that we use. */
export interface ProviderChain {
  /** Hexadecimal with `0x`. */
  readonly chainId: Hex
  /** Endpoints for reads and broadcasts. The first one is used. */
  readonly rpcUrls?: readonly string[]
}

export class Chains {
  readonly #byId = new Map<number, ProviderChain>()
  readonly #fetch: typeof fetch | undefined
  #lastRequest = 0
  /** The chain of requests that name none. */
  active: number

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

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  /** Keeps a known chain, because an app must not redirect its reads. */
  add(id: number, chain: ProviderChain): void {
    if (!this.has(id)) this.#byId.set(id, chain)
  }

  /** Sends a request to the endpoint of a chain. */
  async forward(request: Request1193, chain = this.active): Promise<unknown> {
    const url = this.#byId.get(chain)?.rpcUrls?.[0]
    const name = `chain ${numberToHex(chain)}`
    if (!url) throw new ProviderRpcError(4901, `${name} has no RPC URL for ${request.method}`)
    this.#lastRequest += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id: this.#lastRequest, params: [], ...request })
    const headers = { 'content-type': 'application/json' }
    let answer: { result?: unknown; error?: { code: number; message: string } } | null
    try {
      answer = await (await (this.#fetch ?? fetch)(url, { method: 'POST', headers, body })).json()
    } catch (cause) {
      const message = `the RPC endpoint of ${name} did not respond to ${request.method}`
      throw new ProviderRpcError(4901, message, cause)
    }
    if (answer?.error) throw new ProviderRpcError(answer.error.code, answer.error.message, answer.error)
    if (answer?.result !== undefined) return answer.result
    const message = `the RPC endpoint of ${name} returned no result for ${request.method}`
    throw new ProviderRpcError(4901, message, answer)
  }
}

export function readChainId(value: unknown): number | undefined {
  const id = isHex(value) ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

const invalid = (message: string) =>
  new KeywrightError('CONFIG_INVALID', message, {
    help: 'pass the chains that the app may use, with the initial chain first',
    docsPath: '/sdks/web3/eip-1193',
  })
