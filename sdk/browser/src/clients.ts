/** The clients of a page, one per place where a user's key can be. */
import { ApiError, type ConnectionConfig, KeywrightClient, type Stamper } from '@keywright/client'
import type { IframeStamper, KeyFormat } from '@keywright/client/iframe'
import type { EvmWallet, SolanaWallet, WalletStamper } from '@keywright/client/wallet'
import { type CreatePasskeyOptions, createPasskey } from '@keywright/client/webauthn'
import { assertLive } from './serverSign.ts'
import {
  newSessionKey,
  type ReadOnlySession,
  type ReadWriteSession,
  type Session,
  sessionOf,
} from './session.ts'

/** Options that start a session. */
export interface LoginOptions {
  /**
   * The user's organization. Default: the one of the last session in this browser. If there was none, or the credential
   * isn't of that organization, looked up with `whoami` in the default organization, which costs another prompt and finds
   * only credentials that have signed a request of their organization before.
   */
  readonly organizationId?: string
  /** Closes the prompt. After an abort, no session is stored. */
  readonly signal?: AbortSignal
}

/** Options that start a session that can sign. */
export interface SessionOptions extends LoginOptions {
  /** Lifetime of the session in seconds. Default: the server's, 900. */
  readonly expirationSeconds?: string
  /** End the user's other sessions. Default: false. */
  readonly invalidateExisting?: boolean
}

const optional = (signal: AbortSignal | undefined) => ({ ...(signal && { signal }) })

/** Where sessions are kept. */
export interface Keeper {
  write(session: Session): Promise<void>
  /** Keeps the organization for the next sign-in. */
  remember(organizationId: string): Promise<void>
  lastOrganization(): Promise<string | undefined>
}

/** A client that can open a session of this page with its key. */
export class BrowserClient extends KeywrightClient {
  readonly #keeper: Keeper

  /** @internal `KeywrightBrowser` creates the clients. */
  constructor(config: ConnectionConfig, stamper: Stamper, keeper: Keeper) {
    super(config, stamper)
    this.#keeper = keeper
  }

  /**
   * Opens a read-only session for one hour and stores it.
   * @throws KeywrightError `STORAGE_UNAVAILABLE`; ApiError
   */
  async login({ organizationId: given, signal }: LoginOptions = {}): Promise<ReadOnlySession> {
    return this.#openIn(given, signal, async (organizationId) => {
      const { session, sessionExpiry, userId } = await this.createReadOnlySession(
        { organizationId },
        optional(signal),
      )
      return {
        kind: 'read-only',
        organizationId,
        userId,
        token: session,
        expiresAt: Number(sessionExpiry) * 1000,
      }
    })
  }

  /**
   * Opens a session that can sign, and stores it. Its key is generated here as non-extractable, registered, and expires.
   * @throws KeywrightError `STORAGE_UNAVAILABLE`; ApiError
   */
  async loginWithReadWriteSession({
    organizationId,
    signal,
    ...rest
  }: SessionOptions = {}): Promise<ReadWriteSession> {
    return this.#openIn(organizationId, signal, async (id) => {
      const key = await newSessionKey()
      const { session } = await this.stampLogin(
        { organizationId: id, publicKey: key.publicKey, ...rest },
        optional(signal),
      )
      return sessionOf(id, key, session)
    })
  }

  async #openIn<S extends Session>(
    given: string | undefined,
    signal: AbortSignal | undefined,
    open: (organizationId: string) => Promise<S>,
  ): Promise<S> {
    const kept = await this.#inOwnOrganization(given, signal, open)
    assertLive(signal)
    await this.#keeper.write(kept)
    return kept
  }

  async #inOwnOrganization<S>(
    given: string | undefined,
    signal: AbortSignal | undefined,
    open: (organizationId: string) => Promise<S>,
  ) {
    const known = given ?? (await this.#keeper.lastOrganization())
    try {
      if (known !== undefined) return await open(known)
    } catch (error) {
      // The user chose a credential of another organization, or the organization was deleted.
      const isElsewhere = error instanceof ApiError && [401, 404].includes(error.status)
      if (given !== undefined || !isElsewhere) throw error
    }
    return open((await this.whoami({}, optional(signal))).organizationId)
  }
}

