/** Finds users by credential, and tells when an API key expires. */

import type { Lookup, ReadRows } from '../store/rows.ts'
import {
  API_KEY_CREDENTIALS,
  type ApiKeyRow,
  type OauthProviderRow,
  PASSKEY_CREDENTIALS,
  type UserRow,
} from '../store/tables.ts'
import { oidcTerm } from './directory.ts'

/**
 * One lookup per kind of credential → user id, so that a credential can't be found as another kind with the same id:
 * authenticators choose the ids of passkeys.
 */
export const CREDENTIALS = {
  /** By public key. */
  'api-key': API_KEY_CREDENTIALS,
  /** By credential id. */
  passkey: PASSKEY_CREDENTIALS,
  /** By `identityKey`. */
  identity: 'credentials-identity',
} as const

export type CredentialKind = keyof typeof CREDENTIALS

/** The lookup key of an identity at an OIDC issuer. */
export function identityKey(identity: Pick<OauthProviderRow, 'issuer' | 'audience' | 'subject'>): string {
  return oidcTerm(identity)
}

/** The lookup that `findByCredential` reads. */
export function credentialLookup(kind: CredentialKind, credentialId: string) {
  return { lookup: CREDENTIALS[kind], id: credentialId, table: 'users' } as const satisfies Lookup
}

/** The user with a credential, or undefined. */
export function findByCredential(
  rows: ReadRows,
  kind: CredentialKind,
  credentialId: string,
): Promise<UserRow | undefined> {
  return rows.follow(credentialLookup(kind, credentialId))
}

/** When the key stops authenticating, in milliseconds; undefined for a long-lived key. */
export function expiryOf(key: Pick<ApiKeyRow, 'createdAt' | 'expirationSeconds'>): number | undefined {
  return key.expirationSeconds === undefined
    ? undefined
    : key.createdAt + Number(key.expirationSeconds) * 1000
}
