/** Approves or rejects as any eligible user. The development host stamps the vote. */
import { type Activity, isFinal } from '@keywright/contract'
import type { OrganizationView } from '@keywright/devhost'
import { useState } from 'react'
import type { EventName } from '../connection.ts'
import { useAction, useHost, useLive } from '../live.ts'
import { Choice, Outcome, shortStatus, Trouble } from '../parts/texts.tsx'

export interface VoteFormProps {
  readonly activity: Activity
  readonly parentId: string | null
  readonly onVoted: () => void
}

const NEWS: readonly EventName[] = ['activity']

export function VoteForm({ activity, parentId, onVoted }: VoteFormProps) {
  const { api } = useHost()
  const { organizationId } = activity
  const own = useLive<OrganizationView>(`/dev/organizations/${organizationId}`, NEWS)
  const parent = useLive<OrganizationView>(
    parentId === null ? undefined : `/dev/organizations/${parentId}`,
    NEWS,
  )
  const voting = useAction()
  const [chosen, setChosen] = useState('')
  // Keep the outcome of the vote readable.
  if (isFinal(activity.status)) return <Outcome of={voting} />
  if (!own.value) return <Trouble of={own} />
  if (parentId !== null && !parent.value) return <Trouble of={parent} />

  const voters = [own.value, ...(parent.value ? [parent.value] : [])].flatMap((organization) =>
    organization.users.map((user) => ({
      organizationId: organization.organizationId,
      userId: user.userId,
      name:
        organization === own.value ? user.userName : `${user.userName} of ${organization.organizationName}`,
    })),
  )
  // Users who haven't voted yet come first.
  const hasVoted = (userId: string) => activity.votes.some((vote) => vote.userId === userId)
  const ordered = [...voters].sort((a, b) => Number(hasVoted(a.userId)) - Number(hasVoted(b.userId)))
  const voter = ordered.find(({ userId }) => userId === chosen) ?? ordered[0]
  if (!voter) return null

  const vote = (call: 'approve_activity' | 'reject_activity') =>
    voting.run(async () => {
      const { status } = await api.vote(call, activity, voter)
      onVoted()
      return `${voter.name} ${call === 'approve_activity' ? 'approved' : 'rejected'}: the activity is ${shortStatus(status)}.`
    })
  return (
    <fieldset className="kwi-form" aria-busy={voting.isBusy}>
      <legend>Vote as</legend>
      <Choice
        label="User"
        value={voter.userId}
        onChange={setChosen}
        options={ordered.map(({ userId, name }) => [userId, hasVoted(userId) ? `${name} (voted)` : name])}
      />
      <div className="kwi-buttons">
        <button type="button" onClick={() => vote('approve_activity')}>
          Approve
        </button>
        <button type="button" onClick={() => vote('reject_activity')}>
          Reject
        </button>
      </div>
      <small>
        The development server stamps the vote with a key it holds for the user. A user without such a key
        gets a new API key named “Development console”.
      </small>
      <Outcome of={voting} />
    </fieldset>
  )
}
