/** Hands over what waits in the outboxes of all organizations, now and then. */

import { describeError, type Log } from '@keywright/devhost'
import type { Engine } from '@keywright/engine'
import type { PostgresStore } from '../store/postgres.ts'

export interface Delivering {
  /** How many messages still waited when this process looked last. */
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
  const deliver = async (to: Engine) => {
    const before = waiting
    const organizations = await store.withMessages()
    const left = (await to.deliver(organizations)).waiting
    // 0 may also mean that another process is at them.
    if (left > 0 || organizations.length === 0) waiting = left
    // Once when it begins, once when it ends: not for each message.
    if (before === 0 && waiting > 0) log({ level: 'warn', message: 'messages wait in the outbox', waiting })
    if (before > 0 && waiting === 0) log({ level: 'info', message: 'no message waits in the outbox' })
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
