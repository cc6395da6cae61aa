/** Events of a development host for the inspector and `/dev/events`. */

import type { Letter } from './inbox.ts'
import type { LoggedRequest } from './loggedRequest.ts'
import type { Fault } from './readFault.ts'
import type { SeenDelivery } from './webhooks/seenWebhooks.ts'

export interface DevEvents {
  readonly request: LoggedRequest
  /** An activity was opened, voted on or settled. */
  readonly activity: {
    readonly id: string
    readonly organizationId: string | null
    readonly type: string | null
    readonly status: string
    readonly fingerprint: string
  }
  readonly letter: Letter
  readonly delivery: SeenDelivery
  readonly clock: { readonly now: number; readonly isStanding: boolean }
  readonly snapshot: { readonly name: string; readonly change: 'taken' | 'restored' | 'removed' }
  readonly faults: { readonly faults: readonly Fault[] }
  /** The whole state was replaced, so earlier reads are stale. */
  readonly state: { readonly organizationId: string }
}

export type DevEvent = {
  readonly [Name in keyof DevEvents]: { readonly name: Name; readonly data: DevEvents[Name] }
}[keyof DevEvents]

export interface EventBus {
  tell<Name extends keyof DevEvents>(name: Name, data: DevEvents[Name]): void
  /** @returns a function that stops listening */
  listen(listener: (event: DevEvent) => void): () => void
}

/** A listener that throws affects neither the other listeners nor the cause of the event. */
export function createEventBus(): EventBus {
  const listeners = new Set<(event: DevEvent) => void>()
  return {
    tell(name, data) {
      for (const listener of listeners) {
        try {
          listener({ name, data } as DevEvent)
        } catch {
          listeners.delete(listener)
        }
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
