/** Identities at an OpenID Connect issuer. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { OauthProvider, OauthProviderParams, OauthProviderParamsV2 } from '../entities/oauthProviders.ts'
import { ids } from '../ids.ts'

export const oauthProviderCalls = {
  get_oauth_providers: query({ userId: optional(ids.user) }, { oauthProviders: list(OauthProvider) }),
  create_oauth_providers: submit('AUTH', 'CREATE', {
    ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: version(
      { userId: ids.user, oauthProviders: list(OauthProviderParams) },
      { providerIds: list(ids.oauthProvider) },
    ),
    ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2: later(
      version(
        { userId: ids.user, oauthProviders: list(OauthProviderParamsV2) },
        { providerIds: list(ids.oauthProvider) },
      ),
    ),
  }),
  delete_oauth_providers: submit('AUTH', 'DELETE', {
    ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS: version(
      { userId: ids.user, providerIds: list(ids.oauthProvider) },
      { providerIds: list(ids.oauthProvider) },
    ),
  }),
} as const
