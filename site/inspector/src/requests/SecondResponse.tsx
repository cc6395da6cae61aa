/** The response to a request that was sent again, and how it differs from the first one. */
import type { RequestInFull } from '@keywright/devhost'
import { ExplanationView } from '../parts/ExplanationView.tsx'
import { Badge, PlaceLink } from '../parts/texts.tsx'
import { meaningOf, outcomeOf } from './outcome.ts'

const MOST_DIFFERENCES = 6

export interface Sent {
  /** The change, such as `As Bob`. */
  readonly what: string
  readonly request: RequestInFull
}

export function SecondResponse({ first, sent }: { first: RequestInFull; sent: Sent }) {
  const { what, request } = sent
  return (
    <section aria-label="Second response">
      <p role="status">
        {what}: <Badge meaning={meaningOf(request)}>{outcomeOf(request)}</Badge> instead of {outcomeOf(first)}
        {request.error && `: ${request.error.message}`}.{' '}
        <PlaceLink to={{ section: 'requests', id: request.id }}>Open the new request</PlaceLink>
      </p>
      <ul>
        {differences(first, request).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {request.explanation && <ExplanationView explanation={request.explanation} />}
    </section>
  )
}

/** Differing values of two successful responses, without the ids and times of activities. */
function differences(one: RequestInFull, other: RequestInFull): string[] {
  if (one.error || other.error || one.answer === null || other.answer === null) return []
  const [before, after] = [one.answer, other.answer].map((answer) => new Map(leavesOf(shownPart(answer))))
  const paths = new Set([...before!.keys(), ...after!.keys()])
  return [...paths]
    .filter((path) => before!.get(path) !== after!.get(path))
    .slice(0, MOST_DIFFERENCES)
    .map((path) => `${path}: ${before!.get(path) ?? 'nothing'} → ${after!.get(path) ?? 'nothing'}`)
}

function shownPart(answer: string): unknown {
  const parsed = JSON.parse(answer) as { activity?: { status: string; result: unknown } }
  return parsed.activity ? { status: parsed.activity.status, result: parsed.activity.result } : parsed
}

function leavesOf(value: unknown, path: readonly string[] = []): [string, string][] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [[path.join('.'), String(value)]]
}
