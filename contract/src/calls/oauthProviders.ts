/** Identities at an OpenID Connect issuer. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { OauthProvider, OauthProviderParams, OauthProviderParamsV2 } from '../entities/oauthProviders.ts'
import { id } from '../scalars.ts'

export const oauthProviderCalls = {
  get_oauth_providers: query({ userId: optional(id) }, { oauthProviders: list(OauthProvider) }),
  create_oauth_providers: submit('AUTH', 'CREATE', {
    ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: version(
      { userId: id, oauthProviders: list(OauthProviderParams) },
      { providerIds: list(id) },
    ),
    ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2: later(
      version({ userId: id, oauthProviders: list(OauthProviderParamsV2) }, { providerIds: list(id) }),
    ),
  }),
  delete_oauth_providers: submit('AUTH', 'DELETE', {
    ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS: version(
      { userId: id, providerIds: list(id) },
      { providerIds: list(id) },
    ),
  }),
} as const
