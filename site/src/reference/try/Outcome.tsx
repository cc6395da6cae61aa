/** Outcome of a request from the console: bytes, stamp, decision and response. */
import { Facts, TextBlock, Value, Verdict } from '../../elements/kit/results.tsx'
import { Decision } from '../../runner/EventLine.tsx'
import { toneOf } from '../../runner/lines.tsx'
import { pretty } from '../examples.ts'
import type { Exchange } from './exchange.ts'

export function Outcome({ done }: { readonly done: Exchange }) {
  const { path, log } = done
  const { status, answer, header, body } = done
  const { activity, message } = Object(answer)
  return (
    <div className="try-outcome">
      <Verdict
        tone={toneOf(status, activity?.status)}
        word={`${status}${activity ? ` ${String(activity.status).replace('ACTIVITY_STATUS_', '')}` : ''}`}
      >
        {message ?? activity?.failure?.message ?? ''}
      </Verdict>
      <Facts
        rows={[
          ['Posted', `${new TextEncoder().encode(body).length} bytes`],
          [
            <code key="name">{header.name}</code>,
            <Value key="value" what="stamp">
              {header.value}
            </Value>,
          ],
          ['Stamp', log ? log.stamp.check : 'unknown'],
        ]}
      />
      <TextBlock text={body} label="Stamped and posted bytes" />
      {log?.explanation ? <Decision explanation={log.explanation} /> : <NotAsked path={path} />}
      <p>Response</p>
      <TextBlock text={typeof answer === 'string' ? answer : pretty(answer)} label="Response" />
    </div>
  )
}

/** Explains why no policy was evaluated. */
function NotAsked({ path }: { readonly path: string }) {
  return (
    <p className="element-hint">
      {path.includes('/query/')
        ? 'Policies don’t apply to queries: every user of the organization can read it.'
        : 'No policy was evaluated: the request ended before that step.'}
    </p>
  )
}
