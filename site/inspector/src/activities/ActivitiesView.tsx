/** Activities of all organizations with their votes, and a form to vote as any user. */
import type { Activity } from '@keywright/contract'
import { useState } from 'react'
import type { EventName } from '../connection.ts'
import { useLive, useOrganizations } from '../live.ts'
import { ListAndDetail } from '../parts/ListAndDetail.tsx'
import {
  ActivityBadge,
  Choice,
  meaningOfStatus,
  Name,
  OrganizationChoice,
  Time,
  toMilliseconds,
} from '../parts/texts.tsx'
import type { ViewProps } from '../view.ts'
import { ActivityDetail } from './ActivityDetail.tsx'
import { shortType } from './shortType.ts'

const NEWS: readonly EventName[] = ['activity', 'clock', 'state']

const STATES = [
  ['all', 'All'],
  ['waiting', 'Waiting for approval'],
  ['good', 'Completed'],
  ['bad', 'Failed or rejected'],
] as const
type Wanted = (typeof STATES)[number][0]

export function ActivitiesView({ openId, onOpen }: ViewProps) {
  const read = useLive<{ activities: Activity[] }>('/dev/activities?limit=100', NEWS)
  const organizations = useOrganizations(NEWS).value?.organizations ?? []
  const [wanted, setWanted] = useState<Wanted>('all')
  const [organizationId, setOrganizationId] = useState('')
  const nodeOf = (id: string) => organizations.find((node) => node.organizationId === id)
  const nameOf = (id: string) => nodeOf(id)?.organizationName ?? id
  return (
    <ListAndDetail
      noun="activities"
      read={read}
      items={read.value?.activities}
      keyOf={({ id }) => id}
      textOf={({ type, status, id, fingerprint, organizationId, votes }) => {
        const voters = votes.map(({ user }) => user.userName)
        return [type, status, id, fingerprint, nameOf(organizationId), organizationId, ...voters].join(' ')
      }}
      passes={(activity) =>
        (wanted === 'all' || meaningOfStatus(activity.status) === wanted) &&
        (organizationId === '' || activity.organizationId === organizationId)
      }
      openKey={openId}
      onOpen={onOpen}
      row={(activity) => <Row activity={activity} organization={nameOf(activity.organizationId)} />}
      detail={(id, activity) =>
        activity ? (
          <ActivityDetail
            key={id}
            activity={activity}
            parentId={nodeOf(activity.organizationId)?.parentId ?? null}
            onChange={read.reload}
          />
        ) : (
          <p className="kwi-empty">
            This activity isn’t among the last 100. Read it with the call get_activity.
          </p>
        )
      }
      empty={
        <>
          No activities yet. In the server’s folder, run <code>npx keywright wallets create first</code>, or
          run an example that creates something.
        </>
      }
      tools={
        <>
          <Choice label="Status" value={wanted} onChange={setWanted} options={STATES} />
          {organizations.length > 1 && (
            <OrganizationChoice of={organizations} value={organizationId} onChange={setOrganizationId} />
          )}
        </>
      }
    />
  )
}

function Row({ activity, organization }: { readonly activity: Activity; readonly organization: string }) {
  const { type, status, createdAt, votes } = activity
  return (
    <>
      <span className="kwi-row-title">
        <Name>{shortType(type)}</Name>
      </span>
      <ActivityBadge status={status} />
      <span className="kwi-row-note">
        <Time at={toMilliseconds(createdAt)} isShort /> · {organization} · {votes.length}{' '}
        {votes.length === 1 ? 'vote' : 'votes'}
      </span>
    </>
  )
}
