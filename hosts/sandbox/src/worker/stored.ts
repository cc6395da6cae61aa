/** The development host on IndexedDB if available, or else in memory. Loaded on demand, because runs don't need it. */
import { StoreUnavailable } from '@keywright/engine'
import type { SandboxSettings } from '../protocol.ts'
import { type Database, forget, type LeftBehind, OwnershipLost, openDatabase } from '../store/database.ts'
import { openHomes } from '../store/homes.ts'
import { openIndexedDbStore } from '../store/indexedDbStore.ts'
import { createHost, openInMemory, type SandboxHost } from './memory.ts'

const IN_MEMORY = 'This sandbox is stored in memory only and is lost when you close the page:'
const LEFT_BEHIND: Readonly<Record<LeftBehind, string>> = {
  'of another version':
    'The stored sandbox is from another version of this site and can’t be read, so a new one was started.',
  damaged: 'The stored sandbox was damaged, so a new one was started.',
}

/** See `openHost`. */
export async function openStored(
  settings: SandboxSettings,
  owner: string,
  onTaken: () => void,
): Promise<SandboxHost> {
  let opened: Awaited<ReturnType<typeof openDatabase>>
  try {
    opened = await openDatabase(databaseName(settings), onTaken)
  } catch (error) {
    return openInMemory(settings, `${IN_MEMORY} ${reasonOf(error)}`)
  }
  const { database, leftBehind } = opened
  try {
    return await openOn(database, settings, owner, leftBehind)
  } catch (error) {
    database.close()
    if (isLost(error)) throw error
    return openInMemory(settings, `${IN_MEMORY} ${reasonOf(error)}`)
  }
}

async function openOn(
  database: Database,
  settings: SandboxSettings,
  owner: string,
  leftBehind: LeftBehind | undefined,
): Promise<SandboxHost> {
  const open = async () => {
    const store = await openIndexedDbStore(database, owner)
    return createHost(settings, store, openHomes(database, Date.now))
  }
  let notice = leftBehind && LEFT_BEHIND[leftBehind]
  const devhost = await open().catch(async (error: unknown) => {
    if (!isDamage(error)) throw error
    // Discard a state that can't be opened, or the sandbox would never open again.
    await forget(database, STATE, owner)
    notice = LEFT_BEHIND[Object(error).code === 'STATE_OUTDATED' ? 'of another version' : 'damaged']
    return open()
  })
  return {
    devhost,
    status: { storage: 'browser', ...(notice !== undefined && { notice }) },
    async forget({ snapshots }) {
      await devhost.close()
      await forget(database, snapshots ? [...STATE, 'snapshots'] : STATE, owner)
      database.close()
    },
    async close() {
      await devhost.close()
      database.close()
    },
  }
}

/** Each seed has its own database, because the state must be deterministic from the first request. */
const databaseName = ({ name, seed }: SandboxSettings) => (seed === null ? name : `${name} seed ${seed}`)

const isDamage = (error: unknown) =>
  !(isLost(error) || error instanceof StoreUnavailable || error instanceof DOMException)
const isLost = (error: unknown) =>
  error instanceof OwnershipLost || Object(error).cause instanceof OwnershipLost

/** Stores that a reset clears. Snapshots stay unless requested. */
const STATE = ['rows', 'versions', 'requests', 'meta'] as const

const isFull = (error: unknown) => Object(error).name === 'QuotaExceededError'

function reasonOf(error: unknown): string {
  if (isFull(error)) return 'this browser’s storage is full.'
  if (Object(error).name === 'VersionError') {
    return 'a newer version of this site stored one in this browser. Reload the page to open it.'
  }
  return 'this browser doesn’t let the page store data. Is this a private window?'
}
