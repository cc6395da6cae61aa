/** Results for the dialog and the search page. */

import type { Excerpt, SearchHit } from '@keywright/search'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { messages } from '../config/messages.ts'
import { isOutdated, OUTDATED } from '../shared/outdated.ts'
import type { SearchSettings } from './settings.ts'
import type { SearchState } from './useLatest.ts'

/** Delay before fetching excerpts, to skip intermediate results while typing. */
const SETTLED_MS = 120

export function Marked({ pieces }: { pieces: Excerpt }) {
  return pieces.map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
    piece.marked ? <mark key={index}>{piece.text}</mark> : <Fragment key={index}>{piece.text}</Fragment>,
  )
}

/** @param note replaces the excerpt */
export function HitText({ hit, note }: { hit: SearchHit; note?: string | undefined }) {
  return (
    <>
      <span className="search-hit-heading">
        <Marked pieces={hit.heading} />
      </span>
      {note ? <span className="search-hit-excerpt">{note}</span> : <HitExcerpt hit={hit} />}
    </>
  )
}

function HitExcerpt({ hit }: { hit: SearchHit }) {
  const [pieces, setPieces] = useState<Excerpt>([])
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = async () => {
      const excerpt = await hit.excerpt()
      if (isWanted) setPieces(excerpt)
    }
    const watcher = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      if (entries.at(-1)!.isIntersecting) timer = setTimeout(show, SETTLED_MS)
    })
    // Observe the parent, because an empty excerpt has no size.
    watcher.observe(place.current!.parentElement!)
    return () => {
      isWanted = false
      clearTimeout(timer)
      watcher.disconnect()
    }
  }, [hit])
  return (
    <span className="search-hit-excerpt" ref={place}>
      <Marked pieces={pieces} />
    </span>
  )
}

export const linkTarget = (hit: SearchHit) => (hit.external ? { target: '_blank', rel: 'noreferrer' } : {})

interface EmptySearchProps {
  readonly search: SearchState | undefined
  readonly settings: SearchSettings
  /** Receives the focus of a clicked button, because the results replace it. */
  readonly field: RefObject<HTMLElement | null>
  readonly onSuggestion: (text: string) => void
}

/** Message for a search that failed or found nothing. */
export function EmptySearch({ search, settings, field, onSuggestion }: EmptySearchProps) {
  if (search?.state === 'failed') return <FailedSearch field={field} onRetry={search.retry} />
  if (search?.state !== 'done' || !search.value || search.value.groups.length > 0) return null
  const { query, suggestions } = search.value
  return (
    <div className="search-message">
      <p className="search-message-title">
        {messages.noResultsFor} “<strong>{query}</strong>”
      </p>
      {suggestions.length > 0 && (
        <>
          <p>{messages.trySearchingFor}</p>
          <Suggestions
            texts={suggestions}
            onChoose={(text) => {
              field.current?.focus()
              onSuggestion(text)
            }}
          />
        </>
      )}
      <p>
        {messages.believe} <a href={settings.feedbackHref}>{messages.letUsKnow}</a>
      </p>
    </div>
  )
}

interface FailureProps {
  /** What failed, and what to do. */
  readonly children: ReactNode
  /** Receives the focus of the button, which disappears. */
  readonly field: RefObject<HTMLElement | null>
  readonly onRetry: () => void
}

/** A failed fetch, with a button that repeats it. */
export function Failure({ children, field, onRetry }: FailureProps) {
  return (
    <div className="search-message" role="alert">
      {children}
      <button
        type="button"
        onClick={() => {
          field.current?.focus()
          onRetry()
        }}
      >
        {messages.retry}
      </button>
    </div>
  )
}

function FailedSearch({ field, onRetry }: Omit<FailureProps, 'children'>) {
  const [advice, setAdvice] = useState<string>(messages.checkNetwork)
  useEffect(() => {
    void isOutdated().then((outdated) => outdated && setAdvice(OUTDATED))
  }, [])
  return (
    <Failure field={field} onRetry={onRetry}>
      <p className="search-message-title">{messages.searchFailed}</p>
      <p>{advice}</p>
    </Failure>
  )
}

interface SuggestionsProps {
  readonly texts: readonly string[]
  readonly onChoose: (text: string) => void
  readonly label?: string
}

/** Texts to search for, as buttons. */
export function Suggestions({ texts, onChoose, label }: SuggestionsProps) {
  return (
    <ul className="search-suggestions" aria-label={label}>
      {texts.map((text) => (
        <li key={text}>
          <button type="button" onClick={() => onChoose(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
