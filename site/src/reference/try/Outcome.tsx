/** Outcome of a request from the console: result, response, decision, and the request with its stamp. */
import type { ReactNode } from 'react'
import { InlineText } from '../../shared/InlineText.tsx'
import { Facts, TextBlock, Verdict, valueRow } from '../../widgets/kit/results.tsx'
import { toneOf } from '../../widgets/runner/lines.tsx'
import type { ApiDescription } from '../description.ts'
import { Code } from '../Examples.tsx'
import { pretty } from '../examples.ts'
import { detailsOf, type Json } from './bodyForm.ts'

export type ErrorCatalog = ApiDescription['x-errors']

interface OutcomeProps {
  readonly done: {
    readonly status: number
    readonly answer: Json
    readonly header: { readonly name: string; readonly value: string }
    readonly body: string
  }
  /** The catalog of the description. */
  readonly errors: ErrorCatalog
  /** Result of checking the stamp. */
  readonly stamp: string
  /** The decision. */
  readonly children: ReactNode
}

export function Outcome({ done, errors, stamp, children }: OutcomeProps) {
  const { status, answer, header, body } = done
  const { activity, message } = Object(answer)
  const results = resultRows(activity)
  return (
    <div className="try-outcome">
      <Verdict
        tone={toneOf(status, activity?.status)}
        word={`${status}${activity ? ` ${String(activity.status).replace('ACTIVITY_STATUS_', '')}` : ''}`}
      >
        {message ?? activity?.failure?.message ?? ''}
      </Verdict>
      <CatalogEntry answer={answer} errors={errors} />
      {results.length > 0 && <Facts rows={results} />}
      <p className="call-example-title">Response</p>
      <Code text={typeof answer === 'string' ? answer : pretty(answer)} lang="json" label="Response" />
      {children}
      <details>
        <summary>Request: {new TextEncoder().encode(body).length} bytes and their stamp</summary>
        <Facts
          rows={[valueRow(<code key="name">{header.name}</code>, 'stamp', header.value), ['Stamp', stamp]]}
        />
        <TextBlock text={body} label="Stamped and posted bytes" />
      </details>
    </div>
  )
}

/** Cause and fix of an error, with a link to the catalog. */
function CatalogEntry({ answer, errors }: { readonly answer: Json; readonly errors: ErrorCatalog }) {
  const code = detailsOf(answer).find(({ errorCode }) => errorCode !== undefined)?.['errorCode']
  const known = errors[String(code)]
  if (!known) return null
  return (
    <p className="element-hint">
      <InlineText>{`${known.cause} ${known.help}`}</InlineText>{' '}
      <a href={`/api-overview/errors#${code}`}>{`${code}`}</a>
    </p>
  )
}

/** The result's own members that are single values, such as `r`, `s` and `v`. */
function resultRows(activity: unknown): ReturnType<typeof valueRow>[] {
  const [result] = Object.values(Object(Object(activity).result))
  return Object.entries(Object(result)).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number'
      ? [valueRow(<code key={name}>{name}</code>, name, String(value))]
      : [],
  )
}
