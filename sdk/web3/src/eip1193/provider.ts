/** A wallet of the organization, presented to apps like a browser's injected wallet. */
import { type Connection, listWalletAccounts } from '@keywright/client'
import { type Address, createClient, custom, getAddress, type Hex, isAddress, numberToHex } from 'viem'
import { prepareTransactionRequest } from 'viem/actions'
import { createAccount, type KeywrightAccount } from '../viem/index.ts'
import { Chains, type ProviderChain, readChainId } from './chains.ts'
import {
  AMOUNTS,
  assertOnChain,
  copyOf,
  type Members,
  malformed,
  type Request1193,
  readMembers,
  readMessage,
  readTransaction,
  readTypedData,
} from './parameters.ts'
import { ProviderRpcError, toProviderError } from './providerRpcError.ts'

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
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const wallet = new ProvidedWallet(config, (event, value) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  })
  const provider: Eip1193Provider = {
    request: (request) =>
      wallet.answer(copyOf(request)).catch((error: unknown) => {
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

class ProvidedWallet {
  readonly #config: Eip1193Config
  readonly #chains: Chains
  readonly #emit: (event: string, value: unknown) => void
  /** Empty until the app connects. */
  #addresses: Address[] = []

  constructor(config: Eip1193Config, emit: (event: string, value: unknown) => void) {
    this.#config = config
    this.#chains = new Chains(config.chains, config.fetch)
    this.#emit = emit
  }

  async answer(request: Request1193): Promise<unknown> {
    const { method, params = [] } = request
    const [first, second] = params as unknown[]
    const chain = this.#chains.active
    switch (method) {
      case 'eth_requestAccounts':
        return this.#connect()
      case 'eth_accounts':
        return this.#addresses
      case 'eth_chainId':
        return numberToHex(chain)
      case 'net_version':
        return String(chain)
      case 'personal_sign': {
        const message = { raw: readMessage(first) }
        return (await this.#signer(request, second)).signMessage({ message })
      }
      case 'eth_signTypedData_v4': {
        const data = readTypedData(second)
        assertOnChain(data, chain)
        return (await this.#signer(request, first)).signTypedData(data)
      }
      case 'eth_signTransaction':
        return this.#signTransaction(request, chain)
      case 'eth_sendTransaction': {
        const signed = await this.#signTransaction(request, chain)
        return this.#chains.forward({ method: 'eth_sendRawTransaction', params: [signed] }, chain)
      }
      case 'wallet_addEthereumChain':
        return this.#addChain(request)
      case 'wallet_switchEthereumChain':
        return this.#switchChain(readMembers(request)['chainId'])
    }
    // Reject methods that sign unreadable data in abandoned formats.
    if (!method.startsWith('eth_') || /^eth_sign/.test(method)) {
      throw new ProviderRpcError(4200, `${method} is not supported`)
    }
    return this.#chains.forward(request)
  }

  async #connect(): Promise<Address[]> {
    if (this.#addresses.length > 0) return this.#addresses
    const { client, walletId, organizationId } = this.#config
    const { accounts } = await listWalletAccounts(client, {
      walletId,
      paginationOptions: { limit: '100' },
      ...(organizationId && { organizationId }),
    })
    this.#addresses = accounts
      .filter(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM')
      .map(({ address }) => getAddress(address))
    if (this.#addresses.length === 0)
      throw new ProviderRpcError(4100, `wallet ${walletId} has no Ethereum account`)
    this.#emit('connect', { chainId: numberToHex(this.#chains.active) })
    this.#emit('accountsChanged', this.#addresses)
    return this.#addresses
  }

  #connectedOf(address: unknown): Hex {
    const own = isAddress(String(address), { strict: false }) && getAddress(String(address))
    if (own && this.#addresses.includes(own)) return own
    throw new ProviderRpcError(4100, `${address} is not connected: call eth_requestAccounts`)
  }

  /** The requested account, once the user has agreed. */
  async #signer(request: Request1193, address: unknown): Promise<KeywrightAccount> {
    const own = this.#connectedOf(address)
    const { client, confirm, organizationId } = this.#config
    if (confirm && !(await confirm(request))) throw declined()
    return createAccount({ client, signWith: own, ...(organizationId && { organizationId }) })
  }

  /**
   * Nonce, gas and fees default to the chain's.
   * @param chain of the request: an app may switch chains while the user is asked
   */
  async #signTransaction(request: Request1193, chain: number): Promise<Hex> {
    const given = readMembers(request)
    if (given['chainId'] !== undefined && Number(given['chainId']) !== chain) {
      throw malformed(`the transaction is for chain ${given['chainId']}, not ${numberToHex(chain)}`)
    }
    const transaction = readTransaction(given)
    const from = this.#connectedOf(given['from'])
    const transport = { request: (asked: Request1193) => this.#chains.forward(asked, chain) }
    const prepared: Members = await prepareTransactionRequest(
      createClient({ transport: custom(transport, { retryCount: 0 }) }),
      { account: from, chainId: chain, ...transaction } as never,
    )
    // The user sees what the endpoint added: it could claim any fee.
    const added = ['nonce', ...AMOUNTS].filter(
      (name) => given[name] === undefined && prepared[name] !== undefined,
    )
    const hex = added.map((name) => [name, numberToHex(prepared[name] as bigint)])
    const account = await this.#signer(
      { ...request, params: [{ ...given, ...Object.fromEntries(hex) }] },
      from,
    )
    return (await account.signTransaction(prepared as never)) as Hex
  }

  async #addChain(request: Request1193): Promise<null> {
    const chain = readMembers(request) as unknown as ProviderChain
    const id = readChainId(chain.chainId)
    if (id === undefined) throw malformed(`\`chainId\` is not hexadecimal: ${chain.chainId}`)
    if (this.#chains.has(id)) return null
    if (!(await this.#config.confirm?.(request))) throw declined()
    this.#chains.add(id, chain)
    return null
  }

  #switchChain(chainId: unknown): null {
    const id = readChainId(chainId)
    if (id === undefined || !this.#chains.has(id)) {
      throw new ProviderRpcError(4902, `chain ${chainId} is unknown: add it first`)
    }
    if (id === this.#chains.active) return null
    this.#chains.active = id
    this.#emit('chainChanged', numberToHex(id))
    return null
  }
}

const declined = () => new ProviderRpcError(4001, 'the user declined')
