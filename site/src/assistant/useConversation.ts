/** The state of a conversation: turns, each with what has come of its answer. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerPart, AssistantProvider, Turn } from './provider.ts'

export interface ShownTurn extends Turn {
  readonly state: 'asking' | 'done' | 'failed'
  /** Why it failed. */
  readonly error?: Error
}

export interface Conversation {
  readonly turns: readonly ShownTurn[]
  ask(question: string): void
  /** Asks the last question again. */
  retry(): void
  clear(): void
}

/** @param onAnswered says the whole answer to assistive technology */
export function useConversation(
  provider: AssistantProvider,
  onAnswered: (turn: ShownTurn) => void,
): Conversation {
  const [turns, setTurns] = useState<readonly ShownTurn[]>([])
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = useCallback(
    async (question: string, before: readonly ShownTurn[]) => {
      running.current?.abort()
      const { signal } = (running.current = new AbortController())
      let turn: ShownTurn = { question, parts: [], state: 'asking' }
      const show = (next: ShownTurn) => {
        turn = next
        if (!signal.aborted) setTurns([...before, next])
      }
      show(turn)
      try {
        for await (const part of provider.ask(question, before, signal))
          show({ ...turn, parts: joined(turn.parts, part) })
        show({ ...turn, state: 'done' })
      } catch (error) {
        show({ ...turn, state: 'failed', error: error as Error })
      }
      if (!signal.aborted) onAnswered(turn)
    },
    [provider, onAnswered],
  )

  return {
    turns,
    ask: (question) =>
      void run(
        question,
        turns.filter(({ state }) => state === 'done'),
      ),
    retry: () => void run(turns.at(-1)!.question, turns.slice(0, -1)),
    clear() {
      running.current?.abort()
      setTurns([])
    },
  }
}

/** Pieces of text that follow each other are one text. */
function joined(parts: readonly AnswerPart[], part: AnswerPart): readonly AnswerPart[] {
  const last = parts.at(-1)
  if (part.kind !== 'text' || last?.kind !== 'text') return [...parts, part]
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + part.text }]
}
