import { reloadOnce } from './reloadOnce.ts'

/**
 * Loads a lazily built part of the site. One that cannot be loaded was most likely replaced by a newer build,
 * so the page reloads, once.
 * @throws the loader's error when reloading did not help.
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    const part = await load()
    reloadOnce.forget(name)
    return part
  } catch (error) {
    if (reloadOnce(name, location.pathname + location.search + location.hash)) return new Promise(() => {})
    throw error
  }
}
