/**
 * Sign-up and sign-in through your server: with a new passkey, a code, a token of an identity provider, or an emailed
 * bundle. Your server calls the API for each step; the session's key is generated here and stays here.
 */
import {
  ApiError,
  type BaseSignUpOptions,
  type CreateOrganization,
  type InitOtpResultV3,
  type KeywrightClient,
  KeywrightError,
  type Methods,
  type OtpType,
  type SignUpHost,
  signUpOnce,
  toHex,
} from '@keywright/client'
import { ApiKeyStamper, createClientSignature } from '@keywright/client/api-key'
import type { PasskeyClient } from './clients.ts'
import { assertLive, type ServerMethod } from './serverSign.ts'
import { newSessionKey, type ReadWriteSession, type Session, type SessionKey, sessionOf } from './session.ts'
import type { KeyStorage } from './storage.ts'

export interface SignUpOptions extends BaseSignUpOptions {
  /** Default: `serverSign('createSubOrganization', …)`. */
  readonly createOrganization?: CreateOrganization
  /** Closes the prompt. After an abort, no session is stored. The same sign-up can be continued. */
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
  readonly signal: AbortSignal | undefined
  /** @throws KeywrightError `ABORTED` */
  readonly keep: (session: Session) => Promise<void>
  /** Keeps the organization for the next sign-in. */
  readonly remember: (organizationId: string) => Promise<void>
  readonly clientOf: (session: Session) => KeywrightClient
  readonly passkeyOf: (organizationId: string, credentialId: string) => PasskeyClient
  readonly serverSign: <M extends ServerMethod>(
    methodName: M,
    params: Parameters<Methods[M]>[0],
  ) => Promise<Awaited<ReturnType<Methods[M]>>>
}

/** Storage names for steps that a redirect or an email interrupts. */
const OAUTH_KEY = 'oauth-key'
const EMAIL_TARGET = 'email-target'
const OTP = 'otp'
const DEFAULT_LIFE = '900'
/** A test compares it with the contract. */
const OTP_LIFETIME_MS = 300_000

/** What a sign-up needs in addition. */
export interface SignUpContext extends SignInContext {
  readonly createPasskey: SignUpHost<SessionKey, ReadWriteSession>['createPasskey']
  readonly forgetPasskey: (credentialId: string) => void
}

/** Creates a passkey, an organization and a session. */
export async function signUp(
  context: SignUpContext,
  { createOrganization, signal, ...options }: SignUpOptions,
): Promise<ReadWriteSession> {
  const { storage, now, createPasskey, forgetPasskey, passkeyOf, serverSign } = context
  const { expirationSeconds, provePasskey = true } = options
  return signUpOnce(options, {
    storage,
    now,
    createPasskey,
    forgetPasskey,
    newKey: newSessionKey,
    createOrganization: createOrganization ?? ((params) => serverSign('createSubOrganization', params)),
    // Your own function may have failed after it created the organization.
    isRejected: (error) => !createOrganization && error instanceof ApiError && error.status < 500,
    async open({ userId: known, ...first }, key, credentialId) {
      const session: ReadWriteSession = { kind: 'read-write', userId: known ?? '', ...first, ...key }
      const userId = known ?? (await context.clientOf(session).whoami()).userId
      const { organizationId } = first
      // Before the prompt, during which the page may close.
      await context.remember(organizationId)
      // The user has signed up even if this fails.
      if (provePasskey) {
        const passkey = passkeyOf(organizationId, credentialId)
        await passkey.whoami({}, { ...(signal && { signal }) }).catch(() => {})
      }
      const kept = { ...session, userId }
      await context.keep(kept)
      return kept
    },
    signIn: (organizationId, credentialId) =>
      passkeyOf(organizationId, credentialId).loginWithReadWriteSession({
        organizationId,
        ...(expirationSeconds !== undefined && { expirationSeconds }),
        ...(signal && { signal }),
      }),
  })
}

/** A code that was sent, and what it was exchanged for, because a code works only once. */
interface StoredOtp {
  readonly challenge: OtpChallenge
  readonly expiresAt: number
  readonly verified?: Verified
}

interface Verified {
  readonly code: string
  readonly key: SessionKey
  readonly verificationToken: string
}

/** Sends a code, and stores the challenge, because people open their mail in the same tab. */
export async function sendOtp(
  { serverSign, storage, now, signal }: SignInContext,
  { contact: typed, appName, otpType = 'OTP_TYPE_EMAIL' }: SendOtpOptions,
): Promise<OtpChallenge> {
  const contact = otpType === 'OTP_TYPE_SMS' ? asPrinted(typed).replace(/[().]/g, '') : typed.trim()
  const expiresAt = now() + OTP_LIFETIME_MS
  const sent = await serverSign('initOtp', { otpType, contact, appName })
  // Member of the newest version, which the short form sends.
  const { otpId, otpEncryptionTargetBundle } = sent as unknown as InitOtpResultV3
  const challenge = { otpId, otpType, contact, otpEncryptionTargetBundle }
  assertLive(signal)
  await storage.set(OTP, { challenge, expiresAt } satisfies StoredOtp)
  return challenge
}

