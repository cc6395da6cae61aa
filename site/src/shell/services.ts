/** What the shell's script lends to the islands: one storage, one announcer, one navigation for the whole page. */
import { createContext, use } from 'react'

export interface SiteServices {
  readonly storage: SiteStorage
  /** Says something to assistive technology without moving the focus. */
  announce(text: string): void
  /** Goes to an address of this site as a click on a link would. */
  navigate(address: string): void
}

/** The browser's storage, which may be unavailable: then nothing is remembered, which is a warning, once. */
export interface SiteStorage {
  readonly kept: StorageSlot
  /** For what lasts as long as the tab. */
  readonly tab: StorageSlot
}

export interface StorageSlot {
  read(key: string): string | null
  /** Null forgets. */
  write(key: string, value: string | null): void
}

export const SiteContext = createContext<SiteServices | undefined>(undefined)

/** @throws Error outside an island */
export function useSite(): SiteServices {
  const services = use(SiteContext)
  if (!services) throw new Error('useSite is for components of an island: mountIsland provides the services')
  return services
}
