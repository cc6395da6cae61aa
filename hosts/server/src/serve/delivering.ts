/** Polls for organizations with due messages and hands them to the engine's delivery. */
import { randomUUID } from 'node:crypto'
import type { Engine } from '@keywright/engine'
import { describeError, type Log } from '@keywright/host'
import type { PostgresStore } from '../store/postgres.ts'
import { type Repeating, repeat } from './repeat.ts'

const INTERVAL_MS = 1_000
/** Upper bound per poll: however many organizations wait, a poll takes no longer. */
export const ORGANIZATIONS_PER_POLL = 1_000
/** Delivered to together: the fewer, the more up to date when their turn comes. */
const ORGANIZATIONS_TOGETHER = 25

/**
 * @param engine undefined while the server is sealed
 * @param clock milliseconds, the engine's
 */
export function startDelivering(
  store: Pick<PostgresStore, 'pollOutbox' | 'outboxState'>,
  engine: () => Engine | undefined,
  log: Log,
  clock: () => number = Date.now,
): Repeating {
  // Processes read at random places while messages are due, so that they rarely compete for the same organizations.
  let after: string = randomUUID()
  /** Whether no message was due in the last read, so that the next one reads all that a poll may. */
  let isQuiet = false
  let isFailing = false

  /** @returns how many receivers failed since the previous poll */
  async function begin(to: Engine): Promise<number> {
    let failing = 0
    for (let left = ORGANIZATIONS_PER_POLL; left > 0; ) {
      const from = after
      const most = isQuiet ? left : ORGANIZATIONS_TOGETHER
      const polled = await store.pollOutbox(clock(), from, most)
      const due = polled.filter(({ isDue }) => isDue).map(({ organization }) => organization)
      isQuiet = due.length === 0
      const isEnd = polled.length < most && due.length <= ORGANIZATIONS_TOGETHER
      after = isEnd ? '' : isQuiet ? polled.at(-1)!.organization : randomUUID()
      failing += await to.beginDelivery(due.slice(0, ORGANIZATIONS_TOGETHER))
      left -= Math.max(isQuiet ? polled.length : 0, ORGANIZATIONS_TOGETHER)
      if (isEnd && from === '') break
    }
    return failing
  }

  async function poll(to: Engine | undefined): Promise<void> {
    if (!to) return
    const failing = await begin(to)
    if (failing === 0 && !isFailing) return
    const { messages } = await store.outboxState()
    // Log the beginning and the end of an outage, not each message.
    if (!isFailing) log({ level: 'warn', message: 'messages wait in the outbox', waiting: messages })
    isFailing = messages > 0
    if (!isFailing) log({ level: 'info', message: 'the outbox is empty again' })
  }

  const tell = (error: unknown) =>
    log({ level: 'error', message: 'messages could not be delivered', ...describeError(error) })
  return repeat(INTERVAL_MS, () => poll(engine()).catch(tell), tell)
}
