/** The browser's storage, which may be unavailable: that is a warning, once, and never an error. */
import type { SiteStorage, StorageSlot } from '../shell/services.ts'

export function createStorage(): SiteStorage {
  let warned = false

  const slot = (area: () => Storage): StorageSlot => ({
    read: (key) => attempt(() => area().getItem(key)) ?? null,
    write: (key, value) =>
      attempt(() => (value === null ? area().removeItem(key) : area().setItem(key, value))),
  })
  return { kept: slot(() => localStorage), tab: slot(() => sessionStorage) }

  function attempt<T>(use: () => T): T | undefined {
    try {
      return use()
    } catch (error) {
      if (!warned) {
        warned = true
        console.warn('Browser storage is unavailable; choices end with the page.', error)
      }
      return undefined
    }
  }
}

/** The storage of the page: one for the script and the islands, so that there is one warning. */
export const pageStorage = createStorage()
export const { read: readStored, write: writeStored } = pageStorage.kept
