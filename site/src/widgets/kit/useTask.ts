/** Asynchronous work. Only the latest run counts, and late results of earlier runs are dropped. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { inWordsOfUpdate } from '../../shared/outdated.ts'
import { inWordsOfUse } from '../../shared/secureOrigin.ts'

export interface Task<T> {
  readonly isBusy: boolean
  /** Result of the last successful run, kept during a newer run. */
  readonly value: T | undefined
  /** Error of the last run. */
  readonly error: unknown
  run(work: () => Promise<T>): Promise<void>
}

export function useTask<T>(): Task<T> {
  const [state, setState] = useState<Omit<Task<T>, 'run'>>({
    isBusy: false,
    value: undefined,
    error: undefined,
  })
  const newest = useRef(0)
  // Unmounting drops pending results too.
  useEffect(() => () => void newest.current++, [])
  const run = useCallback(async (work: () => Promise<T>) => {
    const number = ++newest.current
    setState((before) => ({ ...before, isBusy: true }))
    const end = (change: { value?: T; error: unknown }) => {
      if (newest.current === number) setState((before) => ({ ...before, ...change, isBusy: false }))
    }
    try {
      end({ value: await work(), error: undefined })
    } catch (error) {
      end({ error: inWordsOfUse(await inWordsOfUpdate(error)) })
    }
  }, [])
  return { ...state, run }
}

/**
 * Recomputes a value whenever the form changes.
 * @param work wrapped in `useCallback`, so that it changes with the form's values
 */
export function useComputed<T>(work: () => Promise<T>): Omit<Task<T>, 'run'> {
  const { run, ...state } = useTask<T>()
  useEffect(() => void run(work), [run, work])
  return state
}
