/** Shared hooks of the views: the host, its events, and values that reload on events. */
import type { OrganizationNode } from '@keywright/devhost'
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import type { Api } from './api.ts'
import type { Connection, EventName } from './connection.ts'

export interface Bus {
  /** Calls back on each of these events and after a reconnect. @returns a function that unsubscribes */
  on(names: readonly EventName[], changed: () => void): () => void
}

export interface Place {
  readonly section: string
  /** The open item of the section. */
  readonly id?: string
}

interface Host extends Pick<Connection, 'isSandbox'> {
  readonly api: Api
  readonly bus: Bus
  goTo(place: Place): void
}

export const HostContext = createContext<Host | undefined>(undefined)

/** @throws Error outside the console */
export function useHost(): Host {
  const host = use(HostContext)
  if (!host) throw new Error('useHost works only inside the console')
  return host
}

export interface Live<T> {
  /** The last value read, even if a later read fails. */
  readonly value: T | undefined
  /** Error of the last read. */
  readonly error: unknown
  reload(): void
}

/** Groups bursts of events into one read. */
const GATHER_MS = 60

/**
 * Reads a route of the host and reads it again on each of the events.
 * @param path undefined reads nothing
 * @param names a constant list, defined outside the component
 */
export function useLive<T>(path: `/dev${string}` | undefined, names: readonly EventName[]): Live<T> {
  const { api, bus } = useHost()
  const [state, setState] = useState<{ path: unknown; value?: T; error?: unknown }>({ path })
  const again = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (path === undefined) return
    const route = path
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
      const next = await api.get<T>(route).then(
        (value) => ({ path, value }),
        (error: unknown) => ({ error }),
      )
      isReading = false
      if (isGone) return
      setState((before) => ({ ...(before.path === path ? before : { path }), error: undefined, ...next }))
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
  }, [api, bus, path, names])
  const reload = useCallback(() => again.current(), [])
  // Don't show the value of another route.
  const isOurs = state.path === path
  return { value: isOurs ? state.value : undefined, error: isOurs ? state.error : undefined, reload }
}

export const useOrganizations = (names: readonly EventName[]): Live<{ organizations: OrganizationNode[] }> =>
  useLive('/dev/tree?limit=1000', names)

export interface Action {
  readonly isBusy: boolean
  readonly error: unknown
  /** Success message of the last run. */
  readonly said: string | undefined
  /** @param task returns the success message, if any */
  run(task: () => Promise<string | undefined>): void
}

/** Runs one action on the host at a time and keeps its error. */
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
