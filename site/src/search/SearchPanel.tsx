/** A field and results with full keyboard support (ARIA combobox with a listbox), in the dialog and on the search page. */

import { countHits } from '@keywright/search'
import { hasModifier, type Modifiers } from '@keywright/ui/keys'
import { type ComponentProps, type MouseEvent, useRef, useState } from 'react'
import { fill, messages } from '../config/messages.ts'
import { AnswerBox } from './Answer.tsx'
import { SearchMessage } from './Messages.tsx'
import { ResultList } from './Results.tsx'
import { MOST_CHARACTERS, readSearchSettings } from './settings.ts'
import { useCombobox } from './useCombobox.ts'
import { useHeld, usePointer } from './useHeld.ts'
import { useAnswer, useSearch } from './useLatest.ts'

const searchOrAsk = messages.search + messages.orAsk

interface SearchPanelProps {
  readonly initialText: string
  /** Whether to show all results, as the search page does. */
  readonly all?: boolean
  readonly onQuery?: (query: string) => void
  /** Called when the reader opens something in this window. */
  readonly onOpen?: () => void
}

export function SearchPanel({ initialText, all = false, onQuery, onOpen }: SearchPanelProps) {
  const [settings] = useState(() => readSearchSettings())
  const [query, setQuery] = useState(initialText)
  const search = useSearch(query, settings, all)
  const { latestAnswer, ask } = useAnswer(query, search?.value, settings.assistant)
  const { pointer, handlers, forget } = usePointer()
  const results = useHeld(search?.value, pointer === 'down')
  const isLoading = search?.state === 'loading' && results?.query !== query.trim()
  const combobox = useCombobox(results ? countHits(results.groups) : 0, isLoading, ask ? 1 : 0)
  // An answer moves the rows, so one that wasn't asked for waits for a reader who has turned to them.
  const answer = useHeld(latestAnswer, !settings.assistant && (pointer !== 'away' || combobox.active > 0))
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)

  function change(text: string) {
    setQuery(text)
    onQuery?.(text)
    combobox.reset()
    forget()
    // The first row is chosen, and must be in sight, with the field above it.
    body.current!.scrollTop = 0
    field.current!.scrollIntoView({ block: 'nearest' })
  }

  /** Suggestions, Retry and the offer to ask disappear, and then keys go on in the field. */
  const onClick = ({ target }: MouseEvent) =>
    (target as Element).closest('button:not([data-copy])') && field.current!.focus()

  // The reader opens it elsewhere, and may open more.
  const opened = (click: Modifiers) => hasModifier(click) || onOpen?.()

  return (
    <div className="search-panel">
      <SearchField
        ref={field}
        autoFocus={!all}
        value={query}
        onChange={(event) => change(event.target.value)}
        {...combobox.field}
      />
      {/* biome-ignore lint/a11y: buttons inside get the keys */}
      <div className="search-body" ref={body} onClick={onClick}>
        <SearchMessage search={search} settings={settings} onSuggestion={change} />
        <AnswerBox answer={answer} onOpen={opened} />
        <ResultList
          groups={results?.groups ?? []}
          answered={answer?.value?.sources ?? []}
          ask={ask}
          combobox={combobox}
          onOpen={opened}
          {...handlers}
        />
      </div>
      <p className={all ? 'search-foot' : 'visually-hidden'} role="status">
        {search?.state === 'done' && resultCount(search.value!.count)}
      </p>
      <div className="search-foot">
        {settings.searchPagePath && !all && results && results.count > 1 ? (
          <a href={`${settings.searchPagePath}?q=${encodeURIComponent(query)}`} onClick={opened}>
            {fill(messages.seeAllResults, { count: results.count })}
          </a>
        ) : (
          <Keys closes={!all} />
        )}
      </div>
    </div>
  )
}

/** For names of programs, too: nothing corrects what is typed. */
const SearchField = (props: ComponentProps<'input'>) => (
  <div className="search-field">
    <input
      aria-label={searchOrAsk}
      placeholder={searchOrAsk}
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={MOST_CHARACTERS}
      {...props}
    />
  </div>
)

const resultCount = (count: number) =>
  count === 1 ? messages.oneResult : fill(messages.resultCount, { count })

const Keys = ({ closes }: { closes: boolean }) => (
  <span>
    <kbd>↑</kbd> <kbd>↓</kbd> {messages.keysToChoose}, <kbd>Enter</kbd> {messages.keysToOpen}
    {closes && [', ', <kbd key="Esc">Esc</kbd>, ` ${messages.keysToClose}`]}
  </span>
)
