/** What the search says instead of results, and failures. */
import type { SearchResults } from '@keywright/search'
import { useEffect, useState } from 'react'
import { messages } from '../config/messages.ts'
import { ErrorBox } from '../shared/ErrorBox.tsx'
import { isOutdated, OUTDATED } from '../shared/outdated.ts'
import { QUESTIONS, type SearchSettings } from './settings.ts'
import type { Latest } from './useLatest.ts'

interface SearchMessageProps {
  readonly search: Latest<SearchResults> | undefined
  readonly settings: SearchSettings
  readonly onRetry: (retry: () => void) => void
  readonly onSuggestion: (text: string) => void
}

export function SearchMessage({ search, settings, onRetry, onSuggestion }: SearchMessageProps) {
  if (!search)
    return (
      <div className="search-message">
        <Suggestions title={messages.typeToSearch} texts={QUESTIONS} onChoose={onSuggestion} />
      </div>
    )
  if (search.state === 'failed')
    return <Failure title={messages.searchFailed} onRetry={() => onRetry(search.retry)} />
  if (!search.value) return <p className="search-message">{messages.loadingIndex}</p>
  const { query, groups, suggestions } = search.value
  if (search.state === 'loading' || groups.length > 0) return null
  return (
    <div className="search-message">
      <p>
        {messages.noResultsFor} “<strong>{query}</strong>”
      </p>
      {suggestions.length > 0 && (
        <Suggestions title={messages.trySearchingFor} texts={suggestions} onChoose={onSuggestion} />
      )}
      <p>
        {messages.believe} <a href={settings.feedbackHref}>{messages.letUsKnow}</a>
      </p>
    </div>
  )
}

interface SuggestionsProps {
  readonly title: string
  readonly texts: readonly string[]
  readonly onChoose: (text: string) => void
}

/** Texts to search for, as buttons. */
const Suggestions = ({ title, texts, onChoose }: SuggestionsProps) => (
  <>
    <p>{title}</p>
    <ul className="search-suggestions">
      {texts.map((text) => (
        <li key={text}>
          <button type="button" className="button" onClick={() => onChoose(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  </>
)

/** A failed fetch, with a button that repeats it. */
export function Failure({ title, onRetry }: { title: string; onRetry: () => void }) {
  const [advice, setAdvice] = useState<string>(messages.checkNetwork)
  useEffect(() => {
    void isOutdated().then((outdated) => outdated && setAdvice(OUTDATED))
  }, [])
  return <ErrorBox title={title} text={advice} action={messages.retry} onAction={onRetry} />
}
