/** Tracks which receivers this process is serving, and which of them failed. */
import type { Ports } from '../ports.ts'
import { limitPlaces } from './limitPlaces.ts'
import { CARRIERS } from './outbox.ts'

/** The messages of an organization for one receiver. */
interface Lane {
  readonly organizationId: string
  readonly receiver: string
}

export interface Lanes {
  /** Works through a lane; if that is under way, works through it again afterwards. */
  start(lane: Lane): void
  /** The same, unless the receiver failed last time, so that requests don't spend time on dead receivers. */
  startUnlessFailing(lane: Lane): void
  /** How many failed since the last call; they get another chance. */
  takeFailing(): number
  /** Settles when no lane is being worked on. */
  idle(): Promise<void>
}

/** State of a lane that is being worked on. */
interface Worker {
  isAskedAgain: boolean
  done: Promise<void>
}

/**
 * Organizations that may wait for one webhook concurrently: a parent's webhook gets events of every sub-organization.
 * Mail and text messages go through a carrier of the host, where organizations don't wait for each other.
 */
const LANES_OF_A_WEBHOOK = 16

/** @param drain delivers due messages and returns whether the receiver failed */
export function openLanes(
  { deliverAlone = (_queue, task) => task(), log }: Pick<Ports, 'deliverAlone' | 'log'>,
  drain: (lane: Lane) => Promise<boolean>,
): Lanes {
  const running = new Map<string, Worker>()
  const failing = new Set<string>()
  const places = limitPlaces(LANES_OF_A_WEBHOOK)
  const inPlace = (receiver: string, task: () => Promise<void>) =>
    CARRIERS.has(receiver) ? task() : places(receiver, task)

  function start(lane: Lane): void {
    const queue = queueOf(lane)
    const before = running.get(queue)
    if (before) {
      before.isAskedAgain = true
      return
    }
    const worker: Worker = { isAskedAgain: false, done: Promise.resolve() }
    running.set(queue, worker)
    worker.done = inPlace(lane.receiver, async () => deliverAlone(queue, () => work(lane, queue, worker)))
      .catch((error: unknown) => log?.('outbox', error))
      .then(() => {
        running.delete(queue)
        // Requested between the last read and the end.
        if (worker.isAskedAgain && !failing.has(queue)) start(lane)
      })
  }

  async function work(lane: Lane, queue: string, worker: Worker): Promise<void> {
    do {
      worker.isAskedAgain = false
      if (await drain(lane)) failing.add(queue)
      else failing.delete(queue)
    } while (worker.isAskedAgain && !failing.has(queue))
  }

  return {
    start,
    startUnlessFailing(lane) {
      if (!failing.has(queueOf(lane))) start(lane)
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

const queueOf = ({ organizationId, receiver }: Lane) => `${receiver} of ${organizationId}`
