/** Storage for a page's session. */
import { isKeywrightError, KeywrightError } from '@keywright/client'

/** Stores values by name. Values may contain non-extractable keys, so a text store isn't enough. */
export interface KeyStorage {
  /** Returns undefined for an unknown name. */
  get(name: string): Promise<unknown>
  /** Stores a value, which can be a `CryptoKey`. */
  set(name: string, value: unknown): Promise<void>
  /** Deletes a value. */
  remove(name: string): Promise<void>
}

const STORE = 'values'

/**
 * IndexedDB, the only browser storage that can hold a `CryptoKey`. A lost connection is opened again.
 * @param name of the database. Applications of one origin that must not share a session need different names.
 * @throws KeywrightError `STORAGE_UNAVAILABLE` in each method
 */
export function indexedDbStorage(
  name = 'keywright',
  factory: IDBFactory | undefined = globalThis.indexedDB,
): KeyStorage {
  let opened: Promise<IDBDatabase> | undefined

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      if (!factory) throw new Error('no IndexedDB')
      const request = factory.open(name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE)
      request.onsuccess = () => {
        const database = request.result
        // Another tab or the browser may delete the database. The next use opens it again.
        const forget = () => {
          database.close()
          opened = undefined
        }
        database.onversionchange = forget
        database.onclose = forget
        resolve(database)
      }
      request.onerror = () => reject(request.error)
    })
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }

  async function run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
    isRetry = false,
  ): Promise<T> {
    const before = opened
    try {
      return await runIn(await open(), mode, work)
    } catch (cause) {
      // Browsers close connections in the background without an event. Running twice has the same result.
      if (!before || isRetry) throw unavailable(cause)
      if (opened === before) opened = undefined
      return run(mode, work, true)
    }
  }

  return {
    get: (name) => run('readonly', (store) => store.get(name)),
    async set(name, value) {
      await run('readwrite', (store) => store.put(value, name))
    },
    async remove(name) {
      await run('readwrite', (store) => store.delete(name))
    },
  }
}

function runIn<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? request.error)
  })
}

/** The storage of a page unless it sets another: organizations and servers have separate sessions. */
export const defaultStorage = (apiBaseUrl: string, organizationId: string): KeyStorage =>
  indexedDbStorage(`keywright ${apiBaseUrl.replace(/\/+$/, '')} ${organizationId}`)

/** Wraps a storage so that its errors say what to do. */
export function checked(storage: KeyStorage): KeyStorage {
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      throw isKeywrightError(cause, 'STORAGE_UNAVAILABLE') ? cause : unavailable(cause)
    }
  }
  return {
    get: (name) => run(() => storage.get(name)),
    set: (name, value) => run(() => storage.set(name, value)),
    remove: (name) => run(() => storage.remove(name)),
  }
}

/** Keeps values while the page is open. */
export function memoryStorage(): KeyStorage {
  const values = new Map<string, unknown>()
  return {
    get: async (name) => values.get(name),
    set: async (name, value) => void values.set(name, value),
    remove: async (name) => void values.delete(name),
  }
}

const unavailable = (cause: unknown) =>
  new KeywrightError('STORAGE_UNAVAILABLE', 'this page cannot store a session', {
    cause,
    docsPath: '/sdks/javascript-browser',
    help: 'private windows, blocked cookies and full disks can prevent storage: pass memoryStorage() and ask the user to sign in on each visit',
  })
