/** A clock that moves only when told to. */
export interface FakeClock {
  (): number
  /** Moves the clock forward. */
  advance(time: { milliseconds?: number; seconds?: number; minutes?: number; hours?: number }): void
}

/** Starts at 2025-01-02T03:04:05Z by default; milliseconds since 1970. */
export function fakeClock(start = Date.UTC(2025, 0, 2, 3, 4, 5)): FakeClock {
  let now = start
  const clock = () => now
  return Object.assign(clock, {
    advance({ milliseconds = 0, seconds = 0, minutes = 0, hours = 0 }: Parameters<FakeClock['advance']>[0]) {
      now += milliseconds + 1000 * (seconds + 60 * (minutes + 60 * hours))
    },
  })
}
