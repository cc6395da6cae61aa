/** The answer to a question, above the results: quotations with sources, or a notice without an answer. */
import type { AnswerPart, Source } from '@keywright/search'
import { messages } from '../messages.ts'
import type { AnswerState } from './useAnswer.ts'

/** @param onOpen called when the reader opens a source */
export function Answer({ answer, onOpen }: { readonly answer: AnswerState; readonly onOpen: () => void }) {
  return (
    <section className="search-answer" aria-label={messages.answer} aria-busy={answer.state === 'asking'}>
      {answer.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added
        <Part key={at} part={part} onOpen={onOpen} />
      ))}
      {answer.state === 'failed' && <p role="alert">{messages.noAnswerFetched}</p>}
    </section>
  )
}

function Part({ part, onOpen }: { readonly part: AnswerPart; readonly onOpen: () => void }) {
  switch (part.kind) {
    case 'quote': {
      const [lead = '', ...rest] = part.passages
      return (
        <figure>
          <blockquote cite={part.source.href}>
            <p className="search-answer-lead">{lead}</p>
            {rest.map((passage) => (
              <p key={passage}>{passage}</p>
            ))}
          </blockquote>
          <figcaption>
            <SourceLink source={part.source} onOpen={onOpen} />
          </figcaption>
        </figure>
      )
    }
    case 'sources':
      return (
        <ul>
          {part.sources.map((source) => (
            <li key={source.href}>
              <SourceLink source={source} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )
    case 'text':
      return <p>{part.text}</p>
    case 'unknown':
      return <p>{part.text ?? messages.notCovered}</p>
    case 'foreign':
      return <p lang="en">{messages.inEnglish}</p>
  }
}

function SourceLink(props: { readonly source: Source; readonly onOpen: () => void }) {
  const { href, title, heading } = props.source
  return (
    <a href={href} onClick={props.onOpen}>
      {heading === '' ? title : `${title}: ${heading}`}
    </a>
  )
}
