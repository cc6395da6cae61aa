/** The user of a sub-organization for whom an ID token speaks, and whose key it names. */
import { ApiError } from '@keywright/contract'
import { oidcNonceOf } from '@keywright/keys'
import type { Context, PrepareContext } from '../../context.ts'
import { findByCredential, identityKey } from '../../identity/credentials.ts'
import type { OpenerRow, UserRow } from '../../store/tables.ts'
import { claimsOf, type Identity, identityOf, unusable, verifyOidcToken } from './readIdentity.ts'

/**
 * Verifies a token that somebody signs in with. Whether somebody has the identity is looked up first: issuers that no
 * user names are never asked for keys.
 * @param publicKey the text whose SHA-256 the token carries as `nonce` or `tknonce`
 * @throws ApiError 400 for a token that does not verify, is for another key, or of an
 *   identity that no user has; 503 when the issuer's keys cannot be had
 */
export async function readLogin(
  context: PrepareContext,
  {
    oidcToken,
    publicKey,
    call,
  }: { readonly oidcToken: string; readonly publicKey: string; readonly call: string },
): Promise<Identity> {
  assertSubOrganization(context, call)
  const identity = identityOf(await claimsOf(oidcToken))
  await findByIdentity(context, identity)
  const { nonce, tknonce } = await verifyOidcToken(context, oidcToken)
  const expected = oidcNonceOf(publicKey)
  if (nonce !== expected && tknonce !== expected) throw unusable('its nonce is not of this key')
  return identity
}

/** The user who has an identity, and the provider as what opens a session. @throws ApiError 400 when no user has it */
export async function findByIdentity(
  { rows }: Context,
  identity: Identity,
): Promise<{ readonly user: UserRow; readonly openedBy: readonly OpenerRow[] }> {
  const key = identityKey(identity)
  const user = await findByCredential(rows, 'identity', key)
  const provider = user?.oauthProviders.find((each) => identityKey(each) === key)
  if (!user || !provider) throw unusable('its identity is registered for no user')
  return { user, openedBy: [{ userId: user.userId, opener: provider.providerId }] }
}

/** @throws ApiError 400: users of parent organizations do not sign in by OpenID Connect */
function assertSubOrganization({ organization }: Context, call: string): void {
  if (organization.parentId) return
  throw new ApiError('SUB_ORGANIZATION_ONLY', { call, organizationId: organization.organizationId })
}
