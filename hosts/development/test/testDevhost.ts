/** An in-memory development host for tests, with manual timers and a function for outgoing requests. */

import { createMemoryStore, type WholeStore } from '@keywright/engine'
import { apiKeyStamper, type Client, createClient } from '@keywright/engine/test'
import type { Fetch } from '@keywright/host'
import { createDevhost, type Devhost } from '../src/devhost.ts'
import { openDevState } from '../src/devState.ts'
import { createMemoryHomes } from '../src/memoryHomes.ts'
import type { Homes } from '../src/ports.ts'

export interface TestDevhost {
  readonly host: Devhost
  readonly root: Client
  ask<T = Record<string, never>>(method: string, path: string, body?: unknown): Promise<T>
}

export const TEST_URL = 'http://127.0.0.1:8787'

export async function openTestDevhost(
  options: { seed?: number; store?: WholeStore; homes?: Homes; reach?: Fetch; now?: () => number } = {},
): Promise<TestDevhost> {
  const { now = Date.now, store = createMemoryStore(), homes = createMemoryHomes(now) } = options
  const host = await createDevhost({
    store,
    homes,
    state: await openDevState(homes.state, options.seed),
    url: TEST_URL,
    reach: options.reach ?? (async () => new Response()),
    timers: { every: () => () => undefined, wait: (ms) => new Promise((done) => setTimeout(done, ms)) },
    now,
  })
  const { state } = host.running()
  return {
    host,
    root: createClient({
      handle: host.handle,
      clock: now,
      organizationId: state.organizationId,
      baseUrl: TEST_URL,
      stamper: apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...state.apiKey }),
    }),
    async ask(method, path, body) {
      const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      const response = await host.handle(new Request(`${TEST_URL}${path}`, init))
      return (response.status === 204 ? undefined : await response.json()) as never
    },
  }
}
