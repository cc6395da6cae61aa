/** State of the current run. Runs are sequential. */
import type { RunEvent, RunOutcome } from '@keywright/sandbox/runner'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { type Code, runInPage } from './runInPage.ts'

export interface RunState {
  readonly phase: 'idle' | 'starting' | 'running' | 'ended'
  readonly events: readonly RunEvent[]
  /** Set when the run has ended. */
  readonly outcome: RunOutcome | undefined
}

type Change =
  | { readonly kind: 'reset' | 'started' }
  | { readonly kind: 'happened'; readonly event: RunEvent }
  | { readonly kind: 'ended'; readonly outcome: RunOutcome }

const IDLE: RunState = { phase: 'idle', events: [], outcome: undefined }

function change(state: RunState, next: Change): RunState {
  switch (next.kind) {
    case 'reset':
      return IDLE
    case 'started':
      return { ...IDLE, phase: 'starting' }
    case 'happened':
      return { ...state, phase: 'running', events: [...state.events, next.event] }
    case 'ended':
      return { ...state, phase: 'ended', outcome: next.outcome }
  }
}

export interface Run extends RunState {
  /** Resolves with the outcome, or undefined if another run replaced it. */
  start(code: Code): Promise<RunOutcome | undefined>
  stop(): void
  reset(): void
}

export function useRun(): Run {
  const [state, tell] = useReducer(change, IDLE)
  const current = useRef<AbortController>(undefined)
  const stop = useCallback(() => current.current?.abort(), [])
  const leave = useCallback(() => {
    current.current?.abort()
    current.current = undefined
  }, [])
  useEffect(() => leave, [leave])

  const start = useCallback(
    async (code: Code) => {
      leave()
      const controller = new AbortController()
      current.current = controller
      const isCurrent = () => current.current === controller
      tell({ kind: 'started' })
      let requests = 0
      const outcome = await runInPage(
        code,
        (event) => {
          if (event.kind === 'request') requests++
          if (isCurrent()) tell({ kind: 'happened', event })
        },
        controller.signal,
      )
      if (!isCurrent()) return undefined
      // The console holds them.
      document.querySelector('.console-opener')?.setAttribute('data-count', String(requests))
      tell({ kind: 'ended', outcome })
      return outcome
    },
    [leave],
  )
  const reset = useCallback(() => {
    leave()
    tell({ kind: 'reset' })
  }, [leave])
  return { ...state, start, stop, reset }
}
