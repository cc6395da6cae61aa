/** The development host inside the worker, on IndexedDB if available, or else in memory. */
import { createDevhost, type Devhost, openDevState } from '@keywright/devhost'
import { StoreUnavailable } from '@keywright/engine'
import { SANDBOX_URL, type SandboxSettings, type SandboxStatus } from '../protocol.ts'
import { type Database, forget, type LeftBehind, OwnershipLost, openDatabase } from '../store/database.ts'
import { openHomes } from '../store/homes.ts'
import { openIndexedDbStore } from '../store/indexedDbStore.ts'

export interface SandboxHost {
  readonly devhost: Devhost
  readonly status: Pick<SandboxStatus, 'storage' | 'notice'>
  /** Deletes the state. This also closes the host, which must be reopened. */
  forget(options: { snapshots: boolean }): Promise<void>
  close(): Promise<void>
}

const IN_MEMORY = 'This sandbox is stored in memory only and is lost when you close the page:'
const LEFT_BEHIND: Readonly<Record<LeftBehind, string>> = {
  'of another version':
    'The stored sandbox is from another version of this site and can’t be read, so a new one was started.',
  damaged: 'The stored sandbox was damaged, so a new one was started.',
}

/**
 * @param owner a unique name
 * @param onTaken called if another worker takes over the database
 */
export async function openHost(
  settings: SandboxSettings,
  owner: string,
  onTaken: () => void,
): Promise<SandboxHost> {
  // Most runs create a wallet, so fetch what that needs while the state opens. A failure shows with the wallet's call.
  void import('@keywright/keys/derivation').catch(() => undefined)
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
    // Discard a state that can't be opened, or the sandbox would never open again.
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

/** Nothing leaves the page: the sandbox accepts all webhooks itself, and only its own issuer is reachable. */
async function reach(_url: string, init?: RequestInit): Promise<Response> {
  if (init?.method === 'POST') return new Response('received by the sandbox', { status: 200 })
  throw new TypeError('the sandbox can reach only its own issuer')
}

/** Each seed has its own database, because the state must be deterministic from the first request. */
const databaseName = ({ name, seed }: SandboxSettings) => (seed === null ? name : `${name} seed ${seed}`)

/** Whether the stored data is damaged, as opposed to a storage or ownership error. */
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
