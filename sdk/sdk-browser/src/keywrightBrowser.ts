/** Keywright in a page. */
import {
  type ConnectionConfig,
  createConnection,
  KeywrightClient,
  KeywrightError,
  type Methods,
  type WhoamiResponse,
} from '@keywright/client'
import { IframeStamper, type IframeStamperOptions } from '@keywright/iframe-stamper'
import { type EvmWallet, type SolanaWallet, WalletStamper } from '@keywright/wallet-stamper'
import {
  type CredentialsCreator,
  type CredentialsGetter,
  WebauthnStamper,
  type WebauthnStamperOptions,
} from '@keywright/webauthn-stamper'
import { IframeClient, PasskeyClient, WalletClient } from './clients.ts'
import { type ServerMethod, serverSign } from './serverSign.ts'
import { type ReadWriteSession, type Session, sessionStore, stamperOf } from './session.ts'
import { indexedDbStorage, type KeyStorage } from './storage.ts'

export interface KeywrightBrowserOptions
  extends Omit<ConnectionConfig, 'baseUrl' | 'organizationId' | 'readStamper'> {
  /** Address of the API. */
  readonly apiBaseUrl: string
  /** Your parent organization: what requests are about unless they name another. */
  readonly defaultOrganizationId: string
  /** Domain of the passkeys. Default: the page's host. */
  readonly rpId?: string
  /** What people see as the maker of their passkeys. Default: `rpId`. */
  readonly rpName?: string
  /** Address of the frame page. Needed by `iframeClient()`. */
  readonly iframeUrl?: string
  /** Address of your proxy. Needed by `serverSign()`. */
  readonly serverSignUrl?: string
  /** Where the session is kept. Default: IndexedDB. */
  readonly storage?: KeyStorage
  /** Default: `navigator.credentials`. */
  readonly credentials?: CredentialsGetter & CredentialsCreator
}

/**
 * Keywright in a page: a client for each place where a person's key can be, and the session that they are turned into.
 * Nothing happens before a method is called, so it may be made while rendering on a server.
 *
 * @example
 * const keywright = new KeywrightBrowser({ apiBaseUrl, defaultOrganizationId })
 * await keywright.passkeyClient().loginWithReadWriteSession()
 * const client = await keywright.currentUserSession()
 */
export class KeywrightBrowser {
  readonly #options: KeywrightBrowserOptions
  readonly #config: ConnectionConfig
  readonly #now: () => number
  #sessions: ReturnType<typeof sessionStore> | undefined

  /** @throws KeywrightError `CONFIG_INVALID` */
  constructor(options: KeywrightBrowserOptions) {
    const {
      apiBaseUrl,
      defaultOrganizationId,
      rpId: _rpId,
      rpName: _rpName,
      iframeUrl: _iframeUrl,
      serverSignUrl: _serverSignUrl,
      storage: _storage,
      credentials: _credentials,
      ...rest
    } = options
    if (!defaultOrganizationId)
      throw new KeywrightError('CONFIG_INVALID', '`defaultOrganizationId` is missing')
    this.#options = options
    this.#config = { ...rest, baseUrl: apiBaseUrl, organizationId: defaultOrganizationId }
    // Checked now rather than at the first click.
    this.#now = createConnection(this.#config, { stamp: () => Promise.reject(new Error()) }).now
  }

