/** Databases whose rows another version of Keywright wrote, in a format that this one can't verify. */
import { isWrittenHere, openMac, type StoreReads } from '@keywright/engine'
import { DEV, SERVER } from './hostRows.ts'

/** Organizations that are read in one statement. */
const READ_TOGETHER = 256

/**
 * Whether no organization is in the format of this version. One that was altered doesn't make a database outdated, so all
 * are read until one fits.
 * @param rootSecret that the engine's keys derive from
 */
export async function isOutdated(
  store: Pick<StoreReads, 'organizations' | 'read'>,
  rootSecret: Uint8Array,
): Promise<boolean> {
  const mac = openMac(rootSecret)
  const ids = (await store.organizations()).filter((id) => id !== DEV && id !== SERVER)
  // Nearly always, the first one fits.
  for (let at = 0, count = 1; at < ids.length; at += count, count = READ_TOGETHER) {
    const some = ids.slice(at, at + count)
    const fits = await Promise.all(some.map((id) => isWrittenHere(store, mac, id)))
    if (fits.includes(true)) return false
  }
  return ids.length > 0
}
