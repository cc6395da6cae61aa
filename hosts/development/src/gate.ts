/** Lets requests pass, except while the state is being replaced. */

export interface Gate {
  /** Runs concurrently with others. Waits while the gate is closed. */
  pass<T>(task: () => Promise<T>): Promise<T>
  /** Waits until no other task runs, then runs exclusively. */
  close<T>(task: () => Promise<T>): Promise<T>
}

export function createGate(): Gate {
  const inside = new Set<Promise<unknown>>()
  let closed: Promise<unknown> = Promise.resolve()
  let isClosed = 0
  return {
    async pass(task) {
      while (isClosed > 0) await closed
      const passing = task()
      inside.add(passing)
      const leave = () => void inside.delete(passing)
      passing.then(leave, leave)
      return passing
    },
    close(task) {
      isClosed++
      const run = closed.then(async () => {
        while (inside.size > 0) await Promise.allSettled(inside)
        return task()
      })
      closed = run.then(
        () => void isClosed--,
        () => void isClosed--,
      )
      return run
    },
  }
}
