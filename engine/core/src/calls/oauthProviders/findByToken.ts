/** Finds the user of a sub-organization that an ID token identifies. */
import { ApiError } from '@keywright/contract'
import { oidcNonceOf } from '@keywright/keys'
import type { Context, PrepareContext } from '../../context.ts'
import { findByCredential, identityKey } from '../../identity/credentials.ts'
import type { OpenerRow, UserRow } from '../../store/tables.ts'
import { claimsOf, type Identity, identityOf, unusable, verifyOidcToken } from './readIdentity.ts'

/**
 * Verifies the token of a sign-in. Looks up its identity first, so that the engine fetches keys only from issuers
 * that a user has registered.
 * @param publicKey the text whose SHA-256 the token has as `nonce` or `tknonce`
 * @throws ApiError 400 for a token that doesn't verify, is for another key, or has an unregistered identity; 503 if
 *   the issuer's keys can't be fetched
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
  if (nonce !== expected && tknonce !== expected) throw unusable('its nonce is for another key')
  return identity
}

/**
 * The user with the identity of a token, as stored and with the identity proven, and their provider as the opener of a
 * session.
 * @throws ApiError 400 if no user has it
 */
export async function findByIdentity(
  { rows }: Context,
  identity: Identity,
): Promise<{ readonly before: UserRow; readonly user: UserRow; readonly openedBy: readonly OpenerRow[] }> {
  const key = identityKey(identity)
  const user = await findByCredential(rows, 'identity', key)
  const provider = user?.oauthProviders.find((each) => identityKey(each) === key)
  if (!user || !provider) {
    const audience = `\`${identity.audience.slice(0, 200)}\``
    throw unusable(`no user is registered with its issuer, its audience ${audience} and its subject`)
  }
  return {
    before: user,
    user: provider.isClaimed ? withProvenIdentity(user, provider.providerId) : user,
    openedBy: [{ userId: user.userId, opener: provider.providerId }],
  }
}

function withProvenIdentity(user: UserRow, providerId: string): UserRow {
  const oauthProviders = user.oauthProviders.map((provider) => {
    if (provider.providerId !== providerId) return provider
    const { isClaimed: _, ...proven } = provider
    return proven
  })
  return { ...user, oauthProviders }
}

function assertSubOrganization({ organization }: Context, call: string): void {
  if (organization.parentId) return
  throw new ApiError('SUB_ORGANIZATION_ONLY', { call, organizationId: organization.organizationId })
}
