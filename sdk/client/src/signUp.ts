/**
 * Sign-up with a new passkey. An interrupted one continues where it stopped: an abort, a lost response or a closed page
 * leaves neither a second passkey nor a second organization.
 */
import type { Frame } from './call.ts'
import { isKeywrightError } from './errors.ts'
import { MAX_REQUEST_AGE_MS } from './generated/limits.ts'
import type { AuthenticatorParamsV2, CreateSubOrganizationIntentV8, WalletParams } from './generated/types.ts'

/**
 * Creates a user's sub-organization. Your implementation calls your server, which may add members and run checks. An
 * interrupted sign-up sends the same parameters again. With the same `timestampMs`, the API returns the organization that
 * it created before, for up to an hour.
 */
export type CreateOrganization = (
  params: CreateSubOrganizationIntentV8 & Required<Pick<Frame, 'timestampMs'>>,
) => Promise<{ readonly subOrganizationId: string; readonly rootUserIds?: readonly string[] }>

export interface BaseSignUpOptions {
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
   * id doesn't find its organization, so a device that knows only the parent can't sign in with it. Pass false if your own
   * user table tells devices the organization. Default: true.
   */
  readonly provePasskey?: boolean
}

/** Members of the first session that both SDKs share. */
export interface FirstSession {
  readonly organizationId: string
  /** Undefined if your server didn't return it. */
  readonly userId: string | undefined
  /** Milliseconds since 1970. Slightly too early on purpose: the server counts from the registration of the key. */
  readonly expiresAt: number
}

/** What a sign-up needs from the browser or the device. */
export interface SignUpHost<Key extends { readonly publicKey: string }, Session> {
  readonly now: () => number
  /** Keeps the progress as text, without secrets. */
  readonly storage: {
    get(name: string): Promise<unknown>
    set(name: string, value: string): Promise<void>
    remove(name: string): Promise<void>
  }
  readonly createPasskey: (options: {
    readonly authenticatorName: string
    readonly user: { readonly name: string; readonly displayName: string }
  }) => Promise<AuthenticatorParamsV2>
  /** Asks the device to remove a passkey that no organization has. */
  readonly forgetPasskey?: (credentialId: string) => void
  readonly createOrganization: CreateOrganization
  /** Whether the error of `createOrganization` proves that the first attempt created nothing. */
  readonly isRejected: (error: unknown) => boolean
  /** The key of the first session. */
  readonly newKey: () => Promise<Key>
  /** Opens the first session with its key, and proves the passkey. */
  readonly open: (first: FirstSession, key: Key, credentialId: string) => Promise<Session>
  /** Opens a session with the passkey. */
  readonly signIn: (organizationId: string, credentialId: string) => Promise<Session>
}

interface Progress {
  /** The names that the device shows. */
  readonly owner: string
  readonly startedAt: number
  readonly authenticator?: AuthenticatorParamsV2
  /** Members of the request that may have created the organization. The same body again is the same activity. */
  readonly sent?: { readonly publicKey: string; readonly timestampMs: string } | undefined
  readonly organizationId?: string
}

const NAME = 'sign-up'
const DEFAULT_LIFE = '900'

/** Signs a user up, or continues the interrupted sign-up of the same user. For the SDKs of browsers and apps. */
export async function signUpOnce<Key extends { readonly publicKey: string }, Session>(
  options: BaseSignUpOptions,
  host: SignUpHost<Key, Session>,
): Promise<Session> {
  const { userName, userEmail, authenticatorName = 'Passkey', expirationSeconds = DEFAULT_LIFE } = options
  const user = { name: userEmail ?? userName, displayName: userName }
  const { storage, now } = host
  let progress = await resume(JSON.stringify([user, authenticatorName]), host)
  const save = async (more: Partial<Progress>) => {
    progress = { ...progress, ...more }
    await storage.set(NAME, JSON.stringify(progress))
  }
  // Before the prompt, because the passkey would stay on the device without a note of it.
  await save({})
  const authenticator = progress.authenticator ?? (await host.createPasskey({ authenticatorName, user }))
  const { credentialId } = authenticator.attestation
  const key = progress.sent ? undefined : await host.newKey()
  const askedAt = now()
  const sent = progress.sent ?? { publicKey: key!.publicKey, timestampMs: String(Math.floor(askedAt)) }
  await save({ authenticator, sent })
  const created = progress.organizationId
    ? { subOrganizationId: progress.organizationId }
    : await host.createOrganization(requestOf(options, authenticator, sent)).catch(async (error) => {
        const isWorthless = isKeywrightError(error, 'ATTESTATION_INVALID')
        if (isWorthless) await forget({ ...progress, sent: undefined }, host)
        else if (isFailed(error) || (key && host.isRejected(error))) await save({ sent: undefined })
        throw error
      })
  const organizationId = created.subOrganizationId
  await save({ organizationId })
  // A continued sign-up proves with the passkey that it's the same user.
  const session = key
    ? await host.open(
        {
          organizationId,
          userId: created.rootUserIds?.[0],
          expiresAt: askedAt + Number(expirationSeconds) * 1000,
        },
        key,
        credentialId,
      )
    : await host.signIn(organizationId, credentialId).catch(async (error) => {
        if (isKeywrightError(error, 'ORGANIZATION_NOT_FOUND')) await forget(progress, host)
        throw error
      })
  await storage.remove(NAME)
  return session
}

/** Nothing was created, and the same body would fail again. */
const isFailed = (error: unknown) => isKeywrightError(error, 'ACTIVITY_FAILED', 'ACTIVITY_REJECTED')

/** The progress of the same user's sign-up as long as its request can be repeated, or that of a new one. */
async function resume(
  owner: string,
  host: Pick<SignUpHost<never, unknown>, 'storage' | 'now' | 'forgetPasskey'>,
): Promise<Progress> {
  const startedAt = host.now()
  const known = parse(await host.storage.get(NAME))
  if (known?.owner === owner && startedAt - known.startedAt < MAX_REQUEST_AGE_MS) return known
  if (known) await forget(known, host)
  return { owner, startedAt }
}

function parse(text: unknown): Progress | undefined {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

async function forget(
  { authenticator, sent }: Progress,
  { storage, forgetPasskey }: Pick<SignUpHost<never, unknown>, 'storage' | 'forgetPasskey'>,
): Promise<void> {
  await storage.remove(NAME)
  if (authenticator && !sent) forgetPasskey?.(authenticator.attestation.credentialId)
}

/** Registers the passkey and the key of the first session together. */
function requestOf(
  { userName, userEmail, wallet, expirationSeconds = DEFAULT_LIFE }: BaseSignUpOptions,
  authenticator: AuthenticatorParamsV2,
  { publicKey, timestampMs }: NonNullable<Progress['sent']>,
): Parameters<CreateOrganization>[0] {
  return {
    timestampMs,
    subOrganizationName: userName,
    rootUsers: [
      {
        userName,
        ...(userEmail && { userEmail }),
        apiKeys: [{ apiKeyName: 'Session', publicKey, curveType: 'API_KEY_CURVE_P256', expirationSeconds }],
        authenticators: [authenticator],
        oauthProviders: [],
      },
    ],
    rootQuorumThreshold: 1,
    ...(wallet && { wallet }),
  }
}
