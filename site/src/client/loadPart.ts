import { reloadOnce } from './reloadOnce.ts'

/**
 * Loads a lazily built part of the site. One that cannot be loaded while the network is there was most likely
 * replaced by a newer build, so the page reloads, once.
 * @throws the loader's error when reloading would not help.
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    const part = await load()
    reloadOnce.forget(name)
    return part
  } catch (error) {
    const address = location.pathname + location.search + location.hash
    if (navigator.onLine && reloadOnce(name, address)) return new Promise(() => {})
    throw error
  }
}
