/** Services that the shell's script provides to islands: storage, announcer and navigation. */
import { createContext, use } from 'react'

export interface SiteServices {
  readonly storage: SiteStorage
  /** Announces text to assistive technology without moving the focus. */
  announce(text: string): void
  /** Navigates within the site, like a click on a link. */
  navigate(address: string): void
}

/** Browser storage. If it is unavailable, nothing is stored, and the first use warns. */
export interface SiteStorage {
  readonly kept: StorageSlot
  /** Lasts as long as the tab. */
  readonly tab: StorageSlot
}

export interface StorageSlot {
  read(key: string): string | null
  /** Null deletes the entry. */
  write(key: string, value: string | null): void
}

export const SiteContext = createContext<SiteServices | undefined>(undefined)

/** @throws Error outside an island */
export function useSite(): SiteServices {
  const services = use(SiteContext)
  if (!services) throw new Error('useSite works only inside islands, where mountIsland provides the services')
  return services
}
