/** One line per event of a run. Requests expand to their decision, body and response. */
import { type Explanation, explanationLines } from '@keywright/policy'
import type { RequestInFull } from '@keywright/sandbox'
import type { RunEvent, RunOutcome, RunResult } from '@keywright/sandbox/runner'
import { callOfPath, PrintedLine, RequestHead, Shape, type Tone } from './lines.tsx'

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
      return <PrintedLine level={event.level} text={event.text} />
    case 'request':
      return <RequestLine request={event.request} />
    case 'result':
      return <ResultLine result={event.result} />
  }
}

function RequestLine({ request }: { readonly request: RequestInFull }) {
  const { call, path, status, activity, stamp, explanation, error, body, answer } = request
  return (
    <li className="run-line" data-kind="request">
      <details>
        <summary>
          <RequestHead call={call ?? callOfPath(path)} status={status} activityStatus={activity?.status}>
            <span className="run-aside">
              {stamp.header ?? 'no stamp'} {stamp.scheme?.replace('SIGNATURE_SCHEME_TK_API_', '')}{' '}
              {stamp.check}
            </span>
          </RequestHead>
        </summary>
        {error && <p className="run-error">{error.message}</p>}
        {explanation && <Decision explanation={explanation} />}
        <Traveled name="Request" text={body} />
        <Traveled name="Response" text={answer} />
      </details>
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

function Traveled({ name, text }: { readonly name: string; readonly text: string | null }) {
  return (
    <div className="run-part">
      <p>{name}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text === null ? 'too long to keep' : indented(text)}</pre>
    </div>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
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

export function OutcomeLine({ outcome: { outcome, message } }: { readonly outcome: RunOutcome }) {
  if (outcome === 'finished') return null
  return (
    <li className="run-line" data-kind="outcome" data-level="error">
      <Shape tone="bad" />
      <div>
        <pre>{message}</pre>
        {outcome === 'failed' && (
          <p className="run-aside">
            Expand a rejected request above to see the decision. <a href="/api-overview/errors">Errors</a>{' '}
            lists the fixes.
          </p>
        )}
        {outcome === 'cut off' && (
          <p className="run-aside">Edit the code so that it pauses and ends, or press Reset.</p>
        )}
      </div>
    </li>
  )
}
