/** Databases whose rows another version of Keywright wrote, in a format that this one can't verify. */
import { isWrittenHere, openMac, type StoreReads } from '@keywright/engine'
import { DEV, SERVER } from './hostRows.ts'

/** Upper bound of the organizations that are read. One that was altered doesn't make a database outdated. */
const MOST_READ = 16

/** Whether no organization is in the format of this version. @param rootSecret that the engine's keys derive from */
export async function isOutdated(
  store: Pick<StoreReads, 'organizations' | 'read'>,
  rootSecret: Uint8Array,
): Promise<boolean> {
  const mac = openMac(rootSecret)
  const ids = (await store.organizations()).filter((id) => id !== DEV && id !== SERVER).slice(0, MOST_READ)
  for (const id of ids) if (await isWrittenHere(store, mac, id)) return false
  return ids.length > 0
}
