/** What the search says instead of results. */
import type { SearchResults } from '@keywright/search'
import { messages } from '../config/messages.ts'
import { LoadFailure } from '../shared/LoadFailure.tsx'
import { QUESTIONS, type SearchSettings } from './settings.ts'
import type { Latest } from './useLatest.ts'

interface SearchMessageProps {
  readonly search: Latest<SearchResults> | undefined
  readonly settings: SearchSettings
  readonly onSuggestion: (text: string) => void
}

export function SearchMessage({ search, settings, onSuggestion }: SearchMessageProps) {
  if (!search)
    return (
      <div className="search-message">
        <Suggestions title={messages.typeToSearch} texts={QUESTIONS} onChoose={onSuggestion} />
      </div>
    )
  if (search.state === 'failed')
    return <LoadFailure title={messages.searchFailed} error={search.error} onRetry={search.retry} />
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
