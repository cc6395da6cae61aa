/** Content of the search dialog: a field and results with full keyboard support (ARIA combobox with a listbox). */

import { type AnswerProvider, countHits, type SearchProvider } from '@keywright/search'
import { hasModifier, isComposing, type Modifiers } from '@keywright/ui/keys'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { fill, messages } from '../config/messages.ts'
import { AnswerBox } from './Answer.tsx'
import { QUESTIONS } from './questions.ts'
import { ResultList } from './ResultList.tsx'
import { EmptySearch, Suggestions } from './Results.tsx'
import { MOST_CHARACTERS, type SearchSettings } from './settings.ts'
import { type Combobox, useCombobox } from './useCombobox.ts'
import { useHeld, usePointer } from './useHeld.ts'
import { useQuestion, useSearch } from './useLatest.ts'

const searchOrAsk = messages.search + messages.orAsk

export interface SearchPanelProps {
  readonly initialText: string
  readonly settings: SearchSettings
  readonly openProvider: () => SearchProvider
  readonly openAnswers: () => AnswerProvider
  readonly close: () => void
}

export function SearchPanel({ initialText, settings, openProvider, openAnswers, close }: SearchPanelProps) {
  const [query, setQuery] = useState(initialText)
  const search = useSearch(query, openProvider)
  const isHosted = settings.assistant !== undefined
  // Results and own answers are from one index: if it is lost, Retry asks again.
  const question = search?.state === 'failed' && !settings.hosted && !isHosted ? '' : query
  const { answer: latestAnswer, waitsForEnter, ask } = useQuestion(question, isHosted, openAnswers)
  const { pointer, handlers, forget } = usePointer()
  const results = useHeld(search?.value, pointer === 'down')
  const isLoading = search?.state === 'loading' && results?.query !== query.trim()
  const combobox = useCombobox(results ? countHits(results.groups) : 0, isLoading)
  // An answer moves the rows, so it waits for a reader who has turned to them.
  const answer = useHeld(latestAnswer, pointer !== 'away' || combobox.active > 0)
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)

  function change(text: string) {
    setQuery(text)
    combobox.reset()
    forget()
    // The first row is chosen, and must be in sight.
    body.current!.scrollTop = 0
    // The results replace a clicked question.
    field.current?.focus()
  }

  function opened(click: Modifiers) {
    // The reader opens it elsewhere, and may open more.
    if (!hasModifier(click)) close()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    // A search field would handle the first Escape itself and clear its text.
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && waitsForEnter) ask()
    else if (!combobox.press(event.nativeEvent)) return
    event.preventDefault()
  }

  return (
    <div className="search-panel">
      <SearchField ref={field} value={query} onChange={change} onKeyDown={onKeyDown} combobox={combobox} />
      <div className="search-body" ref={body}>
        {search?.state === 'loading' && !results && <p className="search-message">{messages.loadingIndex}</p>}
        {waitsForEnter && <p className="search-message">{messages.pressToAsk}</p>}
        <AnswerBox answer={answer} field={field} onOpen={opened} />
        <EmptySearch search={search} settings={settings} field={field} onSuggestion={change} />
        {!search && (
          <div className="search-message">
            <p>{messages.typeToSearch}</p>
            <Suggestions texts={QUESTIONS} onChoose={change} label={messages.questions} />
          </div>
        )}
        <div {...handlers}>
          <ResultList
            results={results}
            answered={answer?.value?.sources ?? []}
            combobox={combobox}
            onOpen={opened}
          />
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {search?.state === 'done' && search.value
          ? fill(messages.resultCount, { count: search.value.count })
          : ''}
      </p>
      <div className="search-foot">
        {settings.searchPagePath && results && results.count > 0 ? (
          <a href={`${settings.searchPagePath}?q=${encodeURIComponent(query)}`} onClick={opened}>
            {fill(messages.seeAllResults, { count: results.count })}
          </a>
        ) : (
          <Keys />
        )}
      </div>
    </div>
  )
}

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly combobox: Combobox
}

function SearchField({ ref, value, onChange, onKeyDown, combobox }: SearchFieldProps) {
  const { listId, optionId, count, active } = combobox
  return (
    <div className="search-field">
      <input
        ref={ref}
        type="search"
        role="combobox"
        aria-label={searchOrAsk}
        // biome-ignore lint/a11y/noAutofocus: a dialog begins at its field
        autoFocus
        aria-expanded={count > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={count > 0 ? optionId(active) : undefined}
        placeholder={searchOrAsk}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={MOST_CHARACTERS}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

const Keys = () => (
  <span>
    <kbd>↑</kbd> <kbd>↓</kbd> {messages.keysToChoose}, <kbd>Enter</kbd> {messages.keysToOpen}, <kbd>Esc</kbd>{' '}
    {messages.keysToClose}
  </span>
)