/** The challenge of the last code that was sent, if it can still be used. */
export async function pendingOtp({ storage, now }: SignInContext): Promise<OtpChallenge | undefined> {
  const stored = (await storage.get(OTP)) as StoredOtp | undefined
  return stored && stored.expiresAt > now() ? stored.challenge : undefined
}

/** People group digits with spaces and hyphens, copy invisible marks, and type the digits of their own script. */
const asPrinted = (code: string) =>
  code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, toAsciiDigit)

/** Unicode lists the ten digits of a script in order, starting with zero. Two scripts follow each other directly. */
function toAsciiDigit(digit: string): string {
  let before = digit.codePointAt(0)! - 1
  while (/\p{Nd}/u.test(String.fromCodePoint(before))) before--
  return String((digit.codePointAt(0)! - before - 1) % 10)
}

/** Exchanges the code for a session. The code is sealed, so your server can't read it. */
export async function loginWithOtp(
  context: SignInContext,
  challenge: OtpChallenge,
  typed: string,
  { organizationId: known, signal: _, ...rest }: PersonOptions = {},
): Promise<ReadWriteSession> {
  const { serverSign } = context
  const { otpType, contact } = challenge
  const { key, verificationToken } = await verifyOtp(context, challenge, asPrinted(typed))
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
  const kept = await keepReceipt(context, organizationId, key, session)
  await context.storage.remove(OTP)
  return kept
}

/** Exchanges the code for a token, or returns the token if this code was exchanged before a later step failed. */
async function verifyOtp(
  { signerPublicKey, serverSign, storage, now, organizationId }: SignInContext,
  challenge: OtpChallenge,
  code: string,
): Promise<Verified> {
  if (!signerPublicKey) {
    throw new KeywrightError('CONFIG_INVALID', '`signerPublicKey` is missing in the configuration')
  }
  const stored = (await storage.get(OTP)) as StoredOtp | undefined
  const before = stored?.challenge.otpId === challenge.otpId ? stored.verified : undefined
  if (before?.code === code) return before
  const { otpId, otpEncryptionTargetBundle: target } = challenge
  const key = await newSessionKey()
  const { sealOtp } = await import('@keywright/client/bundles')
  const encryptedOtpBundle = await sealOtp(code, key.publicKey, target, { signerPublicKey, organizationId })
  const { verificationToken } = await serverSign('verifyOtp', { otpId, encryptedOtpBundle })
  const verified = { code, key, verificationToken }
  await storage.set(OTP, { challenge, expiresAt: now() + OTP_LIFETIME_MS, verified } satisfies StoredOtp)
  return verified
}

/**
 * Generates the key of the next session and stores it, because identity providers redirect the page. Keeps a stored key
 * until a sign-in has used it, so that several buttons and a redirect in progress don't invalidate each other.
 * @returns the nonce for the token: the hexadecimal SHA-256 of the public key's text
 */
export async function prepareOauth({ storage }: SignInContext): Promise<string> {
  const key = await amongTabs(async () => {
    const stored = (await storage.get(OAUTH_KEY)) as SessionKey | undefined
    const own = stored ?? (await newSessionKey())
    if (!stored) await storage.set(OAUTH_KEY, own)
    return own
  })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key.publicKey))
  return toHex(new Uint8Array(digest))
}

/** One at a time among the tabs of an origin (Web Locks): two that find no key would each store one. */
const amongTabs = <T>(task: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request('keywright sign-in', task) : task()

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
  // The token can be used again with this key.
  assertLive(context.signal)
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
  const target = await amongTabs(async () => {
    const waiting = (await context.storage.get(EMAIL_TARGET)) as EmailTarget | undefined
    if (waiting?.organizationId === organizationId) return waiting.target
    const own = await generateTargetKey()
    await context.storage.set(EMAIL_TARGET, { organizationId, target: own } satisfies EmailTarget)
    return own
  })
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
    // Mail programs wrap long lines, and some add invisible marks.
    bundle.replace(/[\s\p{Cf}]/gu, ''),
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
  { keep, now }: SignInContext,
  organizationId: string,
  key: SessionKey,
  receipt: string,
): Promise<ReadWriteSession> {
  const session = sessionOf(organizationId, key, receipt)
  // It would end immediately. The server's own code for requests of such a device.
  if (session.expiresAt <= now()) {
    throw new KeywrightError('TIMESTAMP_TOO_FAR_AHEAD', 'the clock of this device is ahead of the server', {
      help: 'ask the user to set the clock',
    })
  }
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
