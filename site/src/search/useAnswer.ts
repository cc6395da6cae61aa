/** Answer to the latest question, as React state. */
import type { AnswerPart, AnswerProvider } from '@keywright/search'
import { useEffect, useState } from 'react'

export interface AnswerState {
  readonly state: 'asking' | 'done' | 'failed'
  readonly parts: readonly AnswerPart[]
  readonly retry: () => void
}

/** Delay before answering, so that it waits for the end of typing. */
const SETTLED_MS = 250

/** @param question text that may be a question; empty for none */
function useAnswer(question: string, open: () => AnswerProvider): AnswerState | undefined {
  const [answer, setAnswer] = useState<AnswerState>()
  const [attempt, setAttempt] = useState(0)
  const text = question.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed question
  useEffect(() => {
    const retry = () => setAttempt((count) => count + 1)
    setAnswer(text === '' ? undefined : { state: 'asking', parts: [], retry })
    if (text === '') return
    const abort = new AbortController()
    const show = (next: Omit<AnswerState, 'retry'>) => !abort.signal.aborted && setAnswer({ ...next, retry })
    async function ask() {
      let parts: readonly AnswerPart[] = []
      try {
        for await (const part of open().ask(text, abort.signal))
          show({ state: 'asking', parts: (parts = joined(parts, part)) })
        show({ state: 'done', parts })
      } catch {
        show({ state: 'failed', parts })
      }
    }
    const timer = setTimeout(ask, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, open, attempt])
  return answer
}

/** Answers the query while the reader types. A hosted assistant receives questions only on Enter. */
export function useQuestion(query: string, isHosted: boolean, open: () => AnswerProvider) {
  const [asked, setAsked] = useState('')
  const waitsForEnter = isHosted && asked !== query && isQuestion(query)
  const answer = useAnswer(isHosted ? asked : query, open)
  return { answer: waitsForEnter ? undefined : answer, waitsForEnter, ask: () => setAsked(query) }
}

/** Whether a hosted assistant is offered: a search is shorter. */
const isQuestion = (text: string): boolean => text.trim().split(/\s+/).length >= 3 || /\?\s*$/.test(text)

/** Joins consecutive pieces of text. */
function joined(parts: readonly AnswerPart[], part: AnswerPart): readonly AnswerPart[] {
  const last = parts.at(-1)
  if (part.kind !== 'text' || last?.kind !== 'text') return [...parts, part]
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + part.text }]
}
