/** Counts what a request costs the store: calls, and rounds of sequential calls. */
import { OUTBOX, type Store } from '../../src/store/store.ts'

export interface StoreCount {
  calls: number
  /** Concurrent calls are one round: the number of times a request waits for a remote store. */
  rounds: number
}

export interface CountingStore extends Store {
  /** Counts the store calls of `task`. */
  counted(task: () => Promise<unknown>): Promise<StoreCount>
}

/**
 * A round ends after this many milliseconds without another call: every task that could continue without a response
 * has done so.
 */
const QUIET = 10

/** A store that, while counting, answers all calls of a round together, after the last of them was made. */
export function createCountingStore(store: Store): CountingStore {
  let count: StoreCount | undefined
  let round = openRound()
  const counting =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      // Deliveries run after the response, so no request waits for them.
      if (!count || args[1] === OUTBOX) return call(...args)
      count.calls++
      await round.join()
      return call(...args)
    }
  function openRound() {
    let timer: ReturnType<typeof setTimeout> | undefined
    let close = () => {}
    const closed = new Promise<void>((resolve) => {
      close = resolve
    })
    return {
      join() {
        clearTimeout(timer)
        timer = setTimeout(() => {
          round = openRound()
          if (count) count.rounds++
          close()
        }, QUIET)
        return closed
      },
    }
  }
  return {
    get: counting(store.get),
    read: counting(store.read),
    count: counting(store.count),
    list: counting(store.list),
    scan: counting(store.scan),
    version: counting(store.version),
    commit: counting(store.commit),
    organizations: counting(store.organizations),
    inSnapshot: store.inSnapshot,
    async counted(task) {
      const of: StoreCount = { calls: 0, rounds: 0 }
      count = of
      try {
        await task()
      } finally {
        count = undefined
      }
      return of
    },
  }
}
