/** Searches that the reader opened results of, as suggestions. */

import { fill, messages } from '../config/messages.ts'
import { useStored } from '../shared/useStored.ts'
import { RECENT_SEARCHES, withoutSearch } from './recent.ts'

export function RecentSearches({ onOpen }: { onOpen: (text: string) => void }) {
  const [entries, setEntries] = useStored(RECENT_SEARCHES)
  if (entries.length === 0) return null
  return (
    <div className="search-recent">
      <p className="search-group-title">{messages.recentSearches}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry}>
            <button type="button" className="search-hit" onClick={() => onOpen(entry)}>
              {entry}
            </button>
            <button
              type="button"
              className="search-forget"
              onClick={() => setEntries(withoutSearch(entries, entry))}
            >
              {messages.remove}
              <span className="visually-hidden"> {fill(messages.fromRecentSearches, { entry })}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
