/** Keywright in a page. */
import {
  type ConnectionConfig,
  createConnection,
  KeywrightClient,
  KeywrightError,
  type Methods,
  revokeKey,
  type WhoamiResponse,
} from '@keywright/client'
import { IframeStamper, type IframeStamperOptions } from '@keywright/client/iframe'
import { type EvmWallet, type SolanaWallet, WalletStamper } from '@keywright/client/wallet'
import {
  type CredentialsCreator,
  type CredentialsGetter,
  WebauthnStamper,
  type WebauthnStamperOptions,
} from '@keywright/client/webauthn'
import { IframeClient, type Keeper, PasskeyClient, WalletClient } from './clients.ts'
import { assertLive, type ServerMethod, serverSign } from './serverSign.ts'
import { type ReadWriteSession, type Session, sessionStore, stamperOf } from './session.ts'
import {
  loginWithEmail,
  loginWithOauth,
  loginWithOtp,
  type OtpChallenge,
  type PersonOptions,
  pendingOtp,
  prepareOauth,
  type SendEmailOptions,
  type SendOtpOptions,
  type SignInContext,
  type SignUpOptions,
  sendEmail,
  sendOtp,
  signUp,
} from './signIn.ts'
import { checked, defaultStorage, type KeyStorage } from './storage.ts'

export interface KeywrightBrowserOptions
  extends Omit<ConnectionConfig, 'baseUrl' | 'organizationId' | 'readStamper'> {
  /** Address of the API. */
  readonly apiBaseUrl: string
  /** Your parent organization. Requests name it by default. */
  readonly defaultOrganizationId: string
  /** Domain of the passkeys. Default: the page's host. */
  readonly rpId?: string
  /** Name of your application in passkey prompts. Default: `rpId`. */
  readonly rpName?: string
  /** Address of the frame page. Required by `iframeClient()`. */
  readonly iframeUrl?: string
  /** Address of your proxy. Required by `serverSign()`. */
  readonly serverSignUrl?: string
  /** The server's signer key, 65 bytes in hexadecimal, pinned here. Required to sign in with a code. */
  readonly signerPublicKey?: string
  /**
   * Storage for the session. Default: IndexedDB, a database per server and organization. If several applications of one
   * origin share both, pass `indexedDbStorage(name)`.
   */
  readonly storage?: KeyStorage
  /** Default: `navigator.credentials`. */
  readonly credentials?: CredentialsGetter & CredentialsCreator
}

