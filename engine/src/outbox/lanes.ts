/** Which receivers are being served by this process, and which of them failed. */
import type { Ports } from '../ports.ts'
import { limitPlaces } from './limitPlaces.ts'
import { CARRIERS } from './outbox.ts'

/** The messages of an organization for one receiver. */
interface Lane {
  readonly organizationId: string
  readonly receiver: string
}

export interface Lanes {
  /** Works through a lane, once more if it is being worked through now. */
  start(lane: Lane): void
  /** The same, but not when nobody took anything the last time: who makes messages pays for no dead receiver. */
  startUnlessFailing(lane: Lane): void
  /** How many failed since this was asked last; they are given another chance. */
  takeFailing(): number
  /** Settles when no lane is being worked through. */
  idle(): Promise<void>
}

/** Of a lane that is being worked through. */
interface Worker {
  isAskedAgain: boolean
  done: Promise<void>
}

/**
 * So many organizations may wait for one webhook at once: that of a parent is told of each sub-organization. Mail and
 * text messages go through a carrier of the host, where nobody's waits for somebody else's.
 */
const LANES_OF_A_WEBHOOK = 16

/** @param drain hands over what is due; tells whether the receiver failed */
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
        // Asked for after the last look, and before the end.
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
