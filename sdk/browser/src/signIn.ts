/**
 * Sign-up and sign-in through your server: with a new passkey, a code, a token of an identity provider, or an emailed
 * bundle. Your server calls the API for each step; the session's key is generated here and stays here.
 */
import {
  type ApiKeyParamsV2,
  type AuthenticatorParamsV2,
  type CreateSubOrganizationIntentV8,
  type InitOtpResultV3,
  type KeywrightClient,
  KeywrightError,
  type Methods,
  type OtpType,
  toHex,
  type WalletParams,
} from '@keywright/client'
import { ApiKeyStamper, createClientSignature } from '@keywright/client/api-key'
import type { ServerMethod } from './serverSign.ts'
import { newSessionKey, type ReadWriteSession, type Session, type SessionKey, sessionOf } from './session.ts'
import type { KeyStorage } from './storage.ts'

/** Creates a user's sub-organization. Your implementation calls your server, which may add members and run checks. */
export type CreateOrganization = (
  params: CreateSubOrganizationIntentV8,
) => Promise<{ readonly subOrganizationId: string; readonly rootUserIds?: readonly string[] }>

export interface SignUpOptions {
  /** Name of the user in Keywright, and of the sub-organization. */
  readonly userName: string
  readonly userEmail?: string
  /** Name of the passkey in Keywright. Default: `Passkey`. */
  readonly authenticatorName?: string
  /** A first wallet. Default: none. */
  readonly wallet?: WalletParams
  /** Lifetime of the session in seconds. Default: 900. */
  readonly expirationSeconds?: string
  /**
   * Sign one request with the new passkey, which is a second prompt. Until a passkey has signed, `whoami` with the parent's
   * id doesn't find its organization, so a browser that knows only the parent can't sign in with it. Pass false if your
   * own user table tells browsers the organization. Default: true.
   */
  readonly provePasskey?: boolean
  /** Default: `serverSign('createSubOrganization', …)`. */
  readonly createOrganization?: CreateOrganization
  readonly signal?: AbortSignal
}

export interface SendOtpOptions {
  /** Email address, or phone number in E.164. */
  readonly contact: string
  /** Name of your application, shown in the message. */
  readonly appName: string
  /** Default: `OTP_TYPE_EMAIL`. */
  readonly otpType?: OtpType
  readonly signal?: AbortSignal
}

/** The code was sent. */
export interface OtpChallenge {
  readonly otpId: string
  readonly otpType: OtpType
  readonly contact: string
  readonly otpEncryptionTargetBundle: string
}

export interface PersonOptions {
  /** The user's organization, from your user table. Default: looked up by your server, which finds only proven contacts. */
  readonly organizationId?: string
  /** Lifetime of the session in seconds. Default: the server's, 900. */
  readonly expirationSeconds?: string
  /** After an abort, no session is stored. */
  readonly signal?: AbortSignal
}

export interface SendEmailOptions {
  readonly email: string
  /** Name of your application, shown in the email. */
  readonly appName: string
  /**
   * Address of your page, with `%s` as the placeholder for the bundle. Your server must list it in `messageTemplates`.
   * Default: the email shows the bundle itself.
   */
  readonly magicLinkTemplate?: string
  /** The user's organization, from your user table. Default: looked up by your server, which finds only proven contacts. */
  readonly organizationId?: string
  readonly signal?: AbortSignal
}

/** What the steps need from the page. */
export interface SignInContext {
  readonly organizationId: string
  readonly signerPublicKey: string | undefined
  readonly storage: KeyStorage
  readonly now: () => number
  readonly keep: (session: Session) => Promise<void>
  /** Keeps the organization for the next sign-in. */
  readonly remember: (organizationId: string) => Promise<void>
  readonly clientOf: (session: Session) => KeywrightClient
  readonly passkeyOf: (organizationId: string, credentialId: string) => KeywrightClient
  readonly serverSign: <M extends ServerMethod>(
    methodName: M,
    params: Parameters<Methods[M]>[0],
  ) => Promise<Awaited<ReturnType<Methods[M]>>>
}

/** Storage names for steps that a redirect or an email interrupts. */
const OAUTH_KEY = 'oauth-key'
const EMAIL_TARGET = 'email-target'
const DEFAULT_LIFE = '900'

