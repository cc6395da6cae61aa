/** Creates an activity with the vote of its submitter, and finds the submitter of an activity. */
import { credentialOf } from '../authorize/credentials.ts'
import { type Selection, voteOf } from '../authorize/votes.ts'
import type { Caller, CheckContext, Submitter } from '../context.ts'
import { presentUser } from '../identity/presentUser.ts'
import type { ActivityRow, UserRow, VoteRow } from '../store/tables.ts'
import { digestOfUser } from '../store/userVersions.ts'
import type { Posted, SubmitRequest } from './submission.ts'
import { withoutCredentials } from './voters.ts'

type Opening = Pick<SubmitRequest, 'type' | 'parameters'> & Pick<Posted, 'fingerprint' | 'text'>

/** The activity that a request creates, approved by the caller. */
export function openActivity(
  { type, parameters, fingerprint, text }: Opening,
  caller: Caller,
  context: Pick<CheckContext, 'ids' | 'now'>,
): ActivityRow {
  return {
    id: context.ids.timeOrdered(),
    status: 'ACTIVITY_STATUS_CREATED',
    type,
    parameters,
    fingerprint,
    decidedBy: caller.organization.organizationId,
    result: null,
    votes: [voteOfCaller(caller, 'VOTE_SELECTION_APPROVED', text, context)],
    failure: null,
    evaluations: [],
    createdAt: context.now,
    updatedAt: context.now,
  }
}

/** The vote that a posted body represents. */
export const voteOfCaller = (
  caller: Caller,
  selection: Selection,
  text: string,
  { ids, now }: Pick<CheckContext, 'ids' | 'now'>,
): VoteRow => {
  const user = { user: { ...presentUser(caller.user) }, version: digestOfUser(caller.user) }
  return voteOf(caller, user, selection, text, { id: ids.random(), createdAt: now })
}

/** Name and email as of the vote, for a deleted user; the credentials are gone. */
export function userOfFirstVote({ votes: [first] }: ActivityRow): UserRow {
  const { userId, userName, userEmail } = first!.user as Pick<UserRow, 'userId' | 'userName' | 'userEmail'>
  return withoutCredentials({ userId, userName, ...(userEmail ? { userEmail } : {}) }, first!.createdAt)
}

/** The user as submitter of an activity, with the credential of its first vote. */
export const submitterAs = (user: UserRow, { decidedBy, votes }: ActivityRow): Submitter => ({
  user,
  organizationId: decidedBy,
  credentialType: credentialOf(votes[0]!)?.type ?? '',
  publicKey: votes[0]!.publicKey,
})
