/** A query and what it finds, as React state: the newest query wins, whatever order answers come in. */
import { useEffect, useState } from 'react'
import type { SearchProvider, SearchResults } from './provider.ts'

export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly previous?: SearchResults }
  | { readonly kind: 'found'; readonly results: SearchResults }
  | { readonly kind: 'failed'; readonly retry: () => void }

/** @param open gives the provider; asked again for each try, so that a failed load can be repeated */
export function useSearch(query: string, open: () => SearchProvider): SearchState {
  const [state, setState] = useState<SearchState>({ kind: 'idle' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed search
  useEffect(() => {
    const text = query.trim()
    if (!text) {
      setState({ kind: 'idle' })
      return
    }
    const abort = new AbortController()
    setState((before) =>
      before.kind === 'found' ? { kind: 'loading', previous: before.results } : { kind: 'loading' },
    )
    const provider = open()
    const show = async () => {
      const results = await provider.search(text, { signal: abort.signal })
      if (!abort.signal.aborted) setState({ kind: 'found', results })
    }
    const fail = () => {
      if (!abort.signal.aborted) setState({ kind: 'failed', retry: () => setAttempt((count) => count + 1) })
    }
    show().then(() => provider.complete?.then(show), fail)
    return () => abort.abort()
  }, [query, attempt, open])
  return state
}
