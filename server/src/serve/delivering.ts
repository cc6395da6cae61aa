/** Hands over what waits in the outboxes of all organizations, now and then. */

import { describeError, type Log } from '@keywright/devhost'
import type { Engine } from '@keywright/engine'
import type { PostgresStore } from '../store/postgres.ts'

export interface Delivering {
  /** How many messages there were, of all organizations, when this process looked last. */
  waiting(): number
  stop(): Promise<void>
}

const INTERVAL_MS = 1_000

/** @param engine undefined while the server is sealed */
export function startDelivering(
  store: PostgresStore,
  engine: () => Engine | undefined,
  log: Log,
): Delivering {
  let waiting = 0
  let round: Promise<void> | undefined
  let isFailing = false
  const deliver = async (to: Engine) => {
    const organizations = await store.withMessages()
    waiting = organizations.length === 0 ? 0 : await store.countMessages()
    // Begun, not waited for: somebody who does not answer holds up no round.
    const { failing } = await to.beginDelivery(organizations)
    const was = isFailing
    // It ends when nothing waits: between two tries nobody fails either.
    isFailing = failing > 0 || (was && waiting > 0)
    // Once when it begins, once when it ends: not for each message.
    if (isFailing && !was) log({ level: 'warn', message: 'messages wait in the outbox', waiting })
    if (was && !isFailing) log({ level: 'info', message: 'no message waits in the outbox' })
  }
  const timer = setInterval(() => {
    const open = engine()
    if (!open || round) return
    round = deliver(open)
      .catch((error: unknown) =>
        log({ level: 'error', message: 'messages could not be delivered', ...describeError(error) }),
      )
      .finally(() => {
        round = undefined
      })
  }, INTERVAL_MS)
  return {
    waiting: () => waiting,
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
