/** One request in full: stamp, decision, body and response. */
import type { OrganizationView, RequestInFull, ShownCall } from '@keywright/devhost'
import { useState } from 'react'
import type { EventName } from '../connection.ts'
import { useLive } from '../live.ts'
import { ExplanationView } from '../parts/ExplanationView.tsx'
import { Badge, Facts, hexRow, PlaceLink, TextBlock, Time, Trouble } from '../parts/texts.tsx'
import { Again } from './Again.tsx'
import { meaningOf, outcomeOf } from './outcome.ts'
import { StampDetail } from './StampDetail.tsx'

const NONE: readonly EventName[] = []

export function RequestDetail({ id }: { id: string }) {
  const read = useLive<RequestInFull>(`/dev/requests/${encodeURIComponent(id)}`, NONE)
  const request = read.value
  const organizationOf = request?.organizationId
  const organization = useLive<OrganizationView>(
    organizationOf ? `/dev/organizations/${encodeURIComponent(organizationOf)}` : undefined,
    NONE,
  ).value
  if (!request) return read.error === undefined ? <p>Loading…</p> : <Trouble of={read} />
  const { call, method, path, organizationId, type, activity, error } = request
  return (
    <article>
      <h2>{call ?? `${method} ${path}`}</h2>
      <p>
        <Badge meaning={meaningOf(request)}>{outcomeOf(request)}</Badge> in {request.milliseconds} ms,{' '}
        <Time at={request.at} />
      </p>
      {error && (
        <p className="kwi-trouble">
          <Badge meaning="bad">{error.errorCode ?? `code ${error.code}`}</Badge> {error.message}
        </p>
      )}
      {organization && call && request.body !== null && (
        <Again key={id} request={request} body={request.body} organization={organization} />
      )}
      <Facts
        rows={[
          ['Endpoint', `${method} ${path}`],
          ['Type', type],
          hexRow('Organization', 'organization id', organizationId),
          hexRow('Request id', 'request id', id),
          [
            'Activity',
            activity && <PlaceLink to={{ section: 'activities', id: activity.id }}>{activity.id}</PlaceLink>,
          ],
          hexRow('Fingerprint', 'fingerprint', activity?.fingerprint),
        ]}
      />

      {(request.contractCalls ?? []).map((each, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no identity
        <ContractCall key={n} call={each} />
      ))}

      <h3>Stamp</h3>
      <StampDetail request={request} organization={organization} />

      <h3>Decision</h3>
      <Decision of={request} />

      <h3>Body</h3>
      {request.body === null ? <NotKept /> : <Body text={request.body} />}

      <h3>Response</h3>
      {request.answer === null ? <NotKept /> : <TextBlock text={request.answer} what="response" />}
    </article>
  )
}

/** Amounts are in the smallest unit: no interface says how many decimals a token has. */
function ContractCall({ call: { name, args, problem } }: { call: ShownCall }) {
  return (
    <>
      <h3>Contract call: {name}</h3>
      {problem !== undefined && <p className="kwi-trouble">{problem}</p>}
      <Facts rows={args.map(([argument, value]) => [argument, <code key={argument}>{value}</code>])} />
    </>
  )
}

function Decision({ of: { explanation, call, path } }: { of: RequestInFull }) {
  if (explanation) return <ExplanationView explanation={explanation} />
  return (
    <p className="kwi-empty">
      {call && path.includes('/query/')
        ? 'Policies don’t apply to queries: every user of the organization can read it.'
        : 'No policy was evaluated: the request ended before that step, or repeats an earlier one.'}
    </p>
  )
}

const NotKept = () => (
  <p className="kwi-empty">
    Not available. Bodies can contain tokens, so the server keeps only the latest ones, in memory.
  </p>
)

/** The body as indented JSON, or exactly as posted. */
function Body({ text }: { text: string }) {
  const [isExact, setExact] = useState(false)
  return (
    <>
      <label className="kwi-check">
        <input type="checkbox" checked={isExact} onChange={(event) => setExact(event.target.checked)} />{' '}
        Exactly as posted ({new TextEncoder().encode(text).length} bytes)
      </label>
      <TextBlock text={text} what="body" isExact={isExact} />
    </>
  )
}
