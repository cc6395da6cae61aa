/** Browser storage. If it is unavailable, warns once and never throws. */
import type { SiteStorage, StorageSlot } from './services.ts'

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

/** The page's storage, shared by script and islands so that it warns only once. */
export const pageStorage = createStorage()
export const { read: readStored, write: writeStored } = pageStorage.kept
