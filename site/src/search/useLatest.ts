/** Results and the answer of the latest text, as React state, regardless of the order in which they arrive. */
import type { Answer, SearchResults } from '@keywright/search'
import { useCallback, useEffect, useState } from 'react'
import { messages } from '../config/messages.ts'
import type { AssistantConfig } from '../config/types.ts'
import { askAssistant } from './hostedAnswers.ts'
import { openProvider } from './openProvider.ts'
import type { SearchSettings } from './settings.ts'

export interface Latest<T> {
  readonly state: 'loading' | 'done' | 'failed'
  readonly value: T | undefined
  /** Of a failure. */
  readonly error: unknown
  readonly retry: () => void
}

/** Delay before answering, so that it waits for the end of typing. */
const SETTLED_MS = 250

/** The results before stay until the new ones arrive. @param all whether to load all, and not only the first ones */
export function useSearch(query: string, settings: SearchSettings, all: boolean) {
  const [provider] = useState(() => openProvider(settings))
  const load = useCallback(
    (text: string, signal: AbortSignal) => provider.search(text, { signal, all }),
    [provider, all],
  )
  return useLatest<SearchResults>(query.trim(), load, true)
}

/** That of the results, once the reader stops typing. A hosted assistant receives questions only on Enter. */
export function useAnswer(
  query: string,
  results: SearchResults | undefined,
  assistant: AssistantConfig | undefined,
) {
  const text = query.trim()
  const [asked, setAsked] = useState('')
  if (asked !== text && asked !== '') setAsked('')
  const own = !assistant && results?.query === text ? results.answer : undefined
  const load = useCallback(
    async (question: string, signal: AbortSignal) => {
      if (assistant) return askAssistant(assistant, question, signal)
      await new Promise((settled) => setTimeout(settled, SETTLED_MS))
      return signal.aborted ? undefined : own?.()
    },
    [assistant, own],
  )
  const hasAnswer = assistant ? asked === text : own !== undefined
  const latestAnswer = useLatest<Answer | undefined>(hasAnswer ? text : '', load, false)
  if (!assistant || !isQuestion(text)) return { latestAnswer }
  const isAsking = latestAnswer?.state === 'loading'
  const label = isAsking ? messages.loadingAnswer : messages.askAssistant
  const onAsk = isAsking ? undefined : (latestAnswer?.retry ?? (() => setAsked(text)))
  return { latestAnswer, ask: { label, onAsk } }
}

/** Whether a hosted assistant is offered: a search is shorter. */
const isQuestion = (text: string): boolean => text.split(/\s+/).length >= 3 || text.endsWith('?')

/**
 * @param text undefined is returned for an empty one
 * @param load called on each try, so that a failed load can be repeated
 * @param staysUntilNext whether the value of the text before is returned while that of the new one loads
 */
function useLatest<T>(
  text: string,
  load: (text: string, signal: AbortSignal) => Promise<T>,
  staysUntilNext: boolean,
): Latest<T> | undefined {
  const [latest, setLatest] = useState<Latest<T> & { readonly text: string }>()
  const [attempt, setAttempt] = useState(0)
  const show = (state: Latest<T>['state'], value?: T, error?: unknown) =>
    setLatest({ text, state, value, error, retry: () => setAttempt(attempt + 1) })
  const start = () =>
    text === '' ? setLatest(undefined) : show('loading', staysUntilNext ? latest?.value : undefined)
  // While rendering, so that results never stand there as if they had no answer.
  if ((latest?.text ?? '') !== text) start()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed try
  useEffect(() => {
    if (text === '') return
    start()
    const abort = new AbortController()
    load(text, abort.signal).then(
      (value) => abort.signal.aborted || show('done', value),
      (error) => abort.signal.aborted || show('failed', undefined, error),
    )
    return () => abort.abort()
  }, [text, load, attempt, staysUntilNext])
  return latest
}
