/** Keywright in an app: a passkey signs in, then a key in secure storage signs until it expires. */

import {
  ApiError,
  type AuthenticatorParamsV2,
  type BaseSignUpOptions,
  type ConnectionConfig,
  type CreateOrganization,
  fromBase64url,
  KeywrightClient,
  revokeKey,
  signUpOnce,
} from '@keywright/client'
import { generateApiKeyPair } from '@keywright/client/api-key'
import { type CreatePasskeyOptions, createPasskey } from './createPasskey.ts'
import { signedOut } from './nativeErrors.ts'
import type { NativePasskeys } from './nativePasskeys.ts'
import { PasskeyStamper, type PasskeyStamperOptions } from './passkeyStamper.ts'
import { assertRandom } from './runtime.ts'
import { checked, type SecureStorage } from './secureStorage.ts'
import { type NativeSession, type StoredSession, sessionStore, stamperOf, withoutKey } from './session.ts'

export interface KeywrightNativeOptions
  extends Omit<ConnectionConfig, 'organizationId' | 'readStamper'>,
    Pick<PasskeyStamperOptions, 'userVerification'> {
  /** Your parent organization. */
  readonly organizationId: string
  /** Domain associated with the app, and the name that the prompt shows. */
  readonly rp: { readonly id: string; readonly name: string }
  /** The native module for passkeys. */
  readonly passkeys: NativePasskeys
  /** The keychain or keystore. */
  readonly storage: SecureStorage
}

export interface SignInOptions {
  /**
   * The user's organization. Default: the one of the last session on this device. If there was none, or the passkey isn't
   * of that organization, looked up with `whoami`, which costs another prompt and finds only passkeys that have signed a
   * request of their organization before.
   */
  readonly organizationId?: string
  /** Lifetime of the session in seconds. Default: the server's, 900. */
  readonly expirationSeconds?: string
  /** End the user's other sessions. Default: false. */
  readonly invalidateExisting?: boolean
}

export interface SignUpOptions extends BaseSignUpOptions {
  /** Asks your server to create the sub-organization. Your server has the key for it, and checks the caller. */
  readonly createOrganization: CreateOrganization
}

/**
 * Keywright in an app: a passkey signs in, then a key in secure storage signs until it expires.
 *
 * @example
 * // `Passkey` of react-native-passkey, `SecureStore` of expo-secure-store
 * const keywright = new KeywrightNative({ …, passkeys: Passkey, storage: expoSecureStorage(SecureStore) })
 */
export class KeywrightNative {
  readonly #options: KeywrightNativeOptions
  readonly #now: () => number
  readonly #sessions: ReturnType<typeof sessionStore>

  constructor(options: KeywrightNativeOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#sessions = sessionStore(options.storage, this.#now)
    // Fails here for an invalid configuration rather than on first use.
    this.passkeyClient()
  }

  /** Creates a passkey, with one prompt. Doesn't register it. @throws NativeError */
  createPasskey(options: Omit<CreatePasskeyOptions, 'passkeys' | 'rp'>): Promise<AuthenticatorParamsV2> {
    const { passkeys, rp } = this.#options
    return createPasskey({ passkeys, rp, ...options })
  }

  /**
   * Signs with passkeys, with one prompt per call.
   * @param organizationId Default: the one of the options.
   * @throws KeywrightError `CONFIG_INVALID`
   */
  passkeyClient(organizationId: string = this.#options.organizationId): KeywrightClient {
    return this.#passkeyClient(organizationId)
  }

