/** Results of the latest query, as React state, regardless of response order. */

import type { SearchProvider, SearchResults } from '@keywright/search'
import { useEffect, useState } from 'react'

export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly previous?: SearchResults }
  | { readonly kind: 'found'; readonly results: SearchResults }
  | { readonly kind: 'failed'; readonly retry: () => void }

export interface UseSearchOptions {
  /** Whether to load all results, and not only the first ones. */
  readonly all?: boolean
}

/** @param open returns the provider. Called on each try, so that a failed load can be repeated. */
export function useSearch(
  query: string,
  open: () => SearchProvider,
  { all = false }: UseSearchOptions = {},
): SearchState {
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
    setState((before) => {
      const previous = resultsOf(before)
      return previous ? { kind: 'loading', previous } : { kind: 'loading' }
    })
    const { signal } = abort
    const show = (results: SearchResults) => {
      if (!signal.aborted) setState({ kind: 'found', results })
    }
    const provider = open()
    async function search() {
      show(await provider.search(text, { signal, all }))
    }
    search().catch(() => {
      if (!signal.aborted) setState({ kind: 'failed', retry: () => setAttempt((count) => count + 1) })
    })
    return () => abort.abort()
  }, [query, attempt, open, all])
  return state
}

/** Results to show: those of the previous search while a search is running. */
export function resultsOf(state: SearchState): SearchResults | undefined {
  if (state.kind === 'found') return state.results
  return state.kind === 'loading' ? state.previous : undefined
}
