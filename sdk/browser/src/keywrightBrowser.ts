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
import { IframeClient, PasskeyClient, WalletClient } from './clients.ts'
import { type ServerMethod, serverSign } from './serverSign.ts'
import { type ReadWriteSession, type Session, sessionStore, stamperOf } from './session.ts'
import {
  loginWithEmail,
  loginWithOauth,
  loginWithOtp,
  type OtpChallenge,
  type PersonOptions,
  prepareOauth,
  type SendEmailOptions,
  type SendOtpOptions,
  type SignInContext,
  type SignUpOptions,
  sendEmail,
  sendOtp,
  signUp,
} from './signIn.ts'
import { checked, indexedDbStorage, type KeyStorage } from './storage.ts'

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
  /** The server's signer key, 65 bytes in hexadecimal: pinned here. Needed to sign in by a code. */
  readonly signerPublicKey?: string
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
  #kept: KeyStorage | undefined
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
    // Checked now rather than at the first click.
    this.#now = createConnection(this.#config, { stamp: () => Promise.reject(new Error()) }).now
  }

  /** A client that signs by passkeys. Each of its calls is a prompt: make a session with it. */
  passkeyClient({
    organizationId,
    ...options
  }: Omit<WebauthnStamperOptions, 'rpId' | 'credentials'> & {
    /** What its requests are about. Default: the default organization. */
    readonly organizationId?: string
  } = {}): PasskeyClient {
    const { rpId, rpName = rpId ?? globalThis.location?.hostname ?? '', credentials } = this.#options
    const own = { ...(credentials && { credentials }) }
    const stamper = new WebauthnStamper({ ...options, ...own, ...(rpId !== undefined && { rpId }) })
    const rp = { name: rpName, ...(rpId !== undefined && { id: rpId }) }
    const config = { ...this.#config, ...(organizationId !== undefined && { organizationId }) }
    return new PasskeyClient(config, stamper, this.#keep, { rp, ...own })
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
   * Signs a person up by one prompt: a new passkey, a sub-organization made by your server, and a session.
   * @throws PasskeyError; KeywrightError `CONFIG_INVALID` without `serverSignUrl` or `createOrganization`,
   * `STORAGE_UNAVAILABLE`; ApiError
   */
  async signUpWithPasskey(options: SignUpOptions): Promise<ReadWriteSession> {
    const { userName, userEmail, authenticatorName = 'Passkey', signal } = options
    // Before the prompt: a passkey that nobody can register would stay on the device.
    if (!options.createOrganization) this.#need('serverSignUrl')
    const authenticator = await this.passkeyClient().createUserPasskey({
      authenticatorName,
      user: { name: userEmail ?? userName, displayName: userName },
      ...(signal && { signal }),
    })
    return signUp(this.#signIn(), authenticator, options)
  }

  /** Has a one-time code sent, by `initOtp` of your server. @throws as `serverSign` */
  async sendOtp(options: SendOtpOptions): Promise<OtpChallenge> {
    return sendOtp(this.#signIn(), options)
  }

  /**
   * Signs in by the code, by `verifyOtp` and `otpLogin` of your server, which sees it sealed.
   * @throws as `serverSign`; ApiError `OTP_INVALID`; KeywrightError `CONFIG_INVALID` without `signerPublicKey`,
   * `ORGANIZATION_NOT_FOUND`, `STORAGE_UNAVAILABLE`
   */
  async loginWithOtp(
    challenge: OtpChallenge,
    code: string,
    options?: PersonOptions,
  ): Promise<ReadWriteSession> {
    return loginWithOtp(this.#signIn(), challenge, code, options)
  }

  /** Begins a sign-in by an identity provider. @returns the nonce to ask the provider for a token with */
  async prepareOauth(): Promise<string> {
    return prepareOauth(this.#signIn())
  }

  /**
   * Signs in by the provider's token, by `oauthLogin` of your server.
   * @throws as `serverSign`; ApiError `OIDC_TOKEN_INVALID`; KeywrightError `LOGIN_NOT_STARTED`,
   * `ORGANIZATION_NOT_FOUND`, `STORAGE_UNAVAILABLE`
   */
  async loginWithOauth(oidcToken: string, options?: PersonOptions): Promise<ReadWriteSession> {
    return loginWithOauth(this.#signIn(), oidcToken, options)
  }

  /** Has a mail sent, by `emailAuth` of your server. @throws as `serverSign`; KeywrightError `ORGANIZATION_NOT_FOUND` */
  async sendEmail(options: SendEmailOptions): Promise<void> {
    return sendEmail(this.#signIn(), options)
  }

  /**
   * Signs in by the bundle of the mail, in the browser that asked for it.
   * @throws BundleError; KeywrightError `LOGIN_NOT_STARTED`, `STORAGE_UNAVAILABLE`; ApiError
   */
  async loginWithEmail(bundle: string): Promise<ReadWriteSession> {
    return loginWithEmail(this.#signIn(), bundle)
  }

  /** The session of this page, of either kind. @throws KeywrightError `STORAGE_UNAVAILABLE` */
  async currentSession(): Promise<Session | undefined> {
    return this.#store().read()
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
    return { isRevoked: await revokeKey(() => this.#clientOf(session), session) }
  }

  readonly #keep = (session: Session): Promise<void> => this.#store().write(session)

  #storage(): KeyStorage {
    this.#kept ??= checked(this.#options.storage ?? indexedDbStorage())
    return this.#kept
  }

  #store() {
    this.#sessions ??= sessionStore(this.#storage(), this.#now)
    return this.#sessions
  }

  #signIn(): SignInContext {
    const { defaultOrganizationId, signerPublicKey } = this.#options
    return {
      organizationId: defaultOrganizationId,
      signerPublicKey,
      storage: this.#storage(),
      now: this.#now,
      keep: this.#keep,
      clientOf: (session) => this.#clientOf(session),
      serverSign: (methodName, params) => this.serverSign(methodName, params),
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
