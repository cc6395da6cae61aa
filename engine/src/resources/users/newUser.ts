/** Makes users, with their credentials, from the parameters of every call that makes any. */
import { ApiError, type AuthenticatorParamsV2, type OauthProviderParamsV2 } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../store/tables.ts'
import { assertRoom } from '../limits.ts'
import {
  assertWayIn,
  type NewApiKey,
  newApiKey,
  newAuthenticator,
  newOauthProvider,
  withApiKeys,
  withAuthenticators,
  withOauthProviders,
} from './credentials.ts'
import { saveUser } from './saveUser.ts'

export interface NewUser {
  readonly userName: string
  readonly userEmail?: string
  readonly userPhoneNumber?: string
  /** Tag ids. */
  readonly userTags?: readonly string[]
  /** Those of the two contacts that are proven. */
  readonly verifiedContacts?: readonly string[]
  readonly apiKeys?: readonly NewApiKey[]
  readonly authenticators?: readonly AuthenticatorParamsV2[]
  readonly oauthProviders?: readonly OauthProviderParamsV2[]
}

/**
 * Stores a new user.
 * @param field dotted path of the parameters, for errors
 * @throws ApiError 400 for credentials that cannot be read, and for a user without a way in; 404 for unknown tags, 409 for a taken name or
 *   credential, 429 when the organization or the user is full
 */
export async function newUser(context: Context, params: NewUser, field: string): Promise<UserRow> {
  await assertRoom(context, 'users')
  await assertTags(context, params.userTags ?? [])
  const { now, ids } = context
  const at = (list: string, n: number) => `${field}.${list}.${n}`
  const empty: UserRow = {
    userId: ids.random(),
    userName: params.userName,
    ...(params.userEmail === undefined ? {} : { userEmail: params.userEmail }),
    ...(params.userPhoneNumber === undefined ? {} : { userPhoneNumber: params.userPhoneNumber }),
    userTags: [...new Set(params.userTags)],
    ...(params.verifiedContacts === undefined ? {} : { verifiedContacts: params.verifiedContacts }),
    apiKeys: [],
    authenticators: [],
    oauthProviders: [],
    createdAt: now,
    updatedAt: now,
  }
  const apiKeys = (params.apiKeys ?? []).map((key, n) => newApiKey(context, key, at('apiKeys', n)))
  const passkeys = (params.authenticators ?? []).map((passkey, n) =>
    newAuthenticator(context, passkey, at('authenticators', n)),
  )
  const providers = []
  for (const [n, provider] of (params.oauthProviders ?? []).entries()) {
    providers.push(await newOauthProvider(context, provider, at('oauthProviders', n)))
  }
  const user = withOauthProviders(
    withAuthenticators(withApiKeys(empty, apiKeys, now), passkeys, now),
    providers,
    now,
  )
  assertWayIn(context.organization, user)
  await saveUser(context, undefined, user)
  return user
}

/** @throws ApiError 404 when a tag id names no user tag */
export async function assertTags({ rows, organization }: Context, tagIds: readonly string[]): Promise<void> {
  for (const id of tagIds) {
    const tag = await rows.get('tags', id)
    if (tag?.tagType === 'TAG_TYPE_USER') continue
    const { organizationId } = organization
    throw new ApiError('RESOURCE_NOT_FOUND', { kind: 'user tag', id, organizationId })
  }
}
