/** API keys, passkeys and OAuth providers of a user: creation, limits and expiry. */
import {
  ApiError,
  type ApiKeyCurve,
  type AuthenticatorParams,
  type AuthenticatorParamsV2,
  credentialTypeOf,
  limits,
  resourceLimits,
} from '@keywright/contract'
import { isKeysError, parseApiPublicKey, parseHex } from '@keywright/keys'
import type { CheckContext } from '../../context.ts'
import { fromKeysError } from '../../errors.ts'
import { readCosePoint } from '../../identity/coseKey.ts'
import { expiryOf } from '../../identity/credentials.ts'
import type {
  ApiKeyRow,
  AuthenticatorRow,
  OauthProviderRow,
  OrganizationRow,
  UserRow,
} from '../../store/tables.ts'
import type { Identity } from '../oauthProviders/readIdentity.ts'
import { assertNotPublic } from '../secrets.ts'

export interface NewApiKey {
  readonly apiKeyName: string
  readonly publicKey: string
  /** Absent in version 1: P-256. */
  readonly curveType?: ApiKeyCurve
  readonly expirationSeconds?: string
}

/** @throws ApiError 400 if the public key doesn't fit its curve, or its private half is publicly known */
export function newApiKey(context: CheckContext, params: NewApiKey, field?: string): ApiKeyRow {
  const curve = params.curveType ?? 'API_KEY_CURVE_P256'
  const at = field === undefined ? 'publicKey' : `${field}.publicKey`
  const publicKey = readPublicKey(curve, params.publicKey, at)
  assertNotPublic(context, 'API key', parseHex(publicKey, 'public key'), at)
  return {
    apiKeyId: context.ids.random(),
    apiKeyName: params.apiKeyName,
    publicKey,
    credentialType: credentialTypeOf[curve],
    createdAt: context.now,
    updatedAt: context.now,
    ...(params.expirationSeconds === undefined ? {} : { expirationSeconds: params.expirationSeconds }),
    ...claimed(context, publicKey, params.expirationSeconds),
  }
}

/**
 * A new credential is proven only if it stamped the request that registers it. Long-lived ones of a parent organization
 * need no proof, because no search finds them and none is evicted.
 */
function claimed(
  { submitter, organization }: CheckContext,
  publicKey: string,
  expirationSeconds?: string,
): { readonly isClaimed?: true } {
  const needsProof = organization.parentId !== null || expirationSeconds !== undefined
  return needsProof && submitter.publicKey !== publicKey ? { isClaimed: true } : {}
}

/**
 * @throws ApiError 400 if the attestation is unreadable, for another challenge or origin, or of a publicly known key
 */
export async function newAuthenticator(
  context: CheckContext,
  params: AuthenticatorParamsV2,
  field: string,
): Promise<AuthenticatorRow> {
  const origin = context.organization.features['FEATURE_NAME_WEBAUTHN_ORIGINS'] || undefined
  const { readAttestation } = await import('../../authenticate/webauthn.ts')
  const attested = await readAttestation(params.attestation, params.challenge, origin, `${field}.attestation`)
  const point = readCosePoint(attested.publicKey)
  if (point) assertNotPublic(context, 'authenticator', point, `${field}.attestation`)
  return {
    authenticatorId: context.ids.random(),
    authenticatorName: params.authenticatorName,
    ...attested,
    transports: params.attestation.transports,
    model: '',
    ...claimed(context, attested.publicKey),
    createdAt: context.now,
    updatedAt: context.now,
  }
}

/** Converts version 1 of an authenticator's parameters, which is the browser's own credential object. */
export function fromBrowserCredential({
  authenticatorName,
  challenge,
  attestation,
}: AuthenticatorParams): AuthenticatorParamsV2 {
  const { clientDataJson, attestationObject, transports = [] } = attestation.response
  return {
    authenticatorName,
    challenge,
    attestation: { credentialId: attestation.rawId, clientDataJson, attestationObject, transports },
  }
}

/** The row of a provider with a verified identity. */
export function newOauthProvider(
  { ids, now }: CheckContext,
  providerName: string,
  identity: Identity,
): OauthProviderRow {
  return { providerId: ids.random(), providerName, ...identity, createdAt: now, updatedAt: now }
}

interface NewCredentials {
  readonly apiKeys?: readonly NewApiKey[] | undefined
  readonly authenticators?: readonly unknown[] | undefined
  readonly oauthProviders?: readonly unknown[] | undefined
}

/**
 * Rejects more credentials than a user may have before they are read, which takes a millisecond for some.
 * @throws ApiError 429
 */
export function assertFewCredentials(
  user: Pick<UserRow, 'userId'>,
  { apiKeys = [], authenticators = [], oauthProviders = [] }: NewCredentials,
): void {
  const expiring = apiKeys.filter((key) => key.expirationSeconds !== undefined).length
  for (const [kind, count, { parent: limit }] of [
    ['long-lived API keys', apiKeys.length - expiring, resourceLimits.apiKeys],
    ['expiring API keys', expiring, resourceLimits.expiringApiKeys],
    ['authenticators', authenticators.length, resourceLimits.authenticators],
    ['OAuth providers', oauthProviders.length, resourceLimits.oauthProviders],
  ] as const) {
    if (count > limit) throw credentialLimit(user, kind, limit)
  }
}

/** Approximate cost of reading a credential, in microseconds. */
export const CREDENTIAL_COST = 500

/** Keys in emails, which anyone may have requested. */
const MAILED: ReadonlySet<string> = new Set([
  'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
  'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256',
])

