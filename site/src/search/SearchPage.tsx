/** The search page: the same results under a URL (`?q=`). */

import type { SearchProvider } from '@keywright/search'
import { useEffect, useRef, useState } from 'react'
import { fill, messages } from '../config/messages.ts'
import { writeEntry } from '../shared/historyEntry.ts'
import { EmptySearch, HitText, linkTarget } from './Results.tsx'
import { MOST_CHARACTERS, type SearchSettings } from './settings.ts'
import { useSearch } from './useLatest.ts'

export const QUERY_PARAMETER = 'q'

export function SearchPage(props: { settings: SearchSettings; openProvider: () => SearchProvider }) {
  const [query, setQuery] = useState(() =>
    (new URLSearchParams(location.search).get(QUERY_PARAMETER) ?? '').slice(0, MOST_CHARACTERS),
  )
  const search = useSearch(query, props.openProvider, true)
  const results = search?.value
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const address = new URL(location.href)
    if (query) address.searchParams.set(QUERY_PARAMETER, query)
    else address.searchParams.delete(QUERY_PARAMETER)
    writeEntry(history, 'replace', history.state, address.href)
  }, [query])

  return (
    <search className="search-page">
      <form className="search-field" onSubmit={(event) => event.preventDefault()}>
        <input
          ref={field}
          type="search"
          aria-label={messages.searchDocumentation}
          placeholder={messages.searchDocumentation}
          maxLength={MOST_CHARACTERS}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </form>
      <p role="status">
        {search?.state === 'done' && results?.count
          ? fill(messages.resultCount, { count: results.count })
          : ''}
      </p>
      <EmptySearch search={search} settings={props.settings} field={field} onSuggestion={setQuery} />
      {results?.groups.map((group) => (
        <section key={group.title} className="search-group">
          <h2>{group.title}</h2>
          {group.hits.map((hit) => (
            <a key={hit.href} className="search-hit" href={hit.href} {...linkTarget(hit)}>
              <HitText hit={hit} />
            </a>
          ))}
        </section>
      ))}
    </search>
  )
}
