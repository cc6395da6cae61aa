/** The other server of the console, shared by the consoles of all calls; gone with the page. */
import { useSyncExternalStore } from 'react'
import { type Known, nothingKnown } from '../try/known.ts'
import type { ServerSettings } from './settings.ts'

export interface OtherServer {
  /** As it was typed. */
  readonly address: string
  readonly settings: ServerSettings | undefined
  /** By how much its clock is ahead of this one, in milliseconds, once it has told. */
  readonly skewMs: number
  /** What a form can name there. */
  readonly known: Known
}

/** As `keywright dev` starts without a word. */
export const LOCAL_SERVER = 'http://127.0.0.1:8787'

let server: OtherServer = {
  address: LOCAL_SERVER,
  settings: undefined,
  skewMs: 0,
  known: nothingKnown(),
}
const watchers = new Set<() => void>()

const watch = (changed: () => void) => {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

export function changeServer(change: Partial<OtherServer>): void {
  // Of another server nothing is known, and of another organization no ids.
  const isOther = change.address !== undefined
  server = {
    ...server,
    ...(isOther && { skewMs: 0 }),
    ...((isOther || 'settings' in change) && { known: nothingKnown() }),
    ...change,
  }
  for (const changed of watchers) changed()
}

export const useServer = (): OtherServer =>
  useSyncExternalStore(
    watch,
    () => server,
    () => server,
  )