/**
 * Keywright in a page: one client per place where a user's key can be, and the session that they open. Has no side effects
 * until a method is called, so you may create it while rendering on a server.
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
  #kept: KeyStorage | undefined
  #preparing: Promise<string> | undefined
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
      signerPublicKey: _signerPublicKey,
      storage: _storage,
      credentials: _credentials,
      ...rest
    } = options
    if (!defaultOrganizationId)
      throw new KeywrightError('CONFIG_INVALID', '`defaultOrganizationId` is missing')
    this.#options = options
    this.#config = { ...rest, baseUrl: apiBaseUrl, organizationId: defaultOrganizationId }
    // Check now rather than on the first click.
    this.#now = createConnection(this.#config, { stamp: () => Promise.reject(new Error()) }).now
  }

  /** A client that signs with passkeys, with one prompt per call. Use it to open a session. */
  passkeyClient({
    organizationId,
    ...options
  }: Omit<WebauthnStamperOptions, 'rpId' | 'credentials'> & {
    /** Organization that its requests name. Default: the default organization. */
    readonly organizationId?: string
  } = {}): PasskeyClient {
    const { rpId, rpName = rpId ?? globalThis.location?.hostname ?? '', credentials } = this.#options
    const own = { ...(credentials && { credentials }) }
    const stamper = new WebauthnStamper({ ...options, ...own, ...(rpId !== undefined && { rpId }) })
    const rp = { name: rpName, ...(rpId !== undefined && { id: rpId }) }
    const config = { ...this.#config, ...(organizationId !== undefined && { organizationId }) }
    return new PasskeyClient(config, stamper, this.#keeper, { rp, ...own })
  }

  /**
   * A client that signs with a key in a frame. Resolves once the frame has loaded.
   * @throws KeywrightError `CONFIG_INVALID` without `iframeUrl`; FrameError
   */
  async iframeClient(options: Omit<IframeStamperOptions, 'iframeUrl'>): Promise<IframeClient> {
    const stamper = new IframeStamper({ ...options, iframeUrl: this.#need('iframeUrl') })
    await stamper.init().catch((error) => {
      stamper.destroy()
      throw error
    })
    return new IframeClient(this.#config, stamper, this.#keeper)
  }

  /** A client that signs with the user's own wallet. See `evmWallet` and `solanaWallet` of the wallet stamper. */
  walletClient(wallet: EvmWallet | SolanaWallet, options?: { readonly publicKey?: string }): WalletClient {
    return new WalletClient(this.#config, new WalletStamper(wallet, options), this.#keeper, wallet)
  }

  /**
   * Calls the API through your server, which signs the request.
   * @throws KeywrightError `CONFIG_INVALID` without `serverSignUrl`, `UNREACHABLE`; ApiError; ActivityError
   */
  async serverSign<M extends ServerMethod>(
    methodName: M,
    params: Parameters<Methods[M]>[0],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Awaited<ReturnType<Methods[M]>>> {
    const send = this.#options.fetch ?? ((request: Request) => fetch(request))
    return serverSign(this.#need('serverSignUrl'), methodName, params, send, signal)
  }

  /**
   * Signs a user up: a new passkey, a sub-organization created by your server, and a session. One prompt creates the
   * passkey, and another proves it. A user who closes the second prompt is signed in, but other browsers find the
   * organization by the passkey only after the next sign-in here.
   *
   * After an abort, a lost response or a closed page, the next sign-up with the same names continues within an hour: it
   * creates no second passkey or organization, and signs in with the passkey.
   * @throws PasskeyError; KeywrightError `CONFIG_INVALID` without `serverSignUrl` or `createOrganization`,
   * `STORAGE_UNAVAILABLE`; ApiError
   */
  async signUpWithPasskey(options: SignUpOptions): Promise<ReadWriteSession> {
    const { signal } = options
    // Before the prompt, because a passkey that can't be registered would stay on the device.
    if (!options.createOrganization) this.#need('serverSignUrl')
    const context = {
      ...this.#signIn(signal),
      createPasskey: (names: Parameters<PasskeyClient['createUserPasskey']>[0]) =>
        this.passkeyClient().createUserPasskey({ ...names, ...(signal && { signal }) }),
      forgetPasskey: (credentialId: string) => this.#forgetPasskey(credentialId),
    }
    return signUp(context, options)
  }

  #forgetPasskey(credentialId: string): void {
    const rpId = this.#options.rpId ?? globalThis.location?.hostname
    const page = globalThis.PublicKeyCredential as
      | { signalUnknownCredential?(options: { rpId: string; credentialId: string }): Promise<void> }
      | undefined
    page?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {})
  }

  /** Sends a one-time code with your server's `initOtp`. @throws as `serverSign` */
  async sendOtp(options: SendOtpOptions): Promise<OtpChallenge> {
    return sendOtp(this.#signIn(options.signal), options)
  }

  /**
   * The challenge of the last code that this browser has sent, for example before the page was closed; undefined if the code
   * has expired or signed in. @throws KeywrightError `STORAGE_UNAVAILABLE`
   */
  async pendingOtp(): Promise<OtpChallenge | undefined> {
    return pendingOtp(this.#signIn())
  }

  /**
   * Signs in with the code through your server's `verifyOtp` and `otpLogin`. Your server sees only the sealed code.
   * If a step after `verifyOtp` fails, call it again with the same challenge and code.
   * @throws as `serverSign`; ApiError `OTP_INVALID`; KeywrightError `CONFIG_INVALID` without `signerPublicKey`,
   * `ORGANIZATION_NOT_FOUND`, `ORGANIZATION_AMBIGUOUS`, `STORAGE_UNAVAILABLE`
   */
  async loginWithOtp(
    challenge: OtpChallenge,
    code: string,
    options?: PersonOptions,
  ): Promise<ReadWriteSession> {
    return loginWithOtp(this.#signIn(options?.signal), challenge, code, options)
  }

  /** Starts a sign-in with an identity provider. @returns the nonce for the provider's token */
  async prepareOauth(): Promise<string> {
    // One at a time, because two that find no key would each store one.
    this.#preparing ??= prepareOauth(this.#signIn()).finally(() => {
      this.#preparing = undefined
    })
    return this.#preparing
  }

  /**
   * Signs in with the provider's token through your server's `oauthLogin`.
   * @throws as `serverSign`; ApiError `OIDC_TOKEN_INVALID`; KeywrightError `LOGIN_NOT_STARTED`,
   * `ORGANIZATION_NOT_FOUND`, `ORGANIZATION_AMBIGUOUS`, `STORAGE_UNAVAILABLE`
   */
  async loginWithOauth(oidcToken: string, options?: PersonOptions): Promise<ReadWriteSession> {
    return loginWithOauth(this.#signIn(options?.signal), oidcToken, options)
  }

  /** Sends an email with your server's `emailAuth`. @throws as `serverSign`; KeywrightError `ORGANIZATION_NOT_FOUND`, `ORGANIZATION_AMBIGUOUS` */
  async sendEmail(options: SendEmailOptions): Promise<void> {
    return sendEmail(this.#signIn(options.signal), options)
  }

  /**
   * Signs in with the bundle from the email, in the browser that requested it.
   * @throws BundleError; KeywrightError `LOGIN_NOT_STARTED`, `STORAGE_UNAVAILABLE`; ApiError
   */
  async loginWithEmail(
    bundle: string,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<ReadWriteSession> {
    return loginWithEmail(this.#signIn(signal), bundle)
  }

  /** The session of this page, of either kind. @throws KeywrightError `STORAGE_UNAVAILABLE` */
  async currentSession(): Promise<Session | undefined> {
    return this.#store().read()
  }

  /**
   * A client that signs with the session of this page; undefined if the user is signed out or the session has expired.
   * @throws KeywrightError `STORAGE_UNAVAILABLE`
   */
  async currentUserSession(): Promise<KeywrightClient | undefined> {
    const session = await this.#store().read()
    return session && this.#clientOf(session)
  }

  /** The session that can sign, if any. @throws KeywrightError `STORAGE_UNAVAILABLE` */
  async getReadWriteSession(): Promise<ReadWriteSession | undefined> {
    const session = await this.#store().read()
    return session?.kind === 'read-write' ? session : undefined
  }

  /** The signed-in user; undefined if signed out. @throws KeywrightError `STORAGE_UNAVAILABLE`; ApiError */
  async getCurrentUser(): Promise<WhoamiResponse | undefined> {
    return (await this.currentUserSession())?.whoami()
  }

  /** The signed-in user's organization. @throws KeywrightError `STORAGE_UNAVAILABLE`; ApiError */
  async getCurrentSubOrganization(): Promise<
    { organizationId: string; organizationName: string } | undefined
  > {
    const user = await this.getCurrentUser()
    return user && { organizationId: user.organizationId, organizationName: user.organizationName }
  }

  /**
   * Deletes the session here and tries to delete its key on the server. If the client is offline or may not delete keys, the
   * key stays valid until it expires.
   * @returns whether the key was also deleted on the server
   * @throws KeywrightError `STORAGE_UNAVAILABLE`
   */
  async logoutUser(): Promise<{ readonly isRevoked: boolean }> {
    const session = await this.#store().read()
    await this.#store().remove()
    if (session?.kind !== 'read-write') return { isRevoked: false }
    return { isRevoked: await revokeKey(() => this.#clientOf(session), session) }
  }

  readonly #keeper: Keeper = {
    write: (session) => this.#store().write(session),
    remember: (organizationId) => this.#store().remember(organizationId),
    lastOrganization: () => this.#store().lastOrganization(),
  }

  #storage(): KeyStorage {
    this.#kept ??= checked(
      this.#options.storage ?? defaultStorage(this.#options.apiBaseUrl, this.#options.defaultOrganizationId),
    )
    return this.#kept
  }

  #store() {
    this.#sessions ??= sessionStore(this.#storage(), this.#now)
    return this.#sessions
  }

  #signIn(signal?: AbortSignal): SignInContext {
    const { defaultOrganizationId, signerPublicKey } = this.#options
    return {
      organizationId: defaultOrganizationId,
      signerPublicKey,
      storage: this.#storage(),
      now: this.#now,
      signal,
      keep: async (session) => {
        assertLive(signal)
        await this.#keeper.write(session)
      },
      remember: this.#keeper.remember,
      clientOf: (session) => this.#clientOf(session),
      passkeyOf: (organizationId, credentialId) =>
        this.passkeyClient({ organizationId, allowCredentials: [{ id: credentialId }] }),
      serverSign: (methodName, params) => this.serverSign(methodName, params, { ...(signal && { signal }) }),
    }
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
