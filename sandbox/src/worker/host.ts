/** The development host inside the worker: on IndexedDB where the browser has one for us, else in memory. */
import { createDevhost, type Devhost, openDevState } from '@keywright/devhost'
import { StoreUnavailable } from '@keywright/engine'
import { widenTables } from '@keywright/keys'
import { SANDBOX_URL, type SandboxSettings, type SandboxStatus } from '../protocol.ts'
import { type Database, forget, type LeftBehind, OwnershipLost, openDatabase } from '../store/database.ts'
import { openHomes } from '../store/homes.ts'
import { openIndexedDbStore } from '../store/indexedDbStore.ts'

export interface SandboxHost {
  readonly devhost: Devhost
  readonly status: Pick<SandboxStatus, 'storage' | 'notice'>
  /** Everything as at first; the host itself is closed by it, and has to be opened again. */
  forget(options: { snapshots: boolean }): Promise<void>
  close(): Promise<void>
}

const IN_MEMORY = 'This sandbox is kept in memory and is gone with the page:'
const LEFT_BEHIND: Readonly<Record<LeftBehind, string>> = {
  older: 'The sandbox was kept by an older version of this site, which this one cannot read; it begins anew.',
  newer: 'The sandbox was kept by a newer version of this site; it begins anew.',
  damaged: 'What this browser had kept of the sandbox was damaged; it begins anew.',
}

/**
 * @param owner a name that no other worker has
 * @param onTaken the database is no longer ours
 */
export async function openHost(
  settings: SandboxSettings,
  owner: string,
  onTaken: () => void,
): Promise<SandboxHost> {
  widenTables()
  if (settings.storage === 'memory') return openInMemory(settings)
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
    // What is kept cannot be opened: nobody is helped by a sandbox that never opens again.
    await forget(database, STATE, owner)
    notice = LEFT_BEHIND.damaged
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

async function openInMemory(settings: SandboxSettings, notice?: string): Promise<SandboxHost> {
  const { createMemoryHomes, createMemoryStore } = await import('./memory.ts')
  const devhost = await createHost(settings, createMemoryStore(), createMemoryHomes(Date.now))
  return {
    devhost,
    status: { storage: 'memory', ...(notice !== undefined && { notice }) },
    forget: () => devhost.close(),
    close: () => devhost.close(),
  }
}

const createHost = async (
  { seed }: SandboxSettings,
  store: Parameters<typeof createDevhost>[0]['store'],
  homes: Parameters<typeof createDevhost>[0]['homes'],
) =>
  createDevhost({
    store,
    homes,
    state: await openDevState(homes.state, seed ?? undefined),
    url: SANDBOX_URL,
    reach,
    timers: {
      every(milliseconds, task) {
        const timer = setInterval(task, milliseconds)
        return () => clearInterval(timer)
      },
      wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    },
    now: Date.now,
    log: (entry) => {
      if (entry.level === 'error') console.error(entry.message, entry)
    },
  })

/** Nothing leaves the page: a webhook is taken in by the sandbox itself, whatever its address, and an issuer is not there. */
async function reach(_url: string, init?: RequestInit): Promise<Response> {
  if (init?.method === 'POST') return new Response('kept by the sandbox', { status: 200 })
  throw new TypeError('the sandbox reaches nobody but its own issuer')
}

/** With a seed, what is kept repeats from its first request on: it is another sandbox. */
const databaseName = ({ name, seed }: SandboxSettings) => (seed === null ? name : `${name} seed ${seed}`)

/** Whether what is kept is at fault, and not the storage, or another tab that has it by now. */
const isDamage = (error: unknown) =>
  !(isLost(error) || error instanceof StoreUnavailable || error instanceof DOMException)
const isLost = (error: unknown) =>
  error instanceof OwnershipLost || Object(error).cause instanceof OwnershipLost

/** What a reset forgets; snapshots were made to be come back to. */
const STATE = ['rows', 'versions', 'requests', 'meta'] as const

const isFull = (error: unknown) => Object(error).name === 'QuotaExceededError'

function reasonOf(error: unknown): string {
  if (isFull(error)) return 'the storage of this browser is full.'
  if (Object(error).name === 'VersionError') {
    return 'a newer version of this site has kept one here. Load the page again to get it.'
  }
  return 'this browser does not let the page keep anything, as in a private window.'
}
