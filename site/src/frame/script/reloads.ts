/** Reloads the page if a part of the site can't load, once per part and tab, and never one with typed text. */
import { reloadYourself } from '../../config/scriptWords.ts'
import type { StorageSlot } from '../../shared/services.ts'
import { keepAsked } from './askAgain.ts'

export interface Reloads {
  /** Loads `address` unless already tried for this part. Returns whether it loads. */
  once(part: string, address: string): boolean
  /**
   * Lets another failure reload again, after the part loaded or the reader asked again. Some browsers request a failed
   * script only once per document.
   */
  forget(part: string): void
  /**
   * Loads a lazy part of the site. If it fails while online, a newer build has probably replaced it, so the page reloads
   * once. After a timeout, the part may still arrive. If requested again before that, the page reloads, because browsers
   * don't repeat a pending script request. A reload would lose what the reader typed, so then the error suggests it.
   * @param control the control that requested it, clicked again after a reload
   * @throws the loader's error if a reload wouldn't help
   */
  load<T>(part: string, load: () => Promise<T>, control?: HTMLElement | null): Promise<T>
}

/** Request timeout. Browsers would wait for minutes. */
export const patience = (): AbortSignal => AbortSignal.timeout(30_000)

/** @param tab storage that lasts as long as the tab */
export function createReloads(tab: StorageSlot): Reloads {
  const key = (part: string) => `reloaded ${part}`
  /** Parts that timed out but are still loading. */
  const late = new Set<string>()
  let typedAt: string | undefined
  addEventListener('input', () => (typedAt = location.pathname), true)
  const hasTyped = () => typedAt === location.pathname

  function once(part: string, address: string): boolean {
    if (tab.read(key(part))) return false
    tab.write(key(part), 'true')
    // Without storage, don't reload, to avoid reloading forever.
    if (!tab.read(key(part))) return false
    loadAddress(address)
    return true
  }
  const forget = (part: string) => tab.write(key(part), null)

  return {
    once,
    forget,
    async load<T>(part: string, load: () => Promise<T>, control?: HTMLElement | null) {
      if (late.has(part) && !hasTyped()) loadAddress(presentAddress())
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
        if (navigator.onLine && hasTyped())
          throw new Error(`${Object(error).message}\n\n${reloadYourself}`, { cause: error })
        if (!late.has(part) && navigator.onLine && once(part, presentAddress())) {
          if (control) keepAsked(tab, control)
          return new Promise(() => {})
        }
        throw error
      }
    },
  }
}

/** Loads a page, even if it is the current URL. */
export function loadAddress(address: string): void {
  const [page, hash = ''] = address.split('#')
  if (page === location.pathname + location.search) {
    // A change of only the hash doesn't load anything.
    location.hash = hash
    location.reload()
  } else location.assign(address)
}

const presentAddress = () => location.pathname + location.search + location.hash
