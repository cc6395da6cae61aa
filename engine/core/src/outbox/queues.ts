/** Tracks which receivers this process is serving, and which of them failed. */
import type { Ports } from '../ports.ts'
import { limitPlaces } from './limitPlaces.ts'
import { CARRIERS } from './outbox.ts'

interface Queue {
  readonly organizationId: string
  readonly receiver: string
}

export interface Queues {
  /** Works through a queue; if that is under way, works through it again afterwards. */
  start(queue: Queue): void
  /** The same, unless the receiver failed last time, so that requests don't spend time on dead receivers. */
  startUnlessFailing(queue: Queue): void
  /** How many failed since the last call; they get another chance. */
  takeFailing(): number
  idle(): Promise<void>
}

interface Worker {
  isAskedAgain: boolean
  done: Promise<void>
}

/**
 * Organizations that may wait for one webhook concurrently: a parent's webhook gets events of every sub-organization.
 * Mail and text messages go through a carrier of the host, where organizations don't wait for each other.
 */
const QUEUES_OF_A_WEBHOOK = 16

/** @param drain delivers due messages and returns whether the receiver failed */
export function openQueues(
  { deliverAlone = (_queue, task) => task(), log }: Pick<Ports, 'deliverAlone' | 'log'>,
  drain: (queue: Queue) => Promise<boolean>,
): Queues {
  const running = new Map<string, Worker>()
  const failing = new Set<string>()
  const places = limitPlaces(QUEUES_OF_A_WEBHOOK)
  const inPlace = (receiver: string, task: () => Promise<void>) =>
    CARRIERS.has(receiver) ? task() : places(receiver, task)

  function start(queue: Queue): void {
    const name = nameOf(queue)
    const before = running.get(name)
    if (before) {
      before.isAskedAgain = true
      return
    }
    const worker: Worker = { isAskedAgain: false, done: Promise.resolve() }
    running.set(name, worker)
    worker.done = inPlace(queue.receiver, async () => deliverAlone(name, () => work(queue, name, worker)))
      .catch((error: unknown) => log?.('outbox', error))
      .then(() => {
        running.delete(name)
        // Requested between the last read and the end.
        if (worker.isAskedAgain && !failing.has(name)) start(queue)
      })
  }

  async function work(queue: Queue, name: string, worker: Worker): Promise<void> {
    do {
      worker.isAskedAgain = false
      if (await drain(queue)) failing.add(name)
      else failing.delete(name)
    } while (worker.isAskedAgain && !failing.has(name))
  }

  return {
    start,
    startUnlessFailing(queue) {
      if (!failing.has(nameOf(queue))) start(queue)
    },
    takeFailing() {
      const { size } = failing
      failing.clear()
      return size
    },
    async idle() {
      while (running.size > 0) await Promise.all(Array.from(running.values(), ({ done }) => done))
    },
  }
}

const nameOf = ({ organizationId, receiver }: Queue) => `${receiver} of ${organizationId}`
