/** What views stand on: the host, its news, and values that are read again when the news concern them. */
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import type { Api } from './api.ts'
import type { EventName } from './connection.ts'

export interface Bus {
  /** Calls back at each of these events, and when everything may have changed. @returns how to stop */
  on(names: readonly EventName[], changed: () => void): () => void
}

export interface Place {
  readonly section: string
  /** What is open in the section. */
  readonly id?: string
}

interface Host {
  readonly api: Api
  readonly bus: Bus
  goTo(place: Place): void
}

export const HostContext = createContext<Host | undefined>(undefined)

/** @throws Error outside the console */
export function useHost(): Host {
  const host = use(HostContext)
  if (!host) throw new Error('useHost is for components of the console')
  return host
}

export interface Live<T> {
  /** What was read last, also while a later reading fails. */
  readonly value: T | undefined
  /** Of the last reading. */
  readonly error: unknown
  reload(): void
}

/** Several events in a row are one reading. */
const GATHER_MS = 60

/**
 * A value of the host, read again at each of the events.
 * @param load reads it; a new function reads anew, so it is made with `useCallback`
 * @param names a list that was made once, outside the component
 */
export function useLive<T>(load: (api: Api) => Promise<T>, names: readonly EventName[]): Live<T> {
  const { api, bus } = useHost()
  const [state, setState] = useState<{ load: unknown; value?: T; error?: unknown }>({ load })
  const again = useRef<() => void>(() => undefined)
  useEffect(() => {
    let isGone = false
    let isReading = false
    let isStale = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function read(): Promise<void> {
      if (isReading) {
        isStale = true
        return
      }
      isReading = true
      isStale = false
      const next = await load(api).then(
        (value) => ({ load, value }),
        (error: unknown) => ({ error }),
      )
      isReading = false
      if (isGone) return
      setState((before) => ({ ...(before.load === load ? before : { load }), error: undefined, ...next }))
      if (isStale) soon()
    }
    function soon(): void {
      clearTimeout(timer)
      timer = setTimeout(read, GATHER_MS)
    }
    again.current = () => void read()
    void read()
    const stop = bus.on(names, soon)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop()
    }
  }, [api, bus, load, names])
  const reload = useCallback(() => again.current(), [])
  // What was read for something else is not shown for this.
  const isOurs = state.load === load
  return { value: isOurs ? state.value : undefined, error: isOurs ? state.error : undefined, reload }
}

export interface Action {
  readonly isBusy: boolean
  readonly error: unknown
  /** What came of the last run, in a sentence. */
  readonly said: string | undefined
  /** @param task answers what to tell the reader, if anything */
  run(task: () => Promise<string | undefined>): void
}

/** Does something on the host, one at a time, and keeps what went wrong. */
export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, 'run'>>({
    isBusy: false,
    error: undefined,
    said: undefined,
  })
  const isBusy = useRef(false)
  const run = useCallback((task: () => Promise<string | undefined>) => {
    if (isBusy.current) return
    isBusy.current = true
    setState({ isBusy: true, error: undefined, said: undefined })
    const end = (outcome: { said?: string | undefined; error?: unknown }) => {
      isBusy.current = false
      setState({ isBusy: false, error: undefined, said: undefined, ...outcome })
    }
    task().then(
      (said) => end({ said }),
      (error: unknown) => end({ error }),
    )
  }, [])
  return { ...state, run }
}
