/** Creates users with their credentials, for every call that creates users. */
import type { AuthenticatorParamsV2, OauthProviderParamsV2 } from '@keywright/contract'
import type { CheckContext, Context, PrepareContext } from '../../context.ts'
import type { OpenerRow, UserRow } from '../../store/tables.ts'
import { findAll, findTag, USER_TAGS } from '../find.ts'
import { assertRoom } from '../limits.ts'
import type { Identity } from '../oauthProviders/readIdentity.ts'
import {
  assertFewCredentials,
  assertWayIn,
  CREDENTIAL_COST,
  type NewApiKey,
  newApiKey,
  newAuthenticator,
  newOauthProvider,
  withApiKeys,
  withAuthenticators,
  withOauthProviders,
} from './credentials.ts'
import { assertUsersFit } from './saveUser.ts'
import { openersOfSubmitter, withOpeners } from './sessions.ts'

export interface NewUser {
  readonly userName: string
  readonly userEmail?: string
  readonly userPhoneNumber?: string
  /** Tag ids. */
  readonly userTags?: readonly string[]
  /** The proven ones of the two contacts. */
  readonly verifiedContacts?: readonly string[]
  readonly apiKeys?: readonly NewApiKey[]
  readonly authenticators?: readonly AuthenticatorParamsV2[]
  readonly oauthProviders?: readonly OauthProviderParamsV2[]
}

/** Per user, the identities of the OAuth providers. Tokens are verified in parallel. */
export function readUserIdentities(
  context: PrepareContext,
  users: readonly NewUser[],
  field: string,
): Promise<Identity[][]> {
  return Promise.all(
    users.map(async ({ oauthProviders = [] }, n) => {
      if (oauthProviders.length === 0) return []
      // Loaded on demand with the first provider.
      const { readIdentities } = await import('../oauthProviders/readIdentity.ts')
      return readIdentities(context, oauthProviders, `${field}.${n}.oauthProviders`)
    }),
  )
}

/**
 * Drafts new users; `saveUser` stores them.
 * @param identities as `readUserIdentities` returned them
 * @param field dotted path of the list, for errors
 * @throws ApiError 400 for unreadable credentials and for a user who can't sign in; 404 for unknown tags, 409 for a
 *   taken name or credential, 429 if the organization or a user is full
 */
export async function draftUsers(
  context: CheckContext,
  users: readonly NewUser[],
  identities: readonly (readonly Identity[])[],
  field: string,
): Promise<UserRow[]> {
  const tags = new Set(users.flatMap(({ userTags = [] }) => userTags))
  await Promise.all([assertRoom(context, 'users', users.length), assertTags(context, [...tags])])
  const drafts: UserRow[] = []
  for (const [n, user] of users.entries()) {
    context.budget.spend('rows')
    drafts.push(await draftUser(context, user, identities[n]!, `${field}.${n}`))
    await context.budget.rest()
  }
  await assertUsersFit(
    context,
    drafts.map((after) => ({ before: undefined, after })),
  )
  return drafts
}

async function draftUser(
  context: CheckContext,
  params: NewUser,
  identities: readonly Identity[],
  field: string,
): Promise<UserRow> {
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
    salt: '',
    createdAt: now,
    updatedAt: now,
  }
  assertFewCredentials(empty, params)
  const { apiKeys: keys = [], authenticators = [] } = params
  context.budget.worked((keys.length + authenticators.length) * CREDENTIAL_COST)
  const apiKeys = keys.map((key, n) => newApiKey(context, key, at('apiKeys', n)))
  const passkeys = await Promise.all(
    authenticators.map((passkey, n) => newAuthenticator(context, passkey, at('authenticators', n))),
  )
  const providers = (params.oauthProviders ?? []).map(({ providerName }, n) =>
    newOauthProvider(context, providerName, identities[n]!),
  )
  const user = withOauthProviders(
    withAuthenticators(withApiKeys(empty, apiKeys, now), passkeys, now),
    providers,
    now,
  )
  assertWayIn(context.organization, user)
  const openedBy = openersOfNew(context, user)
  return { ...user, apiKeys: user.apiKeys.map((key) => withOpeners(key, openedBy)) }
}

/** A new user's first session depends on the credentials registered with it, otherwise on the submitter's. */
function openersOfNew(context: CheckContext, user: UserRow): readonly OpenerRow[] {
  const { userId, authenticators, oauthProviders, apiKeys } = user
  const lasting = [
    ...authenticators.map(({ authenticatorId }) => authenticatorId),
    ...oauthProviders.map(({ providerId }) => providerId),
    ...apiKeys.filter((key) => key.expirationSeconds === undefined).map(({ apiKeyId }) => apiKeyId),
  ]
  if (lasting.length > 0) return lasting.map((opener) => ({ userId, opener }))
  const { submitter, organization } = context
  // Credentials of a parent's user don't open sessions in its sub-organizations.
  return submitter.organizationId === organization.organizationId ? openersOfSubmitter(context) : []
}

/** @throws ApiError 404 if a tag id is not that of a user tag */
export async function assertTags(context: Context, tagIds: readonly string[]): Promise<void> {
  await findAll(context, tagIds, (id) => findTag(context, USER_TAGS, id))
}
