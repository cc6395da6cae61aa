/** A wallet of the organization, presented to apps like a browser's injected wallet. */
import { ActivityPendingError, type Connection, ConsensusNeededError, getActivity } from '@keywright/client'
import { inOrganization } from '@keywright/client/signing'
import { type Address, type EIP1193EventMap, getAddress, type Hex, numberToHex } from 'viem'
import { createAccount, type KeywrightAccount } from '../viem/index.ts'
import { Chains, type ProviderChain, readChain, readChainId } from './chains.ts'
import { AppConnection, type ProviderStorage } from './connection.ts'
import {
  copyOf,
  isAccount,
  malformed,
  type Request1193,
  readAccount,
  readList,
  readMembers,
  readMessage,
  readRequest,
} from './parameters.ts'
import { ProviderRpcError, toProviderError } from './providerRpcError.ts'
import {
  completeTransaction,
  fromEndpoint,
  type Rpc,
  type RpcTransaction,
  readTransaction,
  toSerializable,
} from './transaction.ts'
import { Turns } from './turns.ts'
import { readTypedData } from './typedData.ts'

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
   * signing is unattended and the app can't add chains. A transaction has every member that is signed, and typed data only
   * the members that its types name.
   */
  readonly confirm?: (request: Request1193) => boolean | Promise<boolean>
  /** Sends requests to the RPC URLs. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Remembers that the app is connected, and its chain, across reloads. Default: the page's `localStorage`. null: nothing. */
  readonly storage?: ProviderStorage | null
}

/** The part of EIP-1193 that apps use. viem and wagmi accept it as a provider. */
export interface Eip1193Provider {
  /** Handles a JSON-RPC method. @throws ProviderRpcError */
  // biome-ignore lint/suspicious/noExplicitAny: the result depends on the method, and the types of viem and wagmi require it
  request(request: { readonly method: string; readonly params?: unknown }): Promise<any>
  /** Listens for `connect`, `disconnect`, `chainChanged` or `accountsChanged`. */
  on<Event extends keyof EIP1193EventMap>(event: Event, listener: EIP1193EventMap[Event]): Eip1193Provider
  /** Removes a listener that `on` added. */
  removeListener<Event extends keyof EIP1193EventMap>(
    event: Event,
    listener: EIP1193EventMap[Event],
  ): Eip1193Provider
}

type Listener = (value: never) => void

/**
 * A provider for apps that expect a browser wallet. Calls the API only after `eth_requestAccounts`, and then also after a
 * reload. Doesn't announce itself: see `announceProvider`.
 *
 * @throws KeywrightError `CONFIG_INVALID` for invalid chains
 * @see https://eips.ethereum.org/EIPS/eip-1193
 * @example
 * const provider = createEIP1193Provider({ client, walletId, chains: [{ chainId: '0x1', rpcUrls: [url] }] })
 */
