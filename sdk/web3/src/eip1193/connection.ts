/** Which accounts an app may see, also after a reload of its page. */
import { type Connection, listAll, listWalletAccounts } from '@keywright/client'
import { inOrganization } from '@keywright/client/signing'
import { type Address, getAddress } from 'viem'
import { ProviderRpcError, toProviderError } from './providerRpcError.ts'

/** Where the provider remembers that an app is connected, such as `localStorage`. */
export interface ProviderStorage {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): void | Promise<void>
  removeItem(key: string): void | Promise<void>
}

export interface ConnectionConfig {
  readonly client: Connection
  readonly organizationId?: string
  readonly walletId: string
  readonly storage?: ProviderStorage | null
}

export class AppConnection {
  readonly #config: ConnectionConfig
  readonly #storage: ProviderStorage | null
  readonly #key: string
  readonly #onEnd: () => void
  #stored: Promise<string | null> | undefined
  /** Whether the storage has what `#stored` says. */
  #isKept = false
  #accounts: Promise<readonly Address[]> | undefined

  /** @param onEnd called when another tab has disconnected the app */
  constructor(config: ConnectionConfig, onEnd: () => void) {
    this.#config = config
    this.#onEnd = onEnd
    this.#storage = config.storage === undefined ? pageStorage() : config.storage
    this.#key = `keywright.eip1193.${config.walletId}`
  }

  /** The chain that was active when the page was left, or null if the app wasn't connected. */
  restored(): Promise<string | null> {
    this.#stored ??= this.#read().then((text) => {
      this.#isKept = typeof text === 'string'
      return text ?? null
    })
    return this.#stored
  }

  /**
   * Accounts that the app may see: none before it connects, after another tab has disconnected it, or if the API no longer
   * allows this client to list them.
   */
  async accounts(): Promise<readonly Address[]> {
    await this.#endWithOthers()
    if (!this.#accounts && (await this.restored()) === null) return []
    return this.list().catch((error: unknown) => {
      if (toProviderError(error).code === 4100) return []
      throw error
    })
  }

  /** The wallet's Ethereum accounts. Requests them once, until `disconnect` or a failure. */
  list(): Promise<readonly Address[]> {
    this.#accounts ??= this.#request().catch((error: unknown) => {
      this.#accounts = undefined
      throw error
    })
    return this.#accounts
  }

  /** @param chain that is active, hexadecimal */
  async remember(chain: string): Promise<void> {
    this.#stored = Promise.resolve(chain)
    const done = await this.#tryStorage(async (storage) => {
      await storage.setItem(this.#key, chain)
      return true
    })
    this.#isKept = done === true
  }

  /** Remembers another chain, unless the app is not connected, or another tab has disconnected it. */
  async follow(chain: string): Promise<void> {
    await this.#endWithOthers()
    if ((await this.restored()) !== null) await this.remember(chain)
  }

  /** @returns whether the app was connected */
  async disconnect(): Promise<boolean> {
    const [accounts, restored] = [this.#accounts, this.restored()]
    // Before anything is awaited, so that of simultaneous calls one finds the app connected.
    this.#forget()
    const wasConnected = accounts !== undefined || (await restored) !== null
    await this.#tryStorage((storage) => storage.removeItem(this.#key))
    return wasConnected
  }

  #forget(): void {
    this.#accounts = undefined
    this.#stored = Promise.resolve(null)
    this.#isKept = false
  }

  /** Other tabs share the storage. */
  async #endWithOthers(): Promise<void> {
    if (!this.#isKept || (await this.#read()) !== null || !this.#isKept) return
    this.#forget()
    this.#onEnd()
  }

  /** @returns null if nothing is stored, and undefined if the storage fails */
  #read(): Promise<string | null | undefined> {
    return this.#tryStorage(async (storage) => (await storage.getItem(this.#key)) ?? null)
  }

  /** Storage may be full or blocked. Then the app connects again after a reload. */
  async #tryStorage<T>(use: (storage: ProviderStorage) => T | Promise<T>): Promise<T | undefined> {
    try {
      return this.#storage ? await use(this.#storage) : undefined
    } catch {
      return undefined
    }
  }

  async #request(): Promise<readonly Address[]> {
    const { client, walletId } = this.#config
    const input = { walletId, ...inOrganization(this.#config) }
    const accounts = await listAll(client, listWalletAccounts, input)
    const found = accounts
      .filter(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM')
      .map(({ address }) => getAddress(address))
    if (found.length > 0) return found
    throw new ProviderRpcError(4100, `wallet ${walletId} has no Ethereum account`)
  }
}

/** Absent outside pages, and where a page may not store anything. */
function pageStorage(): ProviderStorage | null {
  try {
    return typeof document === 'undefined' ? null : localStorage
  } catch {
    return null
  }
}
