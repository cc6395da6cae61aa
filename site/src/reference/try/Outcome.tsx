/** What came of a request of the console: its bytes, the stamp, the decision, the answer. */
import type { ReactNode } from 'react'
import { Facts, TextBlock, Value, Verdict } from '../../elements/kit/results.tsx'
import { toneOf } from '../../runner/lines.tsx'
import { pretty } from '../examples.ts'
import type { Json } from './bodyForm.ts'

interface OutcomeProps {
  readonly done: {
    readonly status: number
    readonly answer: Json
    readonly header: { readonly name: string; readonly value: string }
    readonly body: string
  }
  /** What else is known of it. */
  readonly rows: readonly (readonly [name: ReactNode, value: ReactNode])[]
  /** The decision. */
  readonly children: ReactNode
}

export function Outcome({ done, rows, children }: OutcomeProps) {
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
          ...rows,
        ]}
      />
      <TextBlock text={body} label="Bytes that were stamped and posted" />
      {children}
      <p>Answer</p>
      <TextBlock text={typeof answer === 'string' ? answer : pretty(answer)} label="Answer" />
    </div>
  )
}

/** Where no policy was asked: why. */
export function NotAsked({ path }: { readonly path: string }) {
  return (
    <p className="element-hint">
      {path.includes('/query/')
        ? 'Queries ask no policy: who may stamp in the organization may read it.'
        : 'No policy was asked: the request was answered before.'}
    </p>
  )
}
