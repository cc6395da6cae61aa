/** Results by page, as options of the search field. */

import type { Excerpt, SearchGroup, SearchHit, Source } from '@keywright/search'
import type { Modifiers } from '@keywright/ui/keys'
import { Fragment, useEffect, useRef, useState } from 'react'
import { messages } from '../config/messages.ts'
import type { Combobox } from './useCombobox.ts'
import type { PointerHandlers } from './useHeld.ts'

interface ResultListProps extends PointerHandlers {
  readonly groups: readonly SearchGroup[]
  /** Sections that the answer above is from. Their rows stay, because one of them may be chosen. */
  readonly answered: readonly Source[]
  /** An option before them. */
  readonly ask: { readonly label: string; readonly onAsk: (() => void) | undefined } | undefined
  readonly combobox: Combobox
  readonly onOpen: (click: Modifiers) => void
}

export function ResultList({ groups, answered, ask, combobox, onOpen, ...handlers }: ResultListProps) {
  const options = [ask ?? [], groups.map(({ hits }) => hits)].flat(2)
  return (
    <div
      id={combobox.listId}
      role="listbox"
      aria-label={messages.searchResults}
      hidden={options.length === 0}
      {...handlers}
    >
      {ask && (
        <button type="button" className="search-hit" {...combobox.optionOf(0)} onClick={ask.onAsk}>
          <span className="search-hit-heading">{ask.label}</span>
          <span className="search-hit-excerpt">{messages.withoutSecrets}</span>
        </button>
      )}
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with role="group"
        <div role="group" aria-label={group.title} key={group.hits[0]!.href} className="search-group">
          <p className="search-group-title" aria-hidden="true">
            {group.title}
          </p>
          {group.hits.map((hit) => (
            <a
              key={hit.href}
              className="search-hit"
              href={hit.href}
              {...(hit.external && { target: '_blank', rel: 'noreferrer' })}
              {...combobox.optionOf(options.indexOf(hit))}
              onClick={onOpen}
            >
              <span className="search-hit-heading">
                <Marked pieces={hit.heading} />
              </span>
              <span className="search-hit-excerpt">
                {answered.some(({ href }) => href === hit.href) ? (
                  messages.answeredAbove
                ) : (
                  <HitExcerpt hit={hit} />
                )}
              </span>
            </a>
          ))}
        </div>
      ))}
    </div>
  )
}

const Marked = ({ pieces }: { pieces: Excerpt }) =>
  pieces.map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
    piece.marked ? <mark key={index}>{piece.text}</mark> : <Fragment key={index}>{piece.text}</Fragment>,
  )

/** Delay before fetching excerpts, to skip intermediate results while typing. */
const SETTLED_MS = 120

/** Fetched when its row comes into sight. */
function HitExcerpt({ hit }: { hit: SearchHit }) {
  const [pieces, setPieces] = useState<Excerpt>([])
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let show = setPieces
    const watcher = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      if (entries.at(-1)!.isIntersecting)
        timer = setTimeout(async () => show(await hit.excerpt()), SETTLED_MS)
    })
    // Observe the row, because an empty excerpt has no size.
    watcher.observe(place.current!.closest('a')!)
    return () => {
      show = () => {}
      clearTimeout(timer)
      watcher.disconnect()
    }
  }, [hit])
  return (
    <span ref={place}>
      <Marked pieces={pieces} />
    </span>
  )
}
