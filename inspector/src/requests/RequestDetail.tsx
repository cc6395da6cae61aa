/** One request in full: stamp, decision, body and response. */
import type { OrganizationView, RequestInFull } from '@keywright/devhost'
import { useEffect, useState } from 'react'
import type { EventName } from '../connection.ts'
import { useHost, useLive } from '../live.ts'
import { ExplanationView } from '../parts/ExplanationView.tsx'
import { Badge, Facts, hexRow, TextBlock, Time, Trouble } from '../parts/texts.tsx'
import { Again } from './Again.tsx'
import { meaningOf, outcomeOf } from './outcome.ts'
import { type Step, stampSteps } from './stampSteps.ts'

const NONE: readonly EventName[] = []

export function RequestDetail({ id }: { id: string }) {
  const read = useLive<RequestInFull>(`/dev/requests/${encodeURIComponent(id)}`, NONE)
  const { goTo } = useHost()
  const request = read.value
  const organizationOf = request?.organizationId
  const organization = useLive<OrganizationView>(
    organizationOf ? `/dev/organizations/${encodeURIComponent(organizationOf)}` : undefined,
    NONE,
  ).value
  if (!request) return read.error === undefined ? <p>Loading…</p> : <Trouble of={read} />
  const { call, method, path, organizationId, type, activity, error, stamp } = request
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
            activity && (
              <button
                type="button"
                className="kwi-link"
                onClick={() => goTo({ section: 'activities', id: activity.id })}
              >
                {activity.id}
              </button>
            ),
          ],
          hexRow('Fingerprint', 'fingerprint', activity?.fingerprint),
        ]}
      />

      <h3>Stamp</h3>
      <ol className="kwi-steps">
        {stampSteps(request).map((step) => (
          <StepLine key={step.title} step={step} />
        ))}
      </ol>
      {stamp.publicKey && organization && (
        <StampedBy organization={organization} publicKey={stamp.publicKey} />
      )}
      {stamp.value !== undefined && (
        <details>
          <summary>Stamp header and body digest</summary>
          <TextBlock text={decodeStamp(stamp.value)} what="decoded stamp" />
          <p>As sent:</p>
          <TextBlock text={stamp.value} what="stamp header" />
          {request.body !== null && <Digest text={request.body} />}
        </details>
      )}

      <h3>Decision</h3>
      {request.explanation ? (
        <ExplanationView explanation={request.explanation} />
      ) : (
        <p className="kwi-empty">
          {call && path.includes('/query/')
            ? 'Policies don’t apply to queries: every user of the organization can read it.'
            : 'No policy was evaluated: the request ended before that step, or repeats an earlier one.'}
        </p>
      )}

      <h3>Body</h3>
      {request.body === null ? <NotKept /> : <Body text={request.body} />}

      <h3>Response</h3>
      {request.answer === null ? <NotKept /> : <TextBlock text={request.answer} what="response" />}
    </article>
  )
}

const NotKept = () => (
  <p className="kwi-empty">
    Not available. Bodies can contain tokens, so the server keeps only the latest ones, in memory.
  </p>
)

const WORDS = { passed: 'Passed', failed: 'Failed', 'not reached': 'Not reached' } as const
const MEANINGS = { passed: 'good', failed: 'bad', 'not reached': 'neutral' } as const

function StepLine({ step: { title, state, detail } }: { step: Step }) {
  return (
    <li data-state={state}>
      <Badge meaning={MEANINGS[state]}>{WORDS[state]}</Badge> {title}
      {detail !== undefined && <code>{detail}</code>}
    </li>
  )
}

/** The owner of the key. Renders nothing for an unknown or deleted key. */
function StampedBy({ organization, publicKey }: { organization: OrganizationView; publicKey: string }) {
  for (const user of organization.users) {
    const key = user.apiKeys.find(({ credential }) => credential.publicKey === publicKey)
    if (key) {
      return (
        <p>
          Stamped by <strong>{user.userName}</strong> with the API key “{key.apiKeyName}”.
        </p>
      )
    }
  }
  return null
}

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

/** The digest that a P-256 or secp256k1 stamp signs, computed from the body. */
function Digest({ text }: { text: string }) {
  const [digest, setDigest] = useState('')
  useEffect(() => {
    let isGone = false
    const bytes = new TextEncoder().encode(text)
    // Available only in secure contexts, which include localhost.
    globalThis.crypto.subtle?.digest('SHA-256', bytes).then((buffer) => {
      if (!isGone)
        setDigest([...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    })
    return () => {
      isGone = true
    }
  }, [text])
  return digest === '' ? null : <Facts rows={[hexRow('SHA-256 of the body', 'digest', digest)]} />
}

/** Decodes an `X-Stamp` to JSON. Passkey stamps already are JSON. */
function decodeStamp(value: string): string {
  try {
    const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)))
  } catch {
    return value
  }
}
