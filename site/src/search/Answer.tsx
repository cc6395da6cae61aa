/** The answer to a question, above the results: a written one, or that of a hosted assistant. */
import type { Modifiers } from '@keywright/ui/keys'
import type { RefObject } from 'react'
import { messages } from '../config/messages.ts'
import { Failure } from './Results.tsx'
import type { AnswerState } from './useLatest.ts'

interface AnswerBoxProps {
  readonly answer: AnswerState | undefined
  /** Receives the focus of Retry, which disappears. */
  readonly field: RefObject<HTMLElement | null>
  /** Called when the reader opens a link. */
  readonly onOpen: (click: Modifiers) => void
}

/** A live region, so that screen readers read an answer out when it arrives. */
export function AnswerBox({ answer, field, onOpen }: AnswerBoxProps) {
  const { written, text, sources = [] } = answer?.value ?? {}
  const isShown = written || text || sources.length > 0 || answer?.state === 'failed'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links inside get the keys
    <section
      className="search-answer"
      aria-label={messages.answer}
      aria-live="polite"
      aria-busy={answer?.state === 'loading'}
      hidden={!isShown}
      onClick={(event) => (event.target as Element).closest('a') && onOpen(event)}
    >
      {written && (
        <>
          <p className="search-answer-question">{written.question}</p>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build made it */}
          <div dangerouslySetInnerHTML={{ __html: written.html }} />
        </>
      )}
      {text && <p>{text}</p>}
      {sources.map(({ href, title, heading }) => (
        <a key={href} className="search-answer-source" href={href}>
          {heading === '' ? title : `${title}: ${heading}`}
        </a>
      ))}
      {answer?.state === 'failed' && (
        <Failure field={field} onRetry={answer.retry}>
          <p>{messages.noAnswerFetched}</p>
        </Failure>
      )}
    </section>
  )
}
