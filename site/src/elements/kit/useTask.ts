/** Work that takes a moment: the newest run counts, an older one that comes late is dropped. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { inWordsOfUpdate } from '../../ui/outdated.ts'
import { inWordsOfUse } from '../../ui/secureOrigin.ts'

export interface Task<T> {
  readonly isBusy: boolean
  /** Of the last run that went well; it stays while a newer one works. */
  readonly value: T | undefined
  /** Of the last run. */
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
  // Also when the element is gone.
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
 * What follows from the values of a form, computed again at each change.
 * @param work made with `useCallback`, so that it changes when the values do
 */
export function useComputed<T>(work: () => Promise<T>): Omit<Task<T>, 'run'> {
  const { run, ...state } = useTask<T>()
  useEffect(() => void run(work), [run, work])
  return state
}
