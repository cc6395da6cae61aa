/** An ordinary page load as the answer to a part of the site that cannot be had, once per part and tab. */
import type { StorageSlot } from '../shell/services.ts'

export interface Reloads {
  /** Loads `address` unless that was tried for this part before. Answers whether it does. */
  once(part: string, address: string): boolean
  /** The part came after all: another failure may reload again. */
  forget(part: string): void
  /**
   * Loads a lazily built part of the site. One that cannot be loaded while the network is there was most likely
   * replaced by a newer build, so the page reloads, once.
   * @throws the loader's error when reloading would not help
   */
  load<T>(part: string, load: () => Promise<T>): Promise<T>
}

/** @param tab what lasts as long as the tab */
export function createReloads(tab: StorageSlot): Reloads {
  const key = (part: string) => `reloaded ${part}`

  function once(part: string, address: string): boolean {
    if (tab.read(key(part))) return false
    tab.write(key(part), 'true')
    // Without storage there is no telling a second time from a first, and reloading forever is worse.
    if (!tab.read(key(part))) return false
    loadAddress(address)
    return true
  }
  const forget = (part: string) => tab.write(key(part), null)

  return {
    once,
    forget,
    async load(part, load) {
      try {
        const loaded = await load()
        forget(part)
        return loaded
      } catch (error) {
        if (navigator.onLine && once(part, presentAddress())) return new Promise(() => {})
        throw error
      }
    },
  }
}

/** An ordinary page load, also of the address that is shown already. */
export function loadAddress(address: string): void {
  const [page, hash = ''] = address.split('#')
  if (page === location.pathname + location.search) {
    // Of an address that differs in its hash alone, a browser loads nothing by itself.
    location.hash = hash
    location.reload()
  } else location.assign(address)
}

const presentAddress = () => location.pathname + location.search + location.hash
