/** One answer: quotations with their source, what can be run there, and where else to look. */
import { lazy, Suspense, useState } from 'react'
import type { AnswerPart, Source } from './provider.ts'
import type { ShownTurn } from './useConversation.ts'

const RunnableExamples = lazy(() => import('./RunnableExamples.tsx'))

export function AnswerView({ turn, onRetry }: { readonly turn: ShownTurn; readonly onRetry: () => void }) {
  const quote = turn.parts.find((part) => part.kind === 'quote')
  const isSure = turn.parts.every(({ kind }) => kind !== 'unknown')
  return (
    <div className="assistant-answer" data-sure={isSure} aria-busy={turn.state === 'asking'}>
      {turn.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added
        <Part key={at} part={part} />
      ))}
      {turn.state === 'done' && isSure && quote && (
        <Offer route={quote.source.href.split('#')[0]!} question={turn.question} />
      )}
      {turn.state === 'asking' && turn.parts.length === 0 && (
        <p className="assistant-wait">Reading the pages…</p>
      )}
      {turn.state === 'failed' && (
        <p role="alert">
          No answer: {turn.error?.message}.{' '}
          <button type="button" className="button" onClick={onRetry}>
            Retry
          </button>
        </p>
      )}
    </div>
  )
}

/** What runs is fetched by who wants to run it: it weighs as much as what an answer is read from. */
function Offer({ route, question }: { readonly route: string; readonly question: string }) {
  const [isTaken, setTaken] = useState(false)
  return (
    <div className="assistant-examples">
      <button
        type="button"
        className="button"
        aria-expanded={isTaken}
        onClick={() => setTaken((before) => !before)}
      >
        Run an example of what is cited
      </button>
      {isTaken && (
        <Suspense fallback={<p>Fetching the examples…</p>}>
          <RunnableExamples route={route} question={question} />
        </Suspense>
      )}
    </div>
  )
}

function Part({ part }: { readonly part: AnswerPart }) {
  if (part.kind === 'quote') {
    return (
      <figure>
        <blockquote cite={part.source.href}>
          {part.passages.map((passage) => (
            <p key={passage}>{passage}</p>
          ))}
        </blockquote>
        <figcaption>
          <SourceLink source={part.source} />
        </figcaption>
      </figure>
    )
  }
  if (part.kind === 'sources') {
    return (
      <div className="assistant-sources">
        <p>See also</p>
        <ul>
          {part.sources.map((source) => (
            <li key={source.href}>
              <SourceLink source={source} />
            </li>
          ))}
        </ul>
      </div>
    )
  }
  return <p>{part.text}</p>
}

const SourceLink = ({ source: { href, title, heading } }: { readonly source: Source }) => (
  <a href={href}>{heading === '' ? title : `${title}: ${heading}`}</a>
)
