/** OAuth providers: identities at an OpenID Connect issuer. */
import { later, object, optional } from '../define.ts'
import { ids } from '../ids.ts'
import { name, secret, text } from '../scalars.ts'
import { Timestamp } from './common.ts'

export const OauthProvider = object({
  providerId: ids.oauthProvider,
  providerName: name,
  issuer: text,
  audience: text,
  subject: text,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const OauthProviderParams = object({ providerName: name, oidcToken: secret })

export const OidcClaims = later(object({ iss: text, sub: text, aud: text }))

export const OauthProviderParamsV2 = later(
  object({ providerName: name, oidcToken: optional(secret), oidcClaims: optional(OidcClaims) }),
)
