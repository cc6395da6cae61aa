/** Fetches the parts of the description, each once, and tells who waits for one. */
import { fetchJson } from '../ui/fetchJson.ts'
import type { CallIndex } from './callIndex.ts'
import type { ApiDescription } from './description.ts'
import { addressOfPart, INDEX } from './parts.ts'

/** What is known of a part: nothing yet, the part, or why it could not be loaded. */
export type PartState = ApiDescription | Error | undefined

export interface Parts {
  readonly state: (name: string) => PartState
  /** Asks for a part, again where that failed before. Never rejects. */
  readonly load: (name: string, priority?: RequestPriority) => Promise<void>
  /** @returns how to stop being told of each part that arrives or fails */
  readonly subscribe: (told: () => void) => () => void
}

export function createParts(folder: string): Parts {
  const states = new Map<string, PartState>()
  const asked = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()
  const settle = (name: string, state: PartState) => {
    states.set(name, state)
    for (const told of listeners) told()
  }

  async function fetchPart(name: string, priority: RequestPriority): Promise<void> {
    try {
      settle(
        name,
        await fetchJson<ApiDescription>(addressOfPart(name, folder), { member: 'paths', priority }),
      )
    } catch (error) {
      asked.delete(name)
      settle(name, error as Error)
    }
  }

  return {
    state: (name) => states.get(name),
    load(name, priority = 'auto') {
      if (!asked.has(name)) {
        if (states.has(name)) settle(name, undefined)
        asked.set(name, fetchPart(name, priority))
      }
      return asked.get(name)!
    },
    subscribe(told) {
      listeners.add(told)
      return () => listeners.delete(told)
    },
  }
}

/** @throws when the file cannot be fetched or is no index */
export const fetchIndex = (folder: string): Promise<CallIndex> =>
  fetchJson(addressOfPart(INDEX, folder), { member: 'groups' })
