/** The answer to a question, above the results: a written one, or that of a hosted assistant. */
import type { Answer } from '@keywright/search'
import type { Modifiers } from '@keywright/ui/keys'
import { messages } from '../config/messages.ts'
import { LoadFailure } from '../shared/LoadFailure.tsx'
import type { Latest } from './useLatest.ts'

interface AnswerBoxProps {
  readonly answer: Latest<Answer | undefined> | undefined
  /** Called when the reader opens a link. */
  readonly onOpen: (click: Modifiers) => void
}

/** A live region, so that screen readers read an answer out when it arrives. */
export function AnswerBox({ answer, onOpen }: AnswerBoxProps) {
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
        <a key={href} className="button" href={href}>
          {heading === '' ? title : `${title}: ${heading}`}
        </a>
      ))}
      {answer?.state === 'failed' && (
        <LoadFailure title={messages.noAnswerFetched} error={answer.error} onRetry={answer.retry} />
      )}
    </section>
  )
}
