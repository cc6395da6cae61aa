/** The reader's recent searches, kept in the browser when it allows. */

const KEY = 'search.recent'
const MOST = 5

/** Newest first; empty when nothing is stored or storage is unavailable. */
export function listRecent(storage: Pick<Storage, 'getItem'> | undefined): string[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Puts a search first; the same text in other letter case counts once. */
export function rememberSearch(storage: Storage | undefined, query: string): void {
  const text = query.trim()
  if (!text) return
  const rest = listRecent(storage).filter((entry) => entry.toLowerCase() !== text.toLowerCase())
  write(storage, [text, ...rest].slice(0, MOST))
}

export function forgetSearch(storage: Storage | undefined, query: string): void {
  write(
    storage,
    listRecent(storage).filter((entry) => entry !== query),
  )
}

function write(storage: Storage | undefined, entries: readonly string[]) {
  try {
    storage?.setItem(KEY, JSON.stringify(entries))
  } catch {
    // A full or forbidden storage costs the reader the list, nothing else.
  }
}
