/** An ordinary page load as the answer to a part of the site that cannot be had, once per part and tab. */
import type { StorageSlot } from '../shell/services.ts'
import { keepAsked } from './askAgain.ts'

export interface Reloads {
  /** Loads `address` unless that was tried for this part before. Answers whether it does. */
  once(part: string, address: string): boolean
  /**
   * Another failure may reload again: the part came after all, or the reader asked for it once more. Some browsers ask the
   * host for a script that failed only once in a document.
   */
  forget(part: string): void
  /**
   * Loads a lazily built part of the site. One that cannot be loaded while the network is there was most likely
   * replaced by a newer build, so the page reloads, once. One that is given up because it does not come may come later;
   * asked for before that, the page reloads, because a browser asks only once for a script that is on its way.
   * @param control asked for it; pressed again when the page has reloaded
   * @throws the loader's error when reloading would not help
   */
  load<T>(part: string, load: () => Promise<T>, control?: HTMLElement | null): Promise<T>
}

/** Until something that does not come is given up; a browser by itself waits for minutes. */
export const patience = (): AbortSignal => AbortSignal.timeout(30_000)

/** @param tab what lasts as long as the tab */
export function createReloads(tab: StorageSlot): Reloads {
  const key = (part: string) => `reloaded ${part}`
  /** Parts that were given up, and are still on their way. */
  const late = new Set<string>()

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
    async load<T>(part: string, load: () => Promise<T>, control?: HTMLElement | null) {
      if (late.has(part)) loadAddress(presentAddress())
      const signal = patience()
      try {
        const loaded = await new Promise<T>((resolve, reject) => {
          signal.onabort = () => {
            late.add(part)
            reject(signal.reason)
          }
          load()
            .finally(() => {
              signal.onabort = null
              late.delete(part)
            })
            .then(resolve, reject)
        })
        forget(part)
        return loaded
      } catch (error) {
        if (!late.has(part) && navigator.onLine && once(part, presentAddress())) {
          if (control) keepAsked(tab, control)
          return new Promise(() => {})
        }
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
