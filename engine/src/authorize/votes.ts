/** Votes of an activity: who has approved, who has rejected, and whose vote still counts. */
import { limits } from '@keywright/contract'
import type { Caller } from '../context.ts'
import type { ActivityRow, VoteRow } from '../store/tables.ts'

export type Selection = VoteRow['selection']

/** The votes of that selection that count now, oldest first; a lapsed one is as if it had never been given. */
export function countingVotes({ votes }: ActivityRow, selection: Selection, now: number): VoteRow[] {
  return votes.filter((vote) => vote.selection === selection && isLive(vote, now))
}

/** Ids of the users whose vote of that selection counts now; each once. */
export function votersOf(activity: ActivityRow, selection: Selection, now: number): string[] {
  return [...new Set(countingVotes(activity, selection, now).map((vote) => vote.userId))]
}

/** Whether the user may still vote: each has one vote, an approval that lapsed may be given again. */
export function hasVoteLeft({ votes }: ActivityRow, userId: string, now: number): boolean {
  return !votes.some((vote) => vote.userId === userId && isLive(vote, now))
}

/** The vote that a posted request is: its body and stamp go with it, so that anyone can verify it again. */
export function voteOf(
  caller: Caller,
  user: VoteRow['user'],
  selection: Selection,
  message: string,
  vote: { id: string; createdAt: number },
): VoteRow {
  const { publicKey, signature, scheme } = caller.credential
  return {
    id: vote.id,
    userId: caller.user.userId,
    user,
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
