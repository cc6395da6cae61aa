/** Users and root users. */
import { later, list, object, optional } from '../define.ts'
import { AccessType } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { email, name, phone } from '../scalars.ts'
import { ApiKey, ApiKeyParams, ApiKeyParamsV2 } from './apiKeys.ts'
import { Authenticator, AuthenticatorParams, AuthenticatorParamsV2 } from './authenticators.ts'
import { Timestamp } from './common.ts'
import { OauthProvider, OauthProviderParams, OauthProviderParamsV2 } from './oauthProviders.ts'

export const User = object({
  userId: ids.user,
  userName: name,
  userEmail: optional(email),
  userPhoneNumber: optional(phone),
  authenticators: list(Authenticator),
  apiKeys: list(ApiKey),
  userTags: list(ids.userTag),
  oauthProviders: list(OauthProvider),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const UserParams = object({
  userName: name,
  userEmail: optional(email),
  accessType: AccessType,
  apiKeys: list(ApiKeyParams),
  authenticators: list(AuthenticatorParams),
  userTags: list(ids.userTag),
})

export const UserParamsV2 = object({
  userName: name,
  userEmail: optional(email),
  apiKeys: list(ApiKeyParams),
  authenticators: list(AuthenticatorParamsV2),
  userTags: list(ids.userTag),
})

export const UserParamsV3 = later(
  object({
    userName: name,
    userEmail: optional(email),
    userPhoneNumber: optional(phone),
    apiKeys: list(ApiKeyParamsV2),
    authenticators: list(AuthenticatorParamsV2),
    oauthProviders: list(OauthProviderParams),
    userTags: list(ids.userTag),
  }),
)

export const UserParamsV4 = later(
  object({
    userName: name,
    userEmail: optional(email),
    userPhoneNumber: optional(phone),
    apiKeys: list(ApiKeyParamsV2),
    authenticators: list(AuthenticatorParamsV2),
    oauthProviders: list(OauthProviderParamsV2),
    userTags: list(ids.userTag),
  }),
)

export const RootUserParams = object({
  userName: name,
  userEmail: optional(email),
  apiKeys: list(ApiKeyParams),
  authenticators: list(AuthenticatorParamsV2),
})

export const RootUserParamsV2 = object({
  userName: name,
  userEmail: optional(email),
  apiKeys: list(ApiKeyParams),
  authenticators: list(AuthenticatorParamsV2),
  oauthProviders: list(OauthProviderParams),
})

export const RootUserParamsV3 = object({
  userName: name,
  userEmail: optional(email),
  apiKeys: list(ApiKeyParamsV2),
  authenticators: list(AuthenticatorParamsV2),
  oauthProviders: list(OauthProviderParams),
})

export const RootUserParamsV4 = object({
  userName: name,
  userEmail: optional(email),
  userPhoneNumber: optional(phone),
  apiKeys: list(ApiKeyParamsV2),
  authenticators: list(AuthenticatorParamsV2),
  oauthProviders: list(OauthProviderParams),
})

export const RootUserParamsV5 = later(
  object({
    userName: name,
    userEmail: optional(email),
    userPhoneNumber: optional(phone),
    apiKeys: list(ApiKeyParamsV2),
    authenticators: list(AuthenticatorParamsV2),
    oauthProviders: list(OauthProviderParamsV2),
  }),
)
