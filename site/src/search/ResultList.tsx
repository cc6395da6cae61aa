/** The results as options of the search field. */

import type { SearchResults, Source } from '@keywright/search'
import type { Modifiers } from '@keywright/ui/keys'
import { messages } from '../config/messages.ts'
import { HitText, linkTarget } from './Results.tsx'
import type { Combobox } from './useCombobox.ts'

interface ResultListProps {
  readonly results: SearchResults | undefined
  /** Sections that the answer above is from. Their rows stay, because one of them may be chosen. */
  readonly answered: readonly Source[]
  readonly combobox: Combobox
  readonly onOpen: (click: Modifiers) => void
}

export function ResultList({ results, answered, combobox, onOpen }: ResultListProps) {
  const { listId, optionId, count, active, setActive } = combobox
  const groups = results?.groups ?? []
  const options = groups.flatMap(({ hits }) => hits)
  return (
    <div id={listId} role="listbox" aria-label={messages.searchResults} hidden={count === 0}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with role="group"
        <div role="group" aria-label={group.title} key={group.title} className="search-group">
          <p className="search-group-title" aria-hidden="true">
            {group.title}
          </p>
          {group.hits.map((hit) => {
            const index = options.indexOf(hit)
            return (
              <a
                key={hit.href}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                tabIndex={-1}
                className="search-hit"
                href={hit.href}
                {...linkTarget(hit)}
                onClick={onOpen}
                onPointerMove={() => index !== active && setActive(index)}
              >
                <HitText
                  hit={hit}
                  note={answered.some(({ href }) => href === hit.href) ? messages.answeredAbove : undefined}
                />
              </a>
            )
          })}
        </div>
      ))}
    </div>
  )
}