/** Keys of the same pool evict each other: used ones, those of a sign-in that are unused so far, and unused emailed ones. */
const poolOf = ({ isClaimed, credentialType }: ApiKeyRow): string =>
  isClaimed ? (MAILED.has(credentialType) ? 'mailed' : 'unused') : 'used'

/**
 * Adds API keys to the user. If there are too many expiring keys in its pool, evicts an expired one, otherwise the oldest.
 * @throws ApiError 429 for an eleventh long-lived key
 */
export function withApiKeys(user: UserRow, added: readonly ApiKeyRow[], now: number): UserRow {
  const apiKeys = [...user.apiKeys]
  for (const key of added) {
    const isExpiring = key.expirationSeconds !== undefined
    const alike = apiKeys.filter(
      (other) =>
        (other.expirationSeconds !== undefined) === isExpiring &&
        (!isExpiring || poolOf(other) === poolOf(key)),
    )
    const limit = (isExpiring ? resourceLimits.expiringApiKeys : resourceLimits.apiKeys).parent
    if (alike.length >= limit) {
      if (!isExpiring) throw credentialLimit(user, 'long-lived API keys', limit)
      const victim = alike.find((other) => expiryOf(other)! <= now) ?? oldestOf(alike)
      apiKeys.splice(apiKeys.indexOf(victim), 1)
    }
    apiKeys.push(key)
  }
  return { ...user, apiKeys, updatedAt: now }
}

/** The user after a request that the credential with this public key has stamped. */
export function withProven(user: UserRow, publicKey: string, now: number): UserRow {
  const key = user.apiKeys.find((each) => each.publicKey === publicKey)
  const authenticators = user.authenticators.map((passkey) =>
    passkey.publicKey === publicKey ? proven(passkey) : passkey,
  )
  if (!key?.isClaimed) return { ...user, authenticators }
  const { endsOthers, ...kept } = proven(key)
  const others = user.apiKeys.filter(
    (other) => other !== key && !(endsOthers && other.credentialType === key.credentialType),
  )
  return { ...withApiKeys({ ...user, apiKeys: others }, [kept], now), authenticators }
}

/** The credential without the mark of a claimed one. */
export function proven<C extends { readonly isClaimed?: true }>({ isClaimed: _, ...credential }: C) {
  return credential
}

/** Adds passkeys to the user. @throws ApiError 429 for an eleventh */
export function withAuthenticators(user: UserRow, added: readonly AuthenticatorRow[], now: number): UserRow {
  const authenticators = [...user.authenticators, ...added]
  const limit = resourceLimits.authenticators.parent
  if (authenticators.length > limit) throw credentialLimit(user, 'authenticators', limit)
  return { ...user, authenticators, updatedAt: now }
}

/** Adds OAuth providers to the user. @throws ApiError 429 for an eleventh */
export function withOauthProviders(user: UserRow, added: readonly OauthProviderRow[], now: number): UserRow {
  const oauthProviders = [...user.oauthProviders, ...added]
  const limit = resourceLimits.oauthProviders.parent
  if (oauthProviders.length > limit) throw credentialLimit(user, 'OAuth providers', limit)
  return { ...user, oauthProviders, updatedAt: now }
}

/** @throws ApiError 400 if a change removes the user's last way to sign in */
export function assertKeepsCredential(organization: OrganizationRow, before: UserRow, after: UserRow): void {
  if (hasWayIn(organization, before)) assertWayIn(organization, after)
}

/** @throws ApiError 400 if the user could never sign in */
export function assertWayIn(organization: OrganizationRow, user: UserRow): void {
  if (!hasWayIn(organization, user)) throw new ApiError('LAST_CREDENTIAL', { userId: user.userId })
}

/**
 * Whether the user has a long-lived credential or, in a sub-organization, can sign in again by email, SMS or an OAuth
 * provider.
 */
export function hasWayIn(organization: OrganizationRow, user: UserRow): boolean {
  return hasLongLivedCredential(user) || (organization.parentId !== null && canReturn(organization, user))
}

function hasLongLivedCredential(user: UserRow): boolean {
  return user.authenticators.length > 0 || user.apiKeys.some((key) => key.expirationSeconds === undefined)
}

function canReturn({ features }: OrganizationRow, user: UserRow): boolean {
  const mails = ['FEATURE_NAME_EMAIL_RECOVERY', 'FEATURE_NAME_EMAIL_AUTH', 'FEATURE_NAME_OTP_EMAIL_AUTH']
  return (
    (user.userEmail !== undefined && mails.some((feature) => feature in features)) ||
    (user.userPhoneNumber !== undefined && 'FEATURE_NAME_SMS_AUTH' in features) ||
    user.oauthProviders.length > 0
  )
}

function readPublicKey(curve: ApiKeyCurve, text: string, field: string): string {
  try {
    return parseApiPublicKey(curve, text)
  } catch (error) {
    if (!isKeysError(error)) throw error
    throw fromKeysError(error, field) ?? new ApiError('PUBLIC_KEY_INVALID', { field, curve }, { field })
  }
}

function oldestOf(keys: readonly ApiKeyRow[]): ApiKeyRow {
  return keys.reduce((oldest, key) => (key.createdAt < oldest.createdAt ? key : oldest))
}

function credentialLimit(user: Pick<UserRow, 'userId'>, kind: string, limit: number) {
  return new ApiError('CREDENTIAL_LIMIT_REACHED', { userId: user.userId, limit, kind })
}

/** Fills `<Timestamp>` in default API key names. */
export function nameAt(template: string, now: number): string {
  return template.replace('<Timestamp>', new Date(now).toISOString()).slice(0, limits.nameLength)
}
