/** Tracks what keeps a program running, as Node's event loop does: timers, requests, messages, operations. */

export interface Pending {
  /** Keeps the program running until the returned function is called. Calling it again has no effect. */
  hold(): () => void
  /** Keeps the program running until the operation settles. Returns the same promise. */
  track<T>(operation: Promise<T>): Promise<T>
  /** Whether something keeps the program running. */
  isHeld(): boolean
  /** How often something began to keep the program running. */
  operations(): number
  /** Resolves when nothing is pending. */
  idle(): Promise<void>
}

/**
 * Tasks to wait for before a program counts as idle, because the platform's streams settle a few tasks later and can't
 * be tracked.
 */
const QUIET_TASKS = 6

/** @param nextTask runs a function in a task of its own, behind the queued ones */
export function createPending(nextTask: (run: () => void) => void): Pending {
  let count = 0
  let operations = 0

  function hold(): () => void {
    let isHeld = true
    count++
    operations++
    return () => {
      if (!isHeld) return
      isHeld = false
      count--
    }
  }

  return {
    hold,
    track(operation) {
      const release = hold()
      operation.then(release, release)
      return operation
    },
    isHeld: () => count > 0,
    operations: () => operations,
    idle: () =>
      new Promise((resolve) => {
        let seen = operations
        let quiet = 0
        nextTask(function check() {
          quiet = count === 0 && operations === seen ? quiet + 1 : 0
          seen = operations
          if (quiet < QUIET_TASKS) nextTask(check)
          else resolve()
        })
      }),
  }
}