/** Registers the passkey and the key of the first session together. */
export async function signUp(
  context: SignInContext,
  authenticator: AuthenticatorParamsV2,
  options: SignUpOptions & { readonly createOrganization: CreateOrganization },
): Promise<ReadWriteSession> {
  const { userName, userEmail, wallet, expirationSeconds = DEFAULT_LIFE, createOrganization } = options
  const key = await newSessionKey()
  const sessionKey: ApiKeyParamsV2 = {
    apiKeyName: 'Session',
    publicKey: key.publicKey,
    curveType: 'API_KEY_CURVE_P256',
    expirationSeconds,
  }
  const askedAt = context.now()
  const { subOrganizationId, rootUserIds } = await createOrganization({
    subOrganizationName: userName,
    rootUsers: [
      {
        userName,
        ...(userEmail && { userEmail }),
        apiKeys: [sessionKey],
        authenticators: [authenticator],
        oauthProviders: [],
      },
    ],
    rootQuorumThreshold: 1,
    ...(wallet && { wallet }),
  })
  const session: ReadWriteSession = {
    kind: 'read-write',
    organizationId: subOrganizationId,
    userId: rootUserIds?.[0] ?? '',
    ...key,
    // Slightly too early on purpose: the server counts from the registration of the key.
    expiresAt: askedAt + Number(expirationSeconds) * 1000,
  }
  const userId = session.userId || (await context.clientOf(session).whoami()).userId
  const kept = { ...session, userId }
  // Before the prompt, during which the page may close.
  await context.remember(subOrganizationId)
  if (options.provePasskey !== false) await provePasskey(context, session, authenticator, options.signal)
  await context.keep(kept)
  return kept
}

/** Signs a request with the passkey. Never throws, because the user has signed up even if this fails. */
async function provePasskey(
  { passkeyOf }: SignInContext,
  { organizationId }: Session,
  { attestation }: AuthenticatorParamsV2,
  signal: AbortSignal | undefined,
): Promise<void> {
  const passkey = passkeyOf(organizationId, attestation.credentialId)
  await passkey.whoami({}, { ...(signal && { signal }) }).catch(() => {})
}

/** Sends a code. */
export async function sendOtp(
  { serverSign }: SignInContext,
  { contact: typed, appName, otpType = 'OTP_TYPE_EMAIL' }: SendOtpOptions,
): Promise<OtpChallenge> {
  const contact = otpType === 'OTP_TYPE_SMS' ? typed.replace(/[\s().\p{Pd}]/gu, '') : typed.trim()
  const sent = await serverSign('initOtp', { otpType, contact, appName })
  // Member of the newest version, which the short form sends.
  const { otpId, otpEncryptionTargetBundle } = sent as unknown as InitOtpResultV3
  return { otpId, otpType, contact, otpEncryptionTargetBundle }
}

/** People group digits with spaces and hyphens, and some keyboards type full-width digits. */
const asPrinted = (code: string) => code.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '')

/** Exchanges the code for a session. The code is sealed, so your server can't read it. */
export async function loginWithOtp(
  context: SignInContext,
  { otpId, otpType, contact, otpEncryptionTargetBundle }: OtpChallenge,
  code: string,
  { organizationId: known, signal: _, ...rest }: PersonOptions = {},
): Promise<ReadWriteSession> {
  const { signerPublicKey, serverSign } = context
  if (!signerPublicKey) {
    throw new KeywrightError('CONFIG_INVALID', '`signerPublicKey` is missing in the configuration')
  }
  const key = await newSessionKey()
  const { sealOtp } = await import('@keywright/client/bundles')
  const expected = { signerPublicKey, organizationId: context.organizationId }
  const encryptedOtpBundle = await sealOtp(
    asPrinted(code),
    key.publicKey,
    otpEncryptionTargetBundle,
    expected,
  )
  const { verificationToken } = await serverSign('verifyOtp', { otpId, encryptedOtpBundle })
  const organizationId =
    known ?? (await find(context, otpType === 'OTP_TYPE_SMS' ? 'PHONE_NUMBER' : 'EMAIL', contact))
  const { publicKey, privateKey } = key
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })
  const { session } = await serverSign('otpLogin', {
    organizationId,
    verificationToken,
    publicKey,
    clientSignature: await createClientSignature(stamper, verificationToken, { login: { publicKey } }),
    ...rest,
  })
  return keepReceipt(context, organizationId, key, session)
}

/**
 * Generates the key of the next session and stores it, because identity providers redirect the page. Keeps a stored key
 * until a sign-in has used it, so that several buttons and a redirect in progress don't invalidate each other.
 * @returns the nonce for the token: the hexadecimal SHA-256 of the public key's text
 */
export async function prepareOauth({ storage }: SignInContext): Promise<string> {
  const stored = (await storage.get(OAUTH_KEY)) as SessionKey | undefined
  const key = stored ?? (await newSessionKey())
  if (!stored) await storage.set(OAUTH_KEY, key)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key.publicKey))
  return toHex(new Uint8Array(digest))
}

/** Exchanges the token for a session. */
export async function loginWithOauth(
  context: SignInContext,
  oidcToken: string,
  { organizationId: known, signal: _, ...rest }: PersonOptions = {},
): Promise<ReadWriteSession> {
  const { storage, serverSign } = context
  const key = (await storage.get(OAUTH_KEY)) as SessionKey | undefined
  if (!key) throw notStarted('sign-in with an identity provider', 'call prepareOauth() first')
  const organizationId = known ?? (await find(context, 'OIDC_TOKEN', oidcToken))
  const { publicKey } = key
  const { session } = await serverSign('oauthLogin', { organizationId, oidcToken, publicKey, ...rest })
  // First, because components that notice the new session prepare the next sign-in.
  await storage.remove(OAUTH_KEY)
  return keepReceipt(context, organizationId, key, session)
}