/** Signs with a passkey, with one prompt per call. */
export class PasskeyClient extends BrowserClient {
  readonly #defaults: Pick<CreatePasskeyOptions, 'rp' | 'credentials'>

  /** @internal `KeywrightBrowser` creates the clients. */
  constructor(
    config: ConnectionConfig,
    stamper: Stamper,
    keeper: Keeper,
    defaults: Pick<CreatePasskeyOptions, 'rp' | 'credentials'>,
  ) {
    super(config, stamper, keeper)
    this.#defaults = defaults
  }

  /**
   * Creates a passkey, with one prompt. Doesn't register it: pass the result to `createSubOrganization` or
   * `createAuthenticators`.
   * @throws PasskeyError
   */
  createUserPasskey(
    options: Omit<CreatePasskeyOptions, 'rp' | 'credentials'> & Partial<Pick<CreatePasskeyOptions, 'rp'>>,
  ) {
    return createPasskey({ ...this.#defaults, ...options })
  }

  /** The same as `loginWithReadWriteSession`. @throws as `loginWithReadWriteSession` */
  createPasskeySession(options?: SessionOptions): Promise<ReadWriteSession> {
    return this.loginWithReadWriteSession(options)
  }
}

/** Signs with a key in a frame, and displays secrets there. */
export class IframeClient extends BrowserClient {
  readonly #frame: IframeStamper

  /** @internal `KeywrightBrowser` creates the clients. */
  constructor(config: ConnectionConfig, frame: IframeStamper, keeper: Keeper) {
    super(config, frame, keeper)
    this.#frame = frame
  }

  /** The frame's target public key, for requests. */
  targetPublicKey(): string | null {
    return this.#frame.publicKey()
  }
  /**
   * Gives the frame the API key in a credential bundle. The client signs with it from then on.
   * @returns the public key of the API key
   * @throws FrameError
   */
  injectCredentialBundle(bundle: string): Promise<string> {
    return this.#frame.injectCredentialBundle(bundle)
  }
  /** Displays the recovery phrase of `exportWallet` inside the frame. @throws FrameError */
  injectWalletExportBundle(bundle: string, organizationId: string): Promise<boolean> {
    return this.#frame.injectWalletExportBundle(bundle, organizationId)
  }
  /** Displays the private key of `exportPrivateKey` or `exportWalletAccount` inside the frame. @throws FrameError */
  injectKeyExportBundle(bundle: string, organizationId: string, keyFormat?: KeyFormat): Promise<boolean> {
    return this.#frame.injectKeyExportBundle(bundle, organizationId, keyFormat)
  }
  /** Gives the frame the import bundle, and displays a field for the secret inside the frame. @throws FrameError */
  injectImportBundle(bundle: string, organizationId: string, userId: string): Promise<boolean> {
    return this.#frame.injectImportBundle(bundle, organizationId, userId)
  }
  /** The phrase that the user typed into the frame, sealed: the `encryptedBundle` of `importWallet`. @throws FrameError */
  extractWalletEncryptedBundle(): Promise<string> {
    return this.#frame.extractWalletEncryptedBundle()
  }
  /** The key that the user typed into the frame, sealed: the `encryptedBundle` of `importPrivateKey`. @throws FrameError */
  extractKeyEncryptedBundle(keyFormat?: KeyFormat): Promise<string> {
    return this.#frame.extractKeyEncryptedBundle(keyFormat)
  }
  /** Removes the frame from the page, along with its keys. */
  destroy(): void {
    this.#frame.destroy()
  }
}

/** Signs with the user's own wallet, which prompts on each call. */
export class WalletClient extends BrowserClient {
  readonly #wallet: EvmWallet | SolanaWallet
  readonly #stamper: WalletStamper

  /** @internal `KeywrightBrowser` creates the clients. */
  constructor(
    config: ConnectionConfig,
    stamper: WalletStamper,
    keeper: Keeper,
    wallet: EvmWallet | SolanaWallet,
  ) {
    super(config, stamper, keeper)
    this.#stamper = stamper
    this.#wallet = wallet
  }

  /** The public key to register. @throws WalletError */
  getPublicKey(): Promise<string> {
    return this.#stamper.getPublicKey()
  }
  /** The wallet that was passed to `walletClient`. */
  getWalletInterface(): EvmWallet | SolanaWallet {
    return this.#wallet
  }
}
