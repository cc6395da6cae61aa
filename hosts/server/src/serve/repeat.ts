/** Work that a server repeats until it stops. */
export interface Repeating {
  /** Settles with the run that is under way, or with a new one. */
  now(): Promise<void>
  /** Settles when the last run is over. */
  stop(): Promise<void>
}

/**
 * A run starts only after the last one is over.
 * @param fail called for the first of consecutive failures
 */
export function repeat(
  intervalMs: number,
  work: () => Promise<void>,
  fail: (error: unknown) => void,
): Repeating {
  let running: Promise<void> | undefined
  let isFailing = false
  const now = () => {
    running ??= work()
      .then(
        () => {
          isFailing = false
        },
        (error: unknown) => {
          if (!isFailing) fail(error)
          isFailing = true
        },
      )
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(now, intervalMs)
  return {
    now,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
