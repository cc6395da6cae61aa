/** Users and their credentials as the API returns them. */
import type { ApiKey, Authenticator, OauthProvider, ReadOnlySession, User } from '@keywright/contract'
import type {
  ApiKeyRow,
  AuthenticatorRow,
  OauthProviderRow,
  ReadOnlySessionRow,
  UserRow,
} from '../store/tables.ts'
import { toTimestamp } from '../time.ts'

export function presentUser(user: UserRow): User {
  return {
    userId: user.userId,
    userName: user.userName,
    ...(user.userEmail === undefined ? {} : { userEmail: user.userEmail }),
    ...(user.userPhoneNumber === undefined ? {} : { userPhoneNumber: user.userPhoneNumber }),
    authenticators: user.authenticators.map(presentAuthenticator),
    apiKeys: user.apiKeys.map(presentApiKey),
    userTags: [...user.userTags],
    oauthProviders: user.oauthProviders.map(presentOauthProvider),
    createdAt: toTimestamp(user.createdAt),
    updatedAt: toTimestamp(user.updatedAt),
  }
}

export function presentApiKey(key: ApiKeyRow): ApiKey {
  return {
    credential: { publicKey: key.publicKey, type: key.credentialType as ApiKey['credential']['type'] },
    apiKeyId: key.apiKeyId,
    apiKeyName: key.apiKeyName,
    createdAt: toTimestamp(key.createdAt),
    updatedAt: toTimestamp(key.updatedAt),
    ...(key.expirationSeconds === undefined ? {} : { expirationSeconds: key.expirationSeconds }),
    ...(key.openedBy === undefined ? {} : { openedBy: [...key.openedBy] }),
  }
}

export function presentReadOnlySession(
  { userId }: UserRow,
  { sessionId, openedBy, createdAt, expiresAt }: ReadOnlySessionRow,
): ReadOnlySession {
  return {
    sessionId,
    userId,
    openedBy: [...openedBy],
    createdAt: toTimestamp(createdAt),
    expiresAt: toTimestamp(expiresAt),
  }
}

export function presentAuthenticator(passkey: AuthenticatorRow): Authenticator {
  return {
    transports: [...passkey.transports] as Authenticator['transports'],
    attestationType: passkey.attestationType,
    aaguid: passkey.aaguid,
    credentialId: passkey.credentialId,
    model: passkey.model,
    credential: { publicKey: passkey.publicKey, type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
    authenticatorId: passkey.authenticatorId,
    authenticatorName: passkey.authenticatorName,
    createdAt: toTimestamp(passkey.createdAt),
    updatedAt: toTimestamp(passkey.updatedAt),
  }
}

export function presentOauthProvider(provider: OauthProviderRow): OauthProvider {
  return {
    providerId: provider.providerId,
    providerName: provider.providerName,
    issuer: provider.issuer,
    audience: provider.audience,
    subject: provider.subject,
    createdAt: toTimestamp(provider.createdAt),
    updatedAt: toTimestamp(provider.updatedAt),
  }
}
