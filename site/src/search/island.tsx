/** The search page: the search, with all results, under a URL (`?q=`). */
import { useState } from 'react'
import { writeEntry } from '../shared/historyEntry.ts'
import { SearchPanel } from './SearchPanel.tsx'
import './search.css'
import { MOST_CHARACTERS } from './settings.ts'

const QUERY_PARAMETER = 'q'

export default function SearchPage() {
  const [asked] = useState(() => new URLSearchParams(location.search).get(QUERY_PARAMETER) ?? '')
  function keep(query: string) {
    const address = new URL(location.href)
    if (query) address.searchParams.set(QUERY_PARAMETER, query)
    else address.searchParams.delete(QUERY_PARAMETER)
    writeEntry(history, 'replace', history.state, address.href)
  }
  return (
    <search className="search-page">
      <SearchPanel initialText={asked.slice(0, MOST_CHARACTERS)} all onQuery={keep} />
    </search>
  )
}
