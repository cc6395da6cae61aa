/** Content of the search dialog: a field and results with full keyboard support (ARIA combobox with a listbox). */

import {
  type AnswerProvider,
  countHits,
  isQuestion,
  type SearchProvider,
  type SearchResults,
} from '@keywright/search'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { fill, messages } from '../messages.ts'
import { useStored } from '../ui/useStored.ts'
import { Answer } from './Answer.tsx'
import { FailedSearch, HitText, linkTarget, NoResults, offsetsOf } from './Results.tsx'
import { RECENT_SEARCHES, withoutSearch, withSearch } from './recent.ts'
import type { SearchSettings } from './settings.ts'
import { useAnswer } from './useAnswer.ts'
import { resultsOf, useSearch } from './useSearch.ts'

export interface SearchPanelProps {
  readonly initialText: string
  readonly settings: SearchSettings
  readonly openProvider: () => SearchProvider
  readonly openAnswers: () => AnswerProvider
  readonly close: () => void
}

export function SearchPanel({ initialText, settings, openProvider, openAnswers, close }: SearchPanelProps) {
  const [query, setQuery] = useState(initialText)
  const [active, setActive] = useState(0)
  /** Set if the reader pressed Enter while the results for the current text were loading. */
  const [opensFirst, setOpensFirst] = useState(false)
  const [recent, setRecent] = useStored(RECENT_SEARCHES)
  /** The question for a hosted assistant, sent only on Enter. */
  const [asked, setAsked] = useState('')
  const isHosted = settings.assistant !== undefined
  const waitsForEnter = isHosted && asked !== query && isQuestion(query)
  const answer = useAnswer(isHosted ? asked : query, openAnswers)
  const state = useSearch(query, openProvider)
  const results = resultsOf(state)
  const ids = useId()
  const field = useRef<HTMLInputElement>(null)
  const count = results ? countHits(results.groups) : 0
  const optionId = (index: number) => `${ids}-option-${index}`

  useEffect(() => {
    document.getElementById(`${ids}-option-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, ids])

  useEffect(() => {
    if (!opensFirst || state.kind === 'loading') return
    setOpensFirst(false)
    if (state.kind === 'found') document.getElementById(`${ids}-option-0`)?.click()
  }, [opensFirst, state.kind, ids])

  function change(text: string) {
    setQuery(text)
    setActive(0)
    setOpensFirst(false)
    // The results replace the clicked element.
    field.current?.focus()
  }

  function opened() {
    setRecent(withSearch(recent, query))
    close()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    // A search field would handle the first Escape itself and clear its text.
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && waitsForEnter) setAsked(query)
    else if (event.key === 'Enter' && state.kind === 'loading' && active === 0) setOpensFirst(true)
    else if (count === 0) return
    else if (event.key === 'ArrowDown') setActive((active + 1) % count)
    else if (event.key === 'ArrowUp') setActive((active + count - 1) % count)
    else if (event.key === 'Enter') document.getElementById(optionId(active))?.click()
    else return
    event.preventDefault()
  }

  return (
    <div className="search-panel">
      <div className="search-field">
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label={messages.searchDocumentation}
          // biome-ignore lint/a11y/noAutofocus: a dialog begins at its field
          autoFocus
          aria-expanded={count > 0}
          aria-controls={`${ids}-list`}
          aria-autocomplete="list"
          aria-activedescendant={count > 0 ? optionId(active) : undefined}
          placeholder={messages.searchDocumentation}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={query}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="search-body">
        {state.kind === 'failed' && (
          <FailedSearch
            onRetry={() => {
              field.current?.focus()
              state.retry()
            }}
          />
        )}
        {state.kind === 'loading' && !results && <p className="search-message">{messages.loadingIndex}</p>}
        {waitsForEnter && <p className="search-message">{messages.pressToAsk}</p>}
        {answer && !waitsForEnter && <Answer answer={answer} onOpen={opened} />}
        {state.kind === 'found' && count === 0 && (
          <NoResults
            query={state.results.query}
            suggestions={state.results.suggestions}
            feedbackHref={settings.feedbackHref}
            onSuggestion={change}
          />
        )}
        {state.kind === 'idle' && (
          <Recent
            entries={recent}
            onOpen={change}
            onForget={(entry) => setRecent(withoutSearch(recent, entry))}
          />
        )}
        <div id={`${ids}-list`} role="listbox" aria-label={messages.searchResults} hidden={count === 0}>
          {results && (
            <Groups
              results={results}
              active={active}
              optionId={optionId}
              onOpen={opened}
              onPoint={setActive}
            />
          )}
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {state.kind === 'found' ? fill(messages.resultCount, { count: state.results.count }) : ''}
      </p>
      <div className="search-foot">
        {settings.searchPagePath && results && results.count > 0 ? (
          <a href={`${settings.searchPagePath}?q=${encodeURIComponent(query)}`} onClick={opened}>
            {fill(messages.seeAllResults, { count: results.count })}
          </a>
        ) : (
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {messages.keysToChoose}, <kbd>Enter</kbd> {messages.keysToOpen},{' '}
            <kbd>Esc</kbd> {messages.keysToClose}
          </span>
        )}
      </div>
    </div>
  )
}

function Groups(props: {
  results: SearchResults
  active: number
  optionId: (index: number) => string
  onOpen: () => void
  onPoint: (index: number) => void
}) {
  const { groups } = props.results
  const offsets = offsetsOf(groups)
  return groups.map((group, groupIndex) => (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with role="group"
    <div role="group" aria-label={group.title} key={group.title} className="search-group">
      <p className="search-group-title" aria-hidden="true">
        {group.title}
      </p>
      {group.hits.map((hit, hitIndex) => {
        const index = offsets[groupIndex]! + hitIndex
        return (
          <a
            key={hit.href}
            id={props.optionId(index)}
            role="option"
            aria-selected={index === props.active}
            tabIndex={-1}
            className="search-hit"
            href={hit.href}
            {...linkTarget(hit)}
            onClick={props.onOpen}
            onPointerMove={() => index !== props.active && props.onPoint(index)}
          >
            <HitText hit={hit} />
          </a>
        )
      })}
    </div>
  ))
}

function Recent(props: {
  entries: readonly string[]
  onOpen: (text: string) => void
  onForget: (text: string) => void
}) {
  if (props.entries.length === 0) return <p className="search-message">{messages.typeToSearch}</p>
  return (
    <div className="search-recent">
      <p className="search-group-title">{messages.recentSearches}</p>
      <ul>
        {props.entries.map((entry) => (
          <li key={entry}>
            <button type="button" className="search-hit" onClick={() => props.onOpen(entry)}>
              {entry}
            </button>
            <button type="button" className="search-forget" onClick={() => props.onForget(entry)}>
              {messages.remove}
              <span className="visually-hidden"> {fill(messages.fromRecentSearches, { entry })}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