export function createEIP1193Provider(config: Eip1193Config): Eip1193Provider {
  const listeners = new Map<string, readonly Listener[]>()
  const wallet = new ProvidedWallet(config, (event, value) => {
    for (const listener of listeners.get(event) ?? []) {
      try {
        listener(value as never)
      } catch (error) {
        // A fault of the app must not fail the request, which may already have signed.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  })
  const provider: Eip1193Provider = {
    async request(request) {
      try {
        return copyOf(await wallet.answer(readRequest(request)))
      } catch (error) {
        throw wallet.failed(toProviderError(error))
      }
    },
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener as Listener])
      return provider
    },
    removeListener(event, listener) {
      const list = listeners.get(event) ?? []
      // As EventEmitter of Node.js, which EIP-1193 asks for: of several equal listeners, one stops.
      const last = list.lastIndexOf(listener as Listener)
      listeners.set(
        event,
        list.filter((_, i) => i !== last),
      )
      return provider
    },
  }
  return provider
}

type Method = (request: Request1193, chain: bigint) => unknown

class ProvidedWallet {
  readonly #config: Eip1193Config
  readonly #chains: Chains
  readonly #connection: AppConnection
  readonly #turns = new Turns()
  readonly #emit: (event: string, value: unknown) => void
  /** EIP-1193 §connect: whether the last request reached the API. */
  #isConnected = false
  #restored: Promise<void> | undefined
  #connecting: Promise<readonly Address[]> | undefined

  readonly #methods: Readonly<Record<string, Method>> = {
    eth_requestAccounts: (request) => readList(request) && this.#connect(),
    eth_accounts: (request) => readList(request) && this.#accounts(),
    // An endpoint would name an account of its own node.
    eth_coinbase: async (request) => readList(request) && ((await this.#accounts())[0] ?? null),
    eth_chainId: (request, chain) => readList(request) && numberToHex(chain),
    net_version: (request, chain) => readList(request) && String(chain),
    personal_sign: (request) => this.#signMessage(request),
    eth_signTypedData_v4: (request, chain) => this.#signTypedData(request, chain),
    eth_signTransaction: (request, chain) => this.#inTurn(request, chain, (signed) => signed),
    eth_sendTransaction: (request, chain) =>
      this.#inTurn(request, chain, (signed) =>
        this.#chains.forward('eth_sendRawTransaction', [signed], chain),
      ),
    wallet_addEthereumChain: (request) => this.#addChain(request),
    wallet_switchEthereumChain: (request) => this.#switchChain(readMembers(request, 'chain')['chainId']),
    wallet_requestPermissions: (request) => this.#requestPermissions(request),
    wallet_getPermissions: (request) => readList(request) && this.#permissions(),
    wallet_revokePermissions: (request) => this.#revokePermissions(request),
  }

  constructor(config: Eip1193Config, emit: (event: string, value: unknown) => void) {
    this.#config = config
    this.#chains = new Chains(config.chains, config.fetch)
    this.#connection = new AppConnection(config, () => this.#emit('accountsChanged', []))
    this.#emit = emit
  }

  async answer(request: Request1193): Promise<unknown> {
    this.#restored ??= this.#restoreChain()
    await this.#restored
    const { method } = request
    if (Object.hasOwn(this.#methods, method)) return this.#methods[method]!(request, this.#chains.active)
    // Methods that sign unreadable data in abandoned formats are rejected, too.
    if (method.startsWith('eth_') && !/^eth_sign/.test(method)) {
      return this.#chains.forward(method, readList(request))
    }
    // viem tries this name after each refusal, and throws that refusal only if the name is not found (EIP-1474).
    const code = method === 'wallet_sendTransaction' ? -32601 : 4200
    // Libraries recognize these words, and then send calls one by one (EIP-5792).
    throw new ProviderRpcError(code, `the method ${method} does not exist / is not available`)
  }

  /** EIP-1193 §disconnect: the API is unreachable. */
  failed(error: ProviderRpcError): ProviderRpcError {
    if (error.code === 4900 && this.#isConnected) {
      this.#isConnected = false
      this.#emit('disconnect', error)
    }
    return error
  }

  async #restoreChain(): Promise<void> {
    const id = readChainId(await this.#connection.restored())
    if (id !== undefined && this.#chains.has(id)) this.#chains.active = id
  }

  /** Simultaneous requests connect once, so the app gets each event once. */
  #connect(): Promise<readonly Address[]> {
    this.#connecting ??= this.#connectOnce().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  async #connectOnce(): Promise<readonly Address[]> {
    const before = await this.#connection.accounts()
    const accounts = await this.#connection.list()
    await this.#connection.remember(numberToHex(this.#chains.active))
    this.#reached()
    if (before.length === 0) this.#emit('accountsChanged', [...accounts])
    return accounts
  }

  async #accounts(): Promise<readonly Address[]> {
    const accounts = await this.#connection.accounts()
    if (accounts.length > 0) this.#reached()
    return accounts
  }

  #reached(): void {
    if (this.#isConnected) return
    this.#isConnected = true
    this.#emit('connect', { chainId: numberToHex(this.#chains.active) })
  }

  async #permissions() {
    const value = await this.#accounts()
    if (value.length === 0) return []
    const caveats = [{ type: 'restrictReturnedAccounts', value }]
    const invoker = globalThis.location?.origin
    return [{ ...(invoker && { invoker }), parentCapability: 'eth_accounts', caveats }]
  }

  async #requestPermissions(request: Request1193) {
    assertAccounts(request)
    await this.#connect()
    return this.#permissions()
  }

  async #revokePermissions(request: Request1193): Promise<null> {
    assertAccounts(request)
    if (await this.#connection.disconnect()) this.#emit('accountsChanged', [])
    return null
  }

  async #connectedOf(address: unknown): Promise<Hex> {
    const own = getAddress(readAccount(address))
    if ((await this.#connection.accounts()).includes(own)) return own
    throw new ProviderRpcError(4100, `${own} is not connected: call eth_requestAccounts`)
  }

  async #signMessage(request: Request1193): Promise<Hex> {
    const [first, second] = readList(request, 'message', 'address')
    // As other wallets do, for apps that send both in the order of `eth_sign`.
    const isTurned = isAccount(first) && !isAccount(second)
    const [text, address] = isTurned ? [second, first] : [first, second]
    const message = { raw: readMessage(text) }
    return this.#sign({ ...request, params: [text, address] }, address, (account) =>
      account.signMessage({ message }),
    )
  }

  async #signTypedData(request: Request1193, chain: bigint): Promise<Hex> {
    const [address, given] = readList(request, 'address', 'typed data')
    const data = readTypedData(given, chain)
    const shown = typeof given === 'string' ? JSON.stringify(data) : data
    return this.#sign({ ...request, params: [address, shown] }, address, (account) =>
      account.signTypedData(data as never),
    )
  }

  /** Signs with the requested account, once the user has agreed. */
  async #sign(
    request: Request1193,
    address: unknown,
    sign: (account: KeywrightAccount) => Promise<unknown>,
  ): Promise<Hex> {
    const own = await this.#connectedOf(address)
    const { client, confirm } = this.#config
    if (confirm && !(await confirm(copyOf(request)))) throw declined()
    const signed = await sign(await createAccount({ client, signWith: own, ...inOrganization(this.#config) }))
    this.#reached()
    return signed as Hex
  }

  /**
   * Signs a transaction and finishes it while no other one of the account is prepared: two would get the same nonce.
   * @param chain of the request: an app may switch chains while the user is asked
   */
  async #inTurn(request: Request1193, chain: bigint, finish: (signed: Hex) => unknown): Promise<unknown> {
    const given = readTransaction(readMembers(request, 'transaction'), chain)
    const isSent = request.method === 'eth_sendTransaction'
    if (isSent && given.type === '0x3') {
      throw malformed(
        'networks accept `blobVersionedHashes` only together with blobs: use eth_signTransaction',
      )
    }
    const from = await this.#connectedOf(given.from)
    const account = `${chain} ${from}`
    const rpc: Rpc = (method, ...params) => this.#chains.forward(method, params, chain)
    return this.#turns.take(account, async () => {
      const count = async () => fromEndpoint(await rpc('eth_getTransactionCount', from, 'pending'))
      const nonce = given.nonce ?? numberToHex(await this.#turns.nextNonce(account, await count()))
      const transaction = await completeTransaction({ ...given, from, nonce }, rpc)
      try {
        const result = await finish(await this.#signTransaction(request, transaction))
        if (isSent) this.#turns.reserve(account, BigInt(nonce))
        return result
      } catch (error) {
        const isWaiting = error instanceof ConsensusNeededError || error instanceof ActivityPendingError
        if (isSent && isWaiting) {
          this.#turns.reserve(account, BigInt(nonce), () => this.#isOver(error.activityId))
        }
        throw error
      }
    })
  }

  /** The user sees the only source of what is signed. */
  #signTransaction(request: Request1193, transaction: RpcTransaction): Promise<Hex> {
    const serializable = toSerializable(transaction)
    return this.#sign({ ...request, params: [transaction] }, transaction.from, (account) =>
      account.signTransaction(serializable as never),
    )
  }

  async #isOver(activityId: string): Promise<boolean> {
    const input = { activityId, ...inOrganization(this.#config) }
    const { activity } = await getActivity(this.#config.client, input)
    return activity.status === 'ACTIVITY_STATUS_REJECTED' || activity.status === 'ACTIVITY_STATUS_FAILED'
  }

  async #addChain(request: Request1193): Promise<null> {
    const { id, chain } = readChain(readMembers(request, 'chain'))
    if (!this.#chains.has(id) && !(await this.#config.confirm?.(copyOf(request)))) throw declined()
    this.#chains.add(id, chain)
    // As other wallets do: some apps send no request to switch afterwards.
    return this.#switchChain(chain.chainId)
  }

  async #switchChain(chainId: unknown): Promise<null> {
    const id = readChainId(chainId)
    if (id === undefined) throw malformed(`\`chainId\` is not a hexadecimal number: ${chainId}`)
    if (!this.#chains.has(id)) {
      throw new ProviderRpcError(4902, `chain ${chainId} is unknown: add it first`)
    }
    if (id === this.#chains.active) return null
    this.#chains.active = id
    await this.#connection.follow(numberToHex(id))
    this.#emit('chainChanged', numberToHex(id))
    return null
  }
}

/** EIP-2255: accounts are the only permission of this provider. */
function assertAccounts(request: Request1193): void {
  const names = Object.keys(readMembers(request, 'permissions'))
  const other = names.find((name) => name !== 'eth_accounts')
  if (other) throw malformed(`\`${other}\` is not a permission: ask for \`eth_accounts\``)
  if (names.length === 0) throw malformed('`eth_accounts` is missing: params are [{ "eth_accounts": {} }]')
}

const declined = () => new ProviderRpcError(4001, 'the user declined')