  /** A client that signs by passkeys. Each of its calls is a prompt: make a session with it. */
  passkeyClient(options: Omit<WebauthnStamperOptions, 'rpId' | 'credentials'> = {}): PasskeyClient {
    const { rpId, rpName = rpId ?? globalThis.location?.hostname ?? '', credentials } = this.#options
    const own = { ...(credentials && { credentials }) }
    const stamper = new WebauthnStamper({ ...options, ...own, ...(rpId !== undefined && { rpId }) })
    const rp = { name: rpName, ...(rpId !== undefined && { id: rpId }) }
    return new PasskeyClient(this.#config, stamper, this.#keep, { rp, ...own })
  }

  /**
   * A client that signs by a key in a frame. Resolves when the frame has loaded.
   * @throws KeywrightError `CONFIG_INVALID` without `iframeUrl`; FrameError
   */
  async iframeClient(options: Omit<IframeStamperOptions, 'iframeUrl'>): Promise<IframeClient> {
    const stamper = new IframeStamper({ ...options, iframeUrl: this.#need('iframeUrl') })
    await stamper.init()
    return new IframeClient(this.#config, stamper, this.#keep)
  }

  /** A client that signs by the person's own wallet: see `evmWallet` and `solanaWallet` of the wallet stamper. */
  walletClient(wallet: EvmWallet | SolanaWallet, options?: { readonly publicKey?: string }): WalletClient {
    return new WalletClient(this.#config, new WalletStamper(wallet, options), this.#keep, wallet)
  }

  /**
   * Has your server sign a call.
   * @throws KeywrightError `CONFIG_INVALID` without `serverSignUrl`, `UNREACHABLE`; ApiError; ActivityError
   */
  async serverSign<M extends ServerMethod>(
    methodName: M,
    params: Parameters<Methods[M]>[0],
  ): Promise<Awaited<ReturnType<Methods[M]>>> {
    const send = this.#options.fetch ?? ((request: Request) => fetch(request))
    return serverSign(this.#need('serverSignUrl'), methodName, params, send)
  }

  /**
   * A client that signs by the session of this page; undefined when nobody is signed in, or the session has expired.
   * @throws KeywrightError `STORAGE_UNAVAILABLE`
   */
  async currentUserSession(): Promise<KeywrightClient | undefined> {
    const session = await this.#store().read()
    return session && this.#clientOf(session)
  }

  /** The session that signs, if there is one. @throws KeywrightError `STORAGE_UNAVAILABLE` */
  async getReadWriteSession(): Promise<ReadWriteSession | undefined> {
    const session = await this.#store().read()
    return session?.kind === 'read-write' ? session : undefined
  }

  /** Who is signed in; undefined when nobody is. @throws KeywrightError `STORAGE_UNAVAILABLE`; ApiError */
  async getCurrentUser(): Promise<WhoamiResponse | undefined> {
    return (await this.currentUserSession())?.whoami()
  }

  /** The organization of who is signed in. @throws KeywrightError `STORAGE_UNAVAILABLE`; ApiError */
  async getCurrentSubOrganization(): Promise<
    { organizationId: string; organizationName: string } | undefined
  > {
    const user = await this.getCurrentUser()
    return user && { organizationId: user.organizationId, organizationName: user.organizationName }
  }

  /**
   * Forgets the session here, and deletes its key on the server where that is possible: who is offline or may not delete
   * keys leaves it to its expiry.
   * @returns whether the key is gone from the server too
   * @throws KeywrightError `STORAGE_UNAVAILABLE`
   */
  async logoutUser(): Promise<{ readonly isRevoked: boolean }> {
    const session = await this.#store().read()
    await this.#store().remove()
    if (session?.kind !== 'read-write') return { isRevoked: false }
    try {
      const client = this.#clientOf(session)
      const { userId, publicKey } = session
      const { apiKeys } = await client.getApiKeys({ userId })
      const own = apiKeys.find(({ credential }) => credential.publicKey === publicKey)
      if (own) await client.deleteApiKeys({ userId, apiKeyIds: [own.apiKeyId] })
      return { isRevoked: true }
    } catch {
      return { isRevoked: false }
    }
  }

  readonly #keep = (session: Session): Promise<void> => this.#store().write(session)

  #store() {
    this.#sessions ??= sessionStore(this.#options.storage ?? indexedDbStorage(), this.#now)
    return this.#sessions
  }

  #clientOf(session: Session): KeywrightClient {
    return new KeywrightClient(
      { ...this.#config, organizationId: session.organizationId },
      stamperOf(session),
    )
  }

  #need(name: 'iframeUrl' | 'serverSignUrl'): string {
    const value = this.#options[name]
    if (value) return value
    throw new KeywrightError('CONFIG_INVALID', `\`${name}\` is missing in the configuration`)
  }
}
