/** Recent searches in browser storage, if available. */
import type { StoredValue } from '../shared/useStored.ts'

const MOST = 5

/** Newest first. */
export const RECENT_SEARCHES: StoredValue<readonly string[]> = {
  key: 'search.recent',
  fallback: [],
  parse: (stored) =>
    Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string').slice(0, MOST) : undefined,
}

/** Puts a search first. Ignores case for duplicates. */
export function withSearch(recent: readonly string[], query: string): readonly string[] {
  const text = query.trim()
  if (!text) return recent
  return [text, ...recent.filter((entry) => entry.toLowerCase() !== text.toLowerCase())].slice(0, MOST)
}

export const withoutSearch = (recent: readonly string[], query: string): readonly string[] =>
  recent.filter((entry) => entry !== query)
