/** The local server of the API console, shared by the consoles of all calls. */
import { useSyncExternalStore } from 'react'
import { type Known, nothingKnown } from '../try/known.ts'
import type { ServerSettings } from './settings.ts'

export interface LocalServer {
  /** As it was typed. */
  readonly address: string
  readonly settings: ServerSettings | undefined
  /** By how much its clock is ahead of this one, in milliseconds, once it has told. */
  readonly skewMs: number
  /** What a form can name there. */
  readonly known: Known
}

/** Where `keywright dev` listens by default. */
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
  // Ids and clock of one server mean nothing on another.
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
