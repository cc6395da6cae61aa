/** In-memory storage for what the host keeps outside the store, for tests and hosts without storage. */

import type { KeptRequest } from './loggedRequest.ts'
import type { Homes } from './ports.ts'
import { MAX_REQUESTS } from './requestLog.ts'
import { textOf } from './textPieces.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

export function createMemoryHomes(now: () => number): Homes {
  let state: unknown
  const snapshots = new Map<string, { text: string; createdAt: number }>()
  let requests: KeptRequest[] = []
  return {
    state: {
      place: 'memory',
      read: async () => state,
      async write(value) {
        state = value
      },
    },
    snapshots: {
      async list() {
        const entries = [...snapshots].map(([name, { text, createdAt }]) => ({
          name,
          bytes: bytesOf(text),
          createdAt,
        }))
        return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
      },
      async write(name, pieces) {
        const text = await textOf(pieces)
        snapshots.set(name, { text, createdAt: now() })
        return bytesOf(text)
      },
      async read(name) {
        const kept = snapshots.get(name)
        return kept && [kept.text]
      },
      remove: async (name) => snapshots.delete(name),
    },
    requests: {
      read: async () => requests,
      append(request) {
        requests = [...requests.slice(1 - MAX_REQUESTS), request]
      },
      clear() {
        requests = []
      },
      idle: async () => undefined,
    },
  }
}
