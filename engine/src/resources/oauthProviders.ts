/** Identities at OpenID Connect issuers. */
import type { IntentOf, OauthProviderParamsV2 } from '@keywright/contract'
import { type Query, submit } from '../handler.ts'
import type { OauthProviderRow } from '../store/tables.ts'
import { findUser, refuse } from './find.ts'
import { assertKeepsCredential, newOauthProvider, withOauthProviders } from './users/credentials.ts'
import { presentOauthProvider } from './users/presentUser.ts'
import { saveUser } from './users/saveUser.ts'

interface CreateOauthProviders {
  readonly userId: string
  readonly oauthProviders: readonly OauthProviderParamsV2[]
}

const create_oauth_providers = submit({
  // Version 1 knows tokens only, version 2 bare claims as well.
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS' | 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2'>,
  ): CreateOauthProviders => posted,

  async execute(context, { userId, oauthProviders }) {
    const user = await findUser(context, userId)
    const added: OauthProviderRow[] = []
    for (const [n, params] of oauthProviders.entries()) {
      added.push(await newOauthProvider(context, params, `oauthProviders.${n}`))
    }
    await saveUser(context, user, withOauthProviders(user, added, context.now))
    return { providerIds: added.map((provider) => provider.providerId) }
  },
})

const delete_oauth_providers = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS'>) => posted,

  async execute(context, { userId, providerIds }) {
    const user = await findUser(context, userId)
    for (const id of providerIds) {
      if (!user.oauthProviders.some((provider) => provider.providerId === id)) {
        refuse(context, 'OAuth provider', id)
      }
    }
    const oauthProviders = user.oauthProviders.filter(({ providerId }) => !providerIds.includes(providerId))
    const changed = { ...user, oauthProviders, updatedAt: context.now }
    assertKeepsCredential(context.organization, user, changed)
    await saveUser(context, user, changed)
    return { providerIds }
  },
})

const get_oauth_providers: Query<'get_oauth_providers'> = async (context, { userId }) => {
  const users = userId === undefined ? await context.rows.list('users') : [await findUser(context, userId)]
  return { oauthProviders: users.flatMap((user) => user.oauthProviders).map(presentOauthProvider) }
}

export const submits = { create_oauth_providers, delete_oauth_providers }
export const queries = { get_oauth_providers }