interface EmailTarget {
  readonly organizationId: string
  readonly target: { readonly targetPublicKey: string; readonly keyPair: CryptoKeyPair }
}

/**
 * Sends an email with a bundle that only this browser can open, even after the page was closed. The emails to one
 * organization have the same target key, so that the first one can still be opened after a second one was requested.
 */
export async function sendEmail(
  context: SignInContext,
  { email, appName, magicLinkTemplate, organizationId: known }: SendEmailOptions,
): Promise<void> {
  const organizationId = known ?? (await find(context, 'EMAIL', email))
  const { generateTargetKey } = await import('@keywright/client/bundles')
  const waiting = (await context.storage.get(EMAIL_TARGET)) as EmailTarget | undefined
  const isSame = waiting?.organizationId === organizationId
  const target = isSame ? waiting.target : await generateTargetKey()
  if (!isSame) await context.storage.set(EMAIL_TARGET, { organizationId, target } satisfies EmailTarget)
  await context.serverSign('emailAuth', {
    organizationId,
    email,
    targetPublicKey: target.targetPublicKey,
    emailCustomization: { appName, ...(magicLinkTemplate && { magicLinkTemplate }) },
  })
}

/** Opens the emailed bundle and stores its key as non-extractable. */
export async function loginWithEmail(context: SignInContext, bundle: string): Promise<ReadWriteSession> {
  const { storage, clientOf, now } = context
  const waiting = (await storage.get(EMAIL_TARGET)) as EmailTarget | undefined
  if (!waiting) {
    throw notStarted(
      'sign-in by email',
      'open the email in the browser that requested it, or request another',
    )
  }
  const { organizationId, target } = waiting
  const { openSessionBundle } = await import('@keywright/client/bundles')
  const { apiPublicKey: publicKey, apiPrivateKey: privateKey } = await openSessionBundle(
    // Mail programs wrap long lines.
    bundle.replace(/\s/g, ''),
    target,
  )
  const fresh: ReadWriteSession = {
    kind: 'read-write',
    organizationId,
    userId: '',
    publicKey,
    privateKey,
    expiresAt: now() + Number(DEFAULT_LIFE) * 1000,
  }
  const client = clientOf(fresh)
  const { userId } = await client.whoami()
  const { apiKeys } = await client.getApiKeys({ userId })
  const own = apiKeys.find(({ credential }) => credential.publicKey === publicKey)
  const session = { ...fresh, userId, expiresAt: own ? expiryOf(own) : fresh.expiresAt }
  await context.keep(session)
  await storage.remove(EMAIL_TARGET)
  return session
}

const expiryOf = ({
  createdAt,
  expirationSeconds = DEFAULT_LIFE,
}: {
  readonly createdAt: { readonly seconds: string }
  readonly expirationSeconds?: string
}) => (Number(createdAt.seconds) + Number(expirationSeconds)) * 1000

async function keepReceipt(
  { keep }: SignInContext,
  organizationId: string,
  key: SessionKey,
  receipt: string,
): Promise<ReadWriteSession> {
  const session = sessionOf(organizationId, key, receipt)
  await keep(session)
  return session
}

/**
 * Finds the user's organization. Users can set any address and register any identity in their own organization, so
 * only proven ones count, and none is chosen among several organizations.
 */
async function find(
  { serverSign, organizationId }: SignInContext,
  filterType: 'EMAIL' | 'PHONE_NUMBER' | 'OIDC_TOKEN',
  filterValue: string,
): Promise<string> {
  // Two are enough to see that the user is in several.
  const paginationOptions = { limit: '2' }
  const { organizationIds } =
    filterType === 'OIDC_TOKEN'
      ? await serverSign('listSuborgs', { organizationId, filterType, filterValue, paginationOptions })
      : await serverSign('listVerifiedSuborgs', {
          organizationId,
          filterType,
          filterValue,
          paginationOptions,
        })
  const [found, another] = organizationIds
  if (found && !another) return found
  const help = 'pass the organizationId from your user table'
  const docsPath = '/sdks/javascript-browser#lookup'
  throw found
    ? new KeywrightError('ORGANIZATION_AMBIGUOUS', 'several organizations match', { help, docsPath })
    : new KeywrightError('ORGANIZATION_NOT_FOUND', 'no organization of this user was found', {
        help: `sign up first, or ${help}`,
        docsPath,
      })
}

const notStarted = (what: string, help: string) =>
  new KeywrightError('LOGIN_NOT_STARTED', `this browser has not started a ${what}`, {
    help,
    docsPath: '/sdks/javascript-browser',
  })
