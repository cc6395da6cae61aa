/** One line per event of a run. */
import { type Explanation, explanationLines } from '@keywright/policy'
import type { RequestInFull } from '@keywright/sandbox'
import type { RunEvent, RunOutcome, RunResult } from '@keywright/sandbox/runner'
import { callOfPath, PrintedLine, RequestHead, Shape, type Tone, toneOf } from './lines.tsx'

export function EventLine({ event }: { readonly event: RunEvent }) {
  switch (event.kind) {
    case 'organization':
      return (
        <li className="run-line" data-kind="organization">
          <Shape tone="plain" />
          <span>
            New organization <code>{event.organization.organizationId}</code>
          </span>
        </li>
      )
    case 'console':
      return <PrintedLine {...event} />
    case 'request':
      return <RequestLine {...event} />
    case 'result':
      return <ResultLine result={event.result} />
  }
}

/** Opens the console on the request. */
function RequestLine({ request, line }: { readonly request: RequestInFull; readonly line?: number }) {
  const { id, call, path, status, activity, stamp, error } = request
  return (
    <li className="run-line" data-kind="request" data-line={line}>
      <button type="button" data-opens="inspector" data-request={id}>
        <RequestHead call={call ?? callOfPath(path)} status={status} activityStatus={activity?.status}>
          <span className="run-aside">
            {stamp.header ?? 'no stamp'} {stamp.scheme?.replace('SIGNATURE_SCHEME_TK_API_', '')} {stamp.check}
          </span>
          {error && <span className="run-error">{error.message}</span>}
        </RequestHead>
      </button>
    </li>
  )
}

/** The policy decision, as the command line prints it. */
export function Decision({ explanation }: { readonly explanation: Explanation }) {
  const lines = explanationLines(explanation)
  return (
    <div className="run-part">
      <p>Policy decision</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        {lines.map(({ depth, parts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <span className="line" key={index}>
            {'  '.repeat(depth)}
            {parts.map(({ text, role }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <span data-role={role} key={at}>
                {text}
              </span>
            ))}
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  )
}

function ResultLine({ result: { kind, value, verified, how } }: { readonly result: RunResult }) {
  const [tone, word]: [Tone, string] =
    verified === null ? ['plain', ''] : verified ? ['good', 'verified'] : ['bad', 'not verified']
  return (
    <li className="run-line" data-kind="result">
      <Shape tone={tone} />
      <span>
        {kind === 'address' ? 'Address' : 'Signature'} <code>{value}</code>{' '}
        {word && (
          <strong className="run-mark" data-tone={tone}>
            {word}
          </strong>
        )}
        {verified !== null && <span className="run-aside"> {how}</span>}
      </span>
    </li>
  )
}

/** Whether the API rejected a request, or its activity failed. */
export const isRejected = (event: RunEvent): boolean =>
  event.kind === 'request' && toneOf(event.request.status, event.request.activity?.status) === 'bad'

interface OutcomeLineProps {
  readonly outcome: RunOutcome
  /** Whether a rejected request is above. */
  readonly hasRejected: boolean
}

export function OutcomeLine({ outcome: { outcome, message }, hasRejected }: OutcomeLineProps) {
  if (outcome === 'finished') return null
  return (
    <li className="run-line" data-kind="outcome" data-level="error">
      <Shape tone="bad" />
      <div>
        <pre>{message}</pre>
        {outcome === 'failed' && hasRejected && (
          <p className="run-aside">
            Press a rejected request above to see the decision. <a href="/api-overview/errors">Errors</a>{' '}
            lists the fixes.
          </p>
        )}
        {outcome === 'cut off' && <p className="run-aside">Edit the code so that it pauses and ends.</p>}
      </div>
    </li>
  )
}
