/** Credentials as consensus expressions read them. */
import type { User } from '@keywright/contract'
import type { CredentialFacts } from '@keywright/policy'
import { expiryOf } from '../identity/credentials.ts'
import type { ActivityRow, ApiKeyRow, AuthenticatorRow, UserRow, VoteRow } from '../store/tables.ts'
import { countingVotes } from './votes.ts'

/** The credentials that stamped the approvers' counting votes, in the order of the votes. */
export function votedCredentials(
  activity: ActivityRow,
  approverIds: readonly string[],
  now: number,
): readonly CredentialFacts[] {
  return countingVotes(activity, 'VOTE_SELECTION_APPROVED', now)
    .filter((vote) => approverIds.includes(vote.userId))
    .flatMap((vote) => credentialOf(vote) ?? [])
}

/** The credentials that a user can stamp with now. */
export function usableCredentials(user: UserRow, now: number): CredentialFacts[] {
  const live = user.apiKeys.filter((key) => (expiryOf(key) ?? Infinity) > now)
  return [
    ...live.map((key) => ofApiKey(user.userId, key)),
    ...user.authenticators.map((passkey) => ofPasskey(user.userId, passkey)),
  ]
}

/** The credential that stamped a vote, from the user as stored with the vote; it may be deleted by now. */
export function credentialOf({ userId, user, publicKey }: VoteRow): CredentialFacts | undefined {
  const { apiKeys, authenticators } = user as unknown as User
  const key = apiKeys.find(({ credential }) => credential.publicKey === publicKey)
  if (key) return ofApiKey(userId, { apiKeyId: key.apiKeyId, credentialType: key.credential.type, publicKey })
  const passkey = authenticators.find(({ credential }) => credential.publicKey === publicKey)
  return passkey && ofPasskey(userId, { ...passkey, publicKey })
}

function ofApiKey(
  userId: string,
  { apiKeyId, credentialType, publicKey }: Pick<ApiKeyRow, 'apiKeyId' | 'credentialType' | 'publicKey'>,
): CredentialFacts {
  return {
    id: apiKeyId,
    user_id: userId,
    type: credentialType,
    credential_id: '',
    public_key: publicKey,
  }
}

function ofPasskey(
  userId: string,
  passkey: Pick<AuthenticatorRow, 'authenticatorId' | 'credentialId' | 'publicKey'>,
): CredentialFacts {
  return {
    id: passkey.authenticatorId,
    user_id: userId,
    type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
  }
}
