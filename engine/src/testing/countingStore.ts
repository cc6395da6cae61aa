/** What a request costs the store: how many calls, and in how many rounds of calls that wait for each other. */
import { OUTBOX, type Store } from '../store/store.ts'

export interface StoreCount {
  calls: number
  /** Calls that wait for no other one are one round: what a request waits for where the store is not in memory. */
  rounds: number
}

export interface CountingStore extends Store {
  /** Counts what `task` asks of the store. */
  counted(task: () => Promise<unknown>): Promise<StoreCount>
}

/** Milliseconds in which nothing more is asked: whoever could go on without an answer did. */
const QUIET = 10

/** A store that, while it counts, answers all calls of a round at once, and none before the last of them was made. */
export function createCountingStore(store: Store): CountingStore {
  let count: StoreCount | undefined
  let round = openRound()
  const counting =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      // What is delivered after the answer, nobody waits for.
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
    version: counting(store.version),
    commit: counting(store.commit),
    organizations: counting(store.organizations),
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
