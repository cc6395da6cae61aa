/** The answer to a question, above the results: quotations with sources, or a notice without an answer. */
import type { AnswerPart, Source } from '@keywright/search'
import { messages } from '../messages.ts'
import type { AnswerState } from './useAnswer.ts'

/** Passages quoted around the leading one, so that the source stays visible. */
const [BEFORE, AFTER] = [1, 3]

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
      const lead = part.lead ?? part.passages[0] ?? ''
      const at = part.passages.indexOf(lead)
      return (
        <figure>
          <p className="search-answer-lead">
            <Prose text={lead} />
          </p>
          <blockquote cite={part.source.href}>
            {part.passages
              .slice(Math.max(0, at - BEFORE), at + 1 + AFTER)
              .filter((passage) => passage !== lead)
              .map((passage) => (
                <p key={passage}>
                  <Prose text={passage} />
                </p>
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

/** Names with an underscore or a capital inside, and paths. Passages are plain text. */
const CODE = /((?:\/\w+){2,}|\b(?:\w+_\w+|[a-z]+[A-Z]\w*)(?:\(\))?)/

function Prose({ text }: { readonly text: string }) {
  // With one group, every second piece is a match.
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
  return text.split(CODE).map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece))
}

function SourceLink(props: { readonly source: Source; readonly onOpen: () => void }) {
  const { href, title, heading } = props.source
  return (
    <a href={href} onClick={props.onOpen}>
      {heading === '' ? title : `${title}: ${heading}`}
    </a>
  )
}
