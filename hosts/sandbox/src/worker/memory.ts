/** A development host inside the worker, in memory. */
import { createDevhost, createMemoryHomes, type Devhost, openDevState } from '@keywright/devhost'
import { createMemoryStore } from '@keywright/engine'
import { SANDBOX_URL, type SandboxSettings, type SandboxStatus } from '../protocol.ts'

export interface SandboxHost {
  readonly devhost: Devhost
  readonly status: Pick<SandboxStatus, 'storage' | 'notice'>
  /** Deletes the state. This also closes the host, which must be reopened. */
  forget(options: { snapshots: boolean }): Promise<void>
  close(): Promise<void>
}

export async function openInMemory(settings: SandboxSettings, notice?: string): Promise<SandboxHost> {
  const devhost = await createHost(settings, createMemoryStore(), createMemoryHomes(Date.now))
  return {
    devhost,
    status: { storage: 'memory', ...(notice !== undefined && { notice }) },
    forget: () => devhost.close(),
    close: () => devhost.close(),
  }
}

export const createHost = async (
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
