/** API keys: key pairs that stamp requests. */
import { later, list, object, optional } from '../define.ts'
import { ApiKeyCurve, ClientSignatureScheme } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { apiKeyLifetime, hex, id, name, text, uint64 } from '../scalars.ts'
import { Timestamp } from './common.ts'
import { Credential } from './credentials.ts'

/** What a session depends on: removing it ends the session. */
export const SessionOpener = later(object({ userId: ids.user, opener: text }))

export const ReadOnlySession = later(
  object({
    sessionId: id,
    userId: ids.user,
    openedBy: list(SessionOpener),
    createdAt: Timestamp,
    expiresAt: Timestamp,
  }),
)

export const ApiKey = object({
  credential: Credential,
  apiKeyId: ids.apiKey,
  apiKeyName: name,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expirationSeconds: optional(uint64),
  openedBy: later(optional(list(SessionOpener))),
})

export const ApiKeyParams = object({
  apiKeyName: name,
  publicKey: hex,
  expirationSeconds: optional(apiKeyLifetime),
})

export const ApiKeyParamsV2 = object({
  apiKeyName: name,
  publicKey: hex,
  curveType: ApiKeyCurve,
  expirationSeconds: optional(apiKeyLifetime),
})

export const ClientSignature = later(
  object({ publicKey: hex, scheme: ClientSignatureScheme, message: text, signature: hex }),
)
