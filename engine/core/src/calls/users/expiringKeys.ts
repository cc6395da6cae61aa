/** Expiring API keys of sign-ins: names, lifetimes, and delivery to the client. */
import { defaults } from '@keywright/contract'
import { createCredentialBundle, generateP256KeyPair, toHex, withSecret } from '@keywright/keys'
import { RECOVERY_KEY } from '../../authenticate/scope.ts'
import type { Changes } from '../../checked.ts'
import type { CheckContext, ExecuteContext } from '../../context.ts'
import type { ApiKeyRow, OpenerRow, UserRow } from '../../store/tables.ts'
import { changesByKeys } from './changesBySaving.ts'
import { nameAt, newApiKey, proven, withApiKeys } from './credentials.ts'
import { saveUser } from './saveUser.ts'
import { remainingOpeners } from './sessions.ts'

export type KeyKind = keyof typeof KINDS

const KINDS = {
  emailAuth: {
    type: 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
    name: defaults.apiKeyNames.emailAuth,
    lifetime: defaults.credentialExpiry,
  },
  otpAuth: {
    type: 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256',
    name: defaults.apiKeyNames.otpAuth,
    lifetime: defaults.credentialExpiry,
  },
  oauth: {
    type: 'CREDENTIAL_TYPE_OAUTH_KEY_P256',
    name: defaults.apiKeyNames.oauth,
    lifetime: defaults.credentialExpiry,
  },
  readWriteSession: {
    type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
    name: defaults.apiKeyNames.readWriteSession,
    lifetime: defaults.readWriteSession,
  },
  recovery: {
    type: RECOVERY_KEY,
    name: defaults.apiKeyNames.recovery,
    lifetime: defaults.credentialExpiry,
  },
  stampLogin: {
    type: 'CREDENTIAL_TYPE_LOGIN',
    name: defaults.apiKeyNames.stampLogin,
    lifetime: defaults.credentialExpiry,
  },
  otpLogin: {
    type: 'CREDENTIAL_TYPE_LOGIN',
    name: defaults.apiKeyNames.otpLogin,
    lifetime: defaults.credentialExpiry,
  },
  oauthLogin: {
    type: 'CREDENTIAL_TYPE_LOGIN',
    name: defaults.apiKeyNames.oauthLogin,
    lifetime: defaults.credentialExpiry,
  },
} as const

/** Kinds that reach their user in an email, which anyone may have requested. */
const SENT: ReadonlySet<KeyKind> = new Set(['emailAuth', 'recovery'])

interface SignIn {
  readonly publicKey: string
  readonly openedBy: readonly OpenerRow[]
}

/** Parameters of the key that requests may set. */
export interface KeyWishes {
  readonly apiKeyName?: string
  /** Decimal seconds. */
  readonly expirationSeconds?: string
  /** Ends the user's earlier keys of the same type. */
  readonly invalidateExisting?: boolean
}

export interface KeyDraft {
  readonly before: UserRow
  readonly after: UserRow
  readonly apiKeyId: string
  /** Lower-case hex. */
  readonly publicKey: string
  /** In milliseconds. */
  readonly expiry: number
}

/**
 * Generates a key pair, registers the public key and seals the private key to the client.
 * @param targetPublicKey checked by `assertTargetPublicKey`
 */
export async function issueKey(
  context: ExecuteContext,
  user: UserRow,
  kind: KeyKind,
  { targetPublicKey, ...wishes }: KeyWishes & Pick<SignIn, 'openedBy'> & { readonly targetPublicKey: string },
): Promise<{ apiKeyId: string; credentialBundle: string }> {
  const { privateKey, publicKey } = generateP256KeyPair(context.random)
  const credentialBundle = await withSecret(privateKey, () =>
    createCredentialBundle(privateKey, targetPublicKey, context.random),
  )
  const draft = draftKey(context, user, kind, { ...wishes, publicKey: toHex(publicKey) })
  await saveUser(context, draft.before, draft.after, draft.publicKey)
  return { apiKeyId: draft.apiKeyId, credentialBundle }
}

/**
 * Adds an expiring public key to the user; an existing one of the same type is prolonged.
 * @throws ApiError 400 if it isn't a compressed point of P-256
 */
export function draftKey(
  context: CheckContext,
  before: UserRow,
  kind: KeyKind,
  { publicKey, openedBy, apiKeyName, expirationSeconds, invalidateExisting = false }: KeyWishes & SignIn,
): KeyDraft {
  const { type, name, lifetime } = KINDS[kind]
  const params = {
    apiKeyName: apiKeyName ?? nameAt(name, context.now),
    publicKey,
    expirationSeconds: expirationSeconds ?? String(lifetime),
  }
  const fresh = { ...newApiKey(context, params), credentialType: type }
  const { after, key } = placed(before, fresh, kind, { invalidateExisting, openedBy }, context.now)
  return {
    before,
    after,
    apiKeyId: key.apiKeyId,
    publicKey: key.publicKey,
    expiry: context.now + Number(params.expirationSeconds) * 1000,
  }
}

function placed(
  before: UserRow,
  fresh: ApiKeyRow,
  kind: KeyKind,
  { invalidateExisting, openedBy }: Required<Pick<KeyWishes & SignIn, 'invalidateExisting' | 'openedBy'>>,
  now: number,
): { readonly after: UserRow; readonly key: ApiKeyRow } {
  const { type } = KINDS[kind]
  const prolonged = before.apiKeys.find(
    (other) => other.credentialType === type && other.publicKey === fresh.publicKey,
  )
  // A key in a message replaces proven ones only once it is used: a stranger may have requested the message.
  const endsOthers = invalidateExisting && SENT.has(kind) && { endsOthers: true as const }
  // A prolonged session keeps its id, so that the sessions it opened stay valid.
  const key = {
    ...(prolonged && !prolonged.isClaimed ? proven(fresh) : fresh),
    apiKeyId: prolonged?.apiKeyId ?? fresh.apiKeyId,
    openedBy,
    ...endsOthers,
  }
  const apiKeys = before.apiKeys.filter(
    (other) =>
      other !== prolonged &&
      !(invalidateExisting && other.credentialType === type && (!endsOthers || other.isClaimed)),
  )
  const after = withApiKeys({ ...before, apiKeys }, [key], now)
  const kept = { ...key, openedBy: remainingOpeners(after, openedBy, key.apiKeyId) }
  return {
    after: { ...after, apiKeys: after.apiKeys.map((each) => (each === key ? kept : each)) },
    key: kept,
  }
}

/** What a drafted key takes from the user. */
export const changesByDraft = (
  context: CheckContext,
  { before, after, publicKey }: KeyDraft,
): Promise<Changes[]> =>
  changesByKeys(
    context,
    before,
    after,
    after.apiKeys.filter((key) => key.publicKey === publicKey),
  )

/** What a key of `issueKey`, which doesn't exist before `execute`, takes from the user. */
export function changesByIssuing(
  context: CheckContext,
  before: UserRow,
  kind: KeyKind,
  { invalidateExisting = false }: Pick<KeyWishes, 'invalidateExisting'>,
): Promise<Changes[]> {
  const { now } = context
  const fresh: ApiKeyRow = {
    apiKeyId: '',
    apiKeyName: '',
    publicKey: '',
    credentialType: KINDS[kind].type,
    expirationSeconds: String(KINDS[kind].lifetime),
    isClaimed: true,
    createdAt: now,
    updatedAt: now,
  }
  const { after, key } = placed(before, fresh, kind, { invalidateExisting, openedBy: [] }, now)
  return changesByKeys(context, before, after, [key])
}
