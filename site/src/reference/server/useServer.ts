/** The local server of the API console, shared by the consoles of all calls. */
import { useSyncExternalStore } from 'react'
import { type Known, nothingKnown } from '../try/known.ts'
import type { ServerSettings } from './settings.ts'

export interface LocalServer {
  /** As typed. */
  readonly address: string
  readonly settings: ServerSettings | undefined
  /** How far its clock is ahead, in milliseconds, once known. */
  readonly skewMs: number
  /** Ids that a form can suggest. */
  readonly known: Known
}

/** Default URL of `keywright dev`. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:8787'

let server: LocalServer = {
  address: DEFAULT_ADDRESS,
  settings: undefined,
  skewMs: 0,
  known: nothingKnown(),
}
const watchers = new Set<() => void>()

const watch = (changed: () => void) => {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

export function changeServer(change: Partial<LocalServer>): void {
  // Another server has other ids and another clock.
  const isOther = change.address !== undefined
  server = {
    ...server,
    ...(isOther && { skewMs: 0 }),
    ...((isOther || 'settings' in change) && { known: nothingKnown() }),
    ...change,
  }
  for (const changed of watchers) changed()
}

export const useServer = (): LocalServer =>
  useSyncExternalStore(
    watch,
    () => server,
    () => server,
  )
