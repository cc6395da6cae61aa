/** Votes on an activity: who approved, who rejected, and which votes still count. */
import { limits } from '@keywright/contract'
import type { Caller } from '../context.ts'
import type { ActivityRow, VoteRow } from '../store/tables.ts'

export type Selection = VoteRow['selection']

/** Votes with this selection that count now, oldest first; expired votes are ignored. */
export function countingVotes({ votes }: ActivityRow, selection: Selection, now: number): VoteRow[] {
  return votes.filter((vote) => vote.selection === selection && isLive(vote, now))
}

/** Ids of the users with such a vote, without duplicates. */
export function votersOf(activity: ActivityRow, selection: Selection, now: number): string[] {
  return [...new Set(countingVotes(activity, selection, now).map((vote) => vote.userId))]
}

/** Whether the user may vote: users have one vote, and can repeat it after it expires. */
export function hasVoteLeft({ votes }: ActivityRow, userId: string, now: number): boolean {
  return !votes.some((vote) => vote.userId === userId && isLive(vote, now))
}

/** The vote that a posted request represents, with its body and stamp, so that anyone can verify it again. */
export function voteOf(
  caller: Caller,
  { user, version }: Pick<VoteRow, 'user' | 'version'>,
  selection: Selection,
  message: string,
  vote: { id: string; createdAt: number },
): VoteRow {
  const { publicKey, signature, scheme } = caller.credential
  return {
    id: vote.id,
    userId: caller.user.userId,
    user,
    version,
    selection,
    message,
    publicKey,
    signature,
    scheme,
    createdAt: vote.createdAt,
  }
}

function isLive(vote: VoteRow, now: number): boolean {
  return (
    vote.selection === 'VOTE_SELECTION_REJECTED' || now - vote.createdAt <= limits.approvalLifetime * 1000
  )
}
