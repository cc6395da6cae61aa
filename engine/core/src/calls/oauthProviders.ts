/** Identities at OpenID Connect issuers. */
import type { IntentOf, OauthProviderParamsV2 } from '@keywright/contract'
import { type Query, submitOnUsers } from '../handler.ts'
import { presentOauthProvider } from '../identity/presentUser.ts'
import { findUser, refuse } from './find.ts'
import { readIdentities } from './oauthProviders/readIdentity.ts'
import { changesBySaving } from './users/changesBySaving.ts'
import { assertKeepsCredential, newOauthProvider, withOauthProviders } from './users/credentials.ts'
import { assertUsersFit, saveUser } from './users/saveUser.ts'

export interface CreateOauthProviders {
  readonly userId: string
  readonly oauthProviders: readonly OauthProviderParamsV2[]
}

const create_oauth_providers = submitOnUsers({
  // Version 1 accepts only tokens, version 2 also plain claims.
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS' | 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2'>,
  ): CreateOauthProviders => posted,

  prepare: (context, { oauthProviders }) => readIdentities(context, oauthProviders, 'oauthProviders'),

  async check(context, { userId, oauthProviders }, identities) {
    const before = await findUser(context, userId)
    const added = oauthProviders.map(({ providerName }, n) =>
      newOauthProvider(context, providerName, identities[n]!),
    )
    const after = withOauthProviders(before, added, context.now)
    await assertUsersFit(context, [{ before, after }])
    const providerIds = added.map((provider) => provider.providerId)
    return { found: { before, after, providerIds }, users: [before] }
  },

  async execute(context, { found: { before, after, providerIds } }) {
    await saveUser(context, before, after)
    return { providerIds }
  },
})

const delete_oauth_providers = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS'>) => posted,

  async check(context, { userId, providerIds }) {
    const before = await findUser(context, userId)
    for (const id of providerIds) {
      if (!before.oauthProviders.some((provider) => provider.providerId === id)) {
        refuse(context, 'OAuth provider', id)
      }
    }
    const oauthProviders = before.oauthProviders.filter(({ providerId }) => !providerIds.includes(providerId))
    const after = { ...before, oauthProviders, updatedAt: context.now }
    assertKeepsCredential(context.organization, before, after)
    return {
      found: { before, after },
      users: [before],
      changes: await changesBySaving(context, [{ before, after }]),
    }
  },

  async execute(context, { intent: { providerIds }, found: { before, after } }) {
    await saveUser(context, before, after)
    return { providerIds }
  },
})

const get_oauth_providers: Query<'get_oauth_providers'> = async (context, { userId }) => {
  const users = userId === undefined ? await context.rows.list('users') : [await findUser(context, userId)]
  return { oauthProviders: users.flatMap((user) => user.oauthProviders).map(presentOauthProvider) }
}

export const submits = { create_oauth_providers, delete_oauth_providers }
export const queries = { get_oauth_providers }
