/** How users are found by what they hold, and when an API key stops counting. */

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
 * A lookup for each kind of credential → user id. A credential is found as what it is, never by a text that happens to
 * name one of another kind: a passkey's id is for its authenticator to choose.
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

/** How an identity at an OIDC issuer is looked up. */
export function identityKey(identity: Pick<OauthProviderRow, 'issuer' | 'audience' | 'subject'>): string {
  return oidcTerm(identity)
}

/** What `findByCredential` reads. */
export function credentialLookup(kind: CredentialKind, credentialId: string): Lookup & { table: 'users' } {
  return { lookup: CREDENTIALS[kind], id: credentialId, table: 'users' }
}

/** The user who has a credential, or undefined. */
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
