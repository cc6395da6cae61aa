/** Results and the answer of the latest text, as React state, regardless of the order in which they arrive. */
import type { Answer, AnswerProvider, SearchProvider, SearchResults } from '@keywright/search'
import { useCallback, useEffect, useState } from 'react'

export interface Latest<T> {
  readonly state: 'loading' | 'done' | 'failed'
  /** As far as it has arrived. */
  readonly value: T | undefined
  readonly retry: () => void
}

export type SearchState = Latest<SearchResults>
export type AnswerState = Latest<Answer>

/** Delay before answering, so that it waits for the end of typing. */
const SETTLED_MS = 250

/** The results before stay until the new ones arrive. @param all whether to load all, and not only the first ones */
export function useSearch(query: string, open: () => SearchProvider, all = false): SearchState | undefined {
  const run = useCallback(
    (text: string, signal: AbortSignal) => once(open().search(text, { signal, all })),
    [open, all],
  )
  return useLatest(query.trim(), run, 0)
}

/** Answers the query while the reader types. A hosted assistant receives questions only on Enter. */
export function useQuestion(query: string, isHosted: boolean, open: () => AnswerProvider) {
  const [asked, setAsked] = useState('')
  const isOfAnother = isHosted && asked !== query
  const run = useCallback((text: string, signal: AbortSignal) => open().ask(text, signal), [open])
  const answer = useLatest((isHosted ? asked : query).trim(), run, SETTLED_MS)
  return {
    answer: isOfAnother ? undefined : answer,
    waitsForEnter: isOfAnother && isQuestion(query),
    ask: () => setAsked(query),
  }
}

/** Whether a hosted assistant is offered: a search is shorter. */
const isQuestion = (text: string): boolean => text.trim().split(/\s+/).length >= 3 || /\?\s*$/.test(text)

async function* once<T>(value: Promise<T>): AsyncIterable<T> {
  yield await value
}

/**
 * @param text undefined is returned for an empty one
 * @param run called on each try, so that a failed load can be repeated
 * @param delay in milliseconds; with it, nothing stays of the text before
 */
function useLatest<T>(
  text: string,
  run: (text: string, signal: AbortSignal) => AsyncIterable<T>,
  delay: number,
): Latest<T> | undefined {
  const [latest, setLatest] = useState<Latest<T>>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed try
  useEffect(() => {
    const retry = () => setAttempt((count) => count + 1)
    const before = (last: typeof latest) =>
      delay === 0 && last?.state !== 'failed' ? last?.value : undefined
    setLatest((last) => (text === '' ? undefined : { state: 'loading', value: before(last), retry }))
    if (text === '') return
    const abort = new AbortController()
    const show = (state: Latest<T>['state'], value: T | undefined) =>
      abort.signal.aborted || setLatest({ state, value, retry })
    async function follow(values: AsyncIterable<T>) {
      let value: T | undefined
      try {
        for await (value of values) show('loading', value)
        show('done', value)
      } catch {
        show('failed', value)
      }
    }
    const start = () => void follow(run(text, abort.signal))
    const timer = delay === 0 ? start() : setTimeout(start, delay)
    return () => {
      clearTimeout(timer ?? undefined)
      abort.abort()
    }
  }, [text, run, attempt, delay])
  return latest
}