  #passkeyClient(organizationId: string, allowCredentials?: readonly string[]): KeywrightClient {
    const { passkeys, rp, userVerification } = this.#options
    const stamper = new PasskeyStamper({
      passkeys,
      rpId: rp.id,
      ...(userVerification && { userVerification }),
      ...(allowCredentials && { allowCredentials }),
    })
    return new KeywrightClient({ ...this.#connection(), organizationId }, stamper)
  }

  /**
   * Signs up: your server registers a new passkey together with the key of the first session. One prompt creates the
   * passkey, and another proves it. A user who closes the second prompt is signed in, but other devices find the
   * organization by the passkey only after the next sign-in here.
   *
   * After a lost response or a closed app, the next sign-up with the same names continues within an hour: it creates no
   * second passkey or organization, and signs in with the passkey.
   * @throws NativeError; what `createOrganization` throws; ApiError
   */
  async signUp({ createOrganization, ...options }: SignUpOptions): Promise<NativeSession> {
    const { expirationSeconds, provePasskey = true } = options
    return signUpOnce(options, {
      createOrganization,
      now: this.#now,
      storage: checked(this.#options.storage),
      createPasskey: (names) => this.createPasskey(names),
      newKey: () => this.#newKey(),
      // Your server may have failed after it created the organization.
      isRejected: () => false,
      open: async ({ userId = '', ...first }, key, credentialId) => {
        const session = await this.#keep({ ...first, ...key, userId })
        // The user has signed up even if this fails.
        if (provePasskey)
          await this.#passkeyClient(session.organizationId, [credentialId])
            .whoami()
            .catch(() => {})
        return session
      },
      signIn: (organizationId, credentialId) =>
        this.#signInTo(organizationId, { ...(expirationSeconds !== undefined && { expirationSeconds }) }, [
          credentialId,
        ]),
    })
  }

  /** Signs in with one prompt, or more if the organization must be looked up. @throws NativeError; ApiError */
  async signIn({ organizationId, ...rest }: SignInOptions = {}): Promise<NativeSession> {
    const known = organizationId ?? (await this.#sessions.lastOrganization())
    try {
      if (known !== undefined) return await this.#signInTo(known, rest)
    } catch (error) {
      // The user chose a passkey of another organization, or the organization was deleted.
      const isElsewhere = error instanceof ApiError && [401, 404].includes(error.status)
      if (organizationId !== undefined || !isElsewhere) throw error
    }
    return this.#signInTo((await this.passkeyClient().whoami()).organizationId, rest)
  }

  async #signInTo(
    own: string,
    rest: Omit<SignInOptions, 'organizationId'>,
    allowCredentials?: readonly string[],
  ): Promise<NativeSession> {
    const key = await this.#newKey()
    const passkey = this.#passkeyClient(own, allowCredentials)
    const { session } = await passkey.stampLogin({ publicKey: key.publicKey, ...rest })
    const claims = readClaims(session)
    return this.#keep({ ...key, organizationId: own, userId: claims.user_id, expiresAt: claims.exp * 1000 })
  }

  /** The signed-in user; undefined if signed out or the session has expired. @throws NativeError `STORAGE_UNAVAILABLE` */
  async currentSession(): Promise<NativeSession | undefined> {
    const session = await this.#sessions.read()
    return session && withoutKey(session)
  }

  /** A client that signs with the session. @throws NativeError `SIGNED_OUT`, `STORAGE_UNAVAILABLE` */
  async sessionClient(): Promise<KeywrightClient> {
    const session = await this.#sessions.read()
    if (!session) throw signedOut()
    return this.#clientOf(session)
  }

  /**
   * Deletes the session here and tries to delete its key on the server. Otherwise the key expires.
   * @returns whether the key was also deleted on the server
   * @throws NativeError `STORAGE_UNAVAILABLE`
   */
  async signOut(): Promise<{ readonly isRevoked: boolean }> {
    const session = await this.#sessions.read()
    await this.#sessions.remove()
    if (!session) return { isRevoked: false }
    return { isRevoked: await revokeKey(() => this.#clientOf(session), session) }
  }

  #connection(): Omit<ConnectionConfig, 'organizationId'> {
    const {
      organizationId: _,
      rp: __,
      passkeys: ___,
      storage: ____,
      userVerification: _____,
      ...rest
    } = this.#options
    return rest
  }

  #clientOf(session: StoredSession): KeywrightClient {
    return new KeywrightClient(
      { ...this.#connection(), organizationId: session.organizationId },
      stamperOf(session),
    )
  }

  async #newKey(): Promise<Pick<StoredSession, 'publicKey' | 'privateKey'>> {
    assertRandom()
    const { apiPublicKey, apiPrivateKey } = await generateApiKeyPair()
    return { publicKey: apiPublicKey, privateKey: apiPrivateKey }
  }

  async #keep(session: StoredSession): Promise<NativeSession> {
    await this.#sessions.write(session)
    return withoutKey(session)
  }
}

/** Payload of a token of the API. Not verified here, because the key signs the requests. */
const readClaims = (token: string): { readonly user_id: string; readonly exp: number } =>
  JSON.parse(String.fromCharCode(...fromBase64url(token.split('.')[1]!)))
