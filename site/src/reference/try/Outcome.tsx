/** Outcome of a request from the console: bytes, stamp, decision and response. */
import type { ReactNode } from 'react'
import { Facts, TextBlock, Verdict, valueRow } from '../../elements/kit/results.tsx'
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
  /** More facts about the request. */
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
          valueRow(<code key="name">{header.name}</code>, 'stamp', header.value),
          ...rows,
        ]}
      />
      <TextBlock text={body} label="Stamped and posted bytes" />
      {children}
      <p>Response</p>
      <TextBlock text={typeof answer === 'string' ? answer : pretty(answer)} label="Response" />
    </div>
  )
}

/** Explains why no policy was evaluated. */
export function NotAsked({ path }: { readonly path: string }) {
  return (
    <p className="element-hint">
      {path.includes('/query/')
        ? 'Policies don’t apply to queries: every user of the organization can read it.'
        : 'No policy was evaluated: the request ended before that step.'}
    </p>
  )
}
