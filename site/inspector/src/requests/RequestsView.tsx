/** The latest requests: caller, checks, decision and response. */
import type { LoggedRequest } from '@keywright/devhost'
import { Bitting } from '@keywright/ui/bitting'
import { useState } from 'react'
import type { EventName } from '../connection.ts'
import { useHost, useLive } from '../live.ts'
import { ListAndDetail } from '../parts/ListAndDetail.tsx'
import { Badge, Choice, Name, Time } from '../parts/texts.tsx'
import type { ViewProps } from '../view.ts'
import { meaningOf, outcomeOf } from './outcome.ts'
import { RequestDetail } from './RequestDetail.tsx'

const NEWS: readonly EventName[] = ['request', 'state']

const OUTCOMES = [
  ['all', 'All'],
  ['good', 'Succeeded'],
  ['bad', 'Rejected or failed'],
  ['waiting', 'Waiting'],
] as const
type Wanted = (typeof OUTCOMES)[number][0]

export function RequestsView({ openId, onOpen }: ViewProps) {
  const read = useLive<{ requests: LoggedRequest[] }>('/dev/requests?limit=500', NEWS)
  const { isSandbox } = useHost()
  const [wanted, setWanted] = useState<Wanted>('all')
  return (
    <ListAndDetail
      noun="requests"
      read={read}
      items={read.value?.requests}
      keyOf={({ id }) => id}
      textOf={searched}
      passes={(request) => wanted === 'all' || meaningOf(request) === wanted}
      openKey={openId}
      onOpen={onOpen}
      row={(request) => (
        <>
          <span className="kwi-row-title">
            <Name>{nameOf(request)}</Name>
          </span>
          <Badge meaning={meaningOf(request)}>{outcomeOf(request)}</Badge>
          <span className="kwi-row-note">
            <Time at={request.at} isShort /> · {request.error?.errorCode ?? stampNote(request)}
          </span>
          {request.stamp.value !== undefined && <Bitting of={request.stamp.value} />}
        </>
      )}
      detail={(id) => <RequestDetail id={id} />}
      empty={
        isSandbox ? (
          'No requests yet. Run an example on a page.'
        ) : (
          <>
            No requests yet. In the server’s folder, run <code>npx keywright whoami</code>.
          </>
        )
      }
      tools={<Choice label="Outcome" value={wanted} onChange={setWanted} options={OUTCOMES} />}
      deletePath="/dev/requests"
    />
  )
}

const nameOf = ({ call, method, path }: LoggedRequest) => call ?? `${method} ${path}`
const stampNote = ({ stamp }: LoggedRequest) =>
  stamp.publicKey ? `key ${stamp.publicKey.slice(0, 10)}…` : (stamp.header ?? 'no stamp')

const searched = (request: LoggedRequest): string =>
  [
    nameOf(request),
    request.path,
    request.organizationId,
    request.type,
    outcomeOf(request),
    request.error?.errorCode,
    request.error?.message,
    request.activity?.id,
    request.activity?.fingerprint,
    request.stamp.publicKey,
    request.id,
  ].join(' ')
