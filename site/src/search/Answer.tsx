/** The answer to a question, above the results: a written one with its source, or that of a hosted assistant. */
import type { AnswerPart, Source } from '@keywright/search'
import type { Modifiers } from '@keywright/ui/keys'
import type { ReactNode, RefObject } from 'react'
import { messages } from '../config/messages.ts'
import { Failure } from './Results.tsx'
import type { AnswerState } from './useAnswer.ts'

interface AnswerProps {
  readonly answer: AnswerState | undefined
  /** Receives the focus of Retry, which disappears. */
  readonly field: RefObject<HTMLElement | null>
  /** Called when the reader opens a link. */
  readonly onOpen: (click: Modifiers) => void
}

/** A live region, so that screen readers read an answer out when it arrives. */
export function Answer({ answer, field, onOpen }: AnswerProps) {
  const isShown = answer !== undefined && (answer.parts.length > 0 || answer.state === 'failed')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links inside get the keys
    <section
      className="search-answer"
      aria-label={messages.answer}
      aria-live="polite"
      aria-busy={answer?.state === 'asking'}
      hidden={!isShown}
      onClick={(event) => (event.target as Element).closest('a') && onOpen(event)}
    >
      {answer?.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added
        <Part key={at} part={part} />
      ))}
      {answer?.state === 'failed' && (
        <Failure field={field} onRetry={answer.retry}>
          <p>{messages.noAnswerFetched}</p>
        </Failure>
      )}
    </section>
  )
}

function Part({ part }: { readonly part: AnswerPart }): ReactNode {
  switch (part.kind) {
    case 'answer':
      return (
        <>
          <p className="search-answer-question">{part.question}</p>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build made it */}
          <div dangerouslySetInnerHTML={{ __html: part.html }} />
          <SourceLink source={part.source} />
        </>
      )
    case 'quote':
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
    case 'sources':
      return (
        <ul>
          {part.sources.map((source) => (
            <li key={source.href}>
              <SourceLink source={source} />
            </li>
          ))}
        </ul>
      )
    case 'text':
    case 'unknown':
      return <p>{part.text}</p>
  }
}

function SourceLink({ source: { href, title, heading } }: { readonly source: Source }) {
  return (
    <a className="search-answer-source" href={href}>
      {heading === '' ? title : `${title}: ${heading}`}
    </a>
  )
}
