/** Hands over what waits in the outboxes of noted organizations, now and then. */

import type { Engine } from '@keywright/engine'
import { describeError, type Log } from '@keywright/host'
import type { PostgresStore } from '../store/postgres.ts'
import { createOutlook } from './outlook.ts'

export interface Delivering {
  /** How many messages there were, and in how many organizations, when this process looked last. */
  waiting(): { readonly organizations: number; readonly messages: number }
  stop(): Promise<void>
}

const INTERVAL_MS = 1_000
/** Of notes that are over; the others wait for the next round. */
const REMOVALS_A_ROUND = 20

/**
 * @param engine undefined while the server is sealed
 * @param clock milliseconds, the engine's
 */
export function startDelivering(
  store: Pick<PostgresStore, 'notes' | 'removeNote'>,
  engine: () => Engine | undefined,
  log: Log,
  clock: () => number = Date.now,
): Delivering {
  const outlook = createOutlook(clock)
  let round: Promise<void> | undefined
  let isFailing = false
  const deliver = async (to: Engine) => {
    const notes = await store.notes()
    const organizations = outlook.next(notes)
    // Begun, not waited for: somebody who does not answer holds up no round.
    const { failing, waiting } = await to.beginDelivery(organizations)
    outlook.learn(organizations, waiting)
    const { messages } = outlook.waiting()
    const was = isFailing
    // It ends when nothing waits: between two tries nobody fails either.
    isFailing = failing > 0 || (was && messages > 0)
    // Once when it begins, once when it ends: not for each message.
    if (isFailing && !was) log({ level: 'warn', message: 'messages wait in the outbox', waiting: messages })
    if (was && !isFailing) log({ level: 'info', message: 'no message waits in the outbox' })
    for (const note of outlook.empty(notes).slice(0, REMOVALS_A_ROUND)) {
      if (!(await store.removeNote(note))) outlook.doubt(note.organization)
    }
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
    waiting: outlook.waiting,
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
