/** A clock that can be advanced and frozen. Its time is stored with the state. */
import type { HostRows } from '@keywright/host'

export interface DevClock {
  (): number
  /** Whether the clock is frozen, on request or because of a seed. */
  readonly isStanding: boolean
  /** @returns the new time */
  advance(milliseconds: number): Promise<number>
  freeze(): Promise<void>
  /** Resumes from the frozen time. Has no effect with a seed. */
  resume(): Promise<void>
}

/** Start time of a seeded host, so that all times in responses repeat. */
const SEEDED_START = Date.UTC(2025, 0, 1)
/** Upper bound of the time: IDs contain it in 48 bits, far more than a thousand years. */
export const MAX_ADVANCE_MS = 1_000 * 366 * 24 * 60 * 60 * 1_000

/**
 * @param machine milliseconds since 1970
 * @param isSeeded start at 2025-01-01T00:00:00Z and advance only on request
 */
export async function createDevClock(
  rows: HostRows,
  machine: () => number,
  isSeeded: boolean,
): Promise<DevClock> {
  let offset = (await rows.get<number>('clock', 'offset')) ?? 0
  let frozenAt = await rows.get<number>('clock', 'frozen')
  const base = () => frozenAt ?? (isSeeded ? SEEDED_START : machine())
  const clock = () => base() + offset
  const keepOffset = (milliseconds: number) => {
    offset = milliseconds
    return rows.put('clock', 'offset', offset)
  }
  return Object.defineProperties(
    Object.assign(clock, {
      async advance(milliseconds: number) {
        await keepOffset(Math.min(offset + milliseconds, MAX_ADVANCE_MS))
        return clock()
      },
      async freeze() {
        if (frozenAt !== undefined || isSeeded) return
        frozenAt = machine()
        await rows.put('clock', 'frozen', frozenAt)
      },
      async resume() {
        if (frozenAt === undefined) return
        // Subtracts the time in between, so that the clock continues where it stopped.
        const passed = Math.max(0, machine() - frozenAt)
        frozenAt = undefined
        await rows.remove('clock', ['frozen'])
        await keepOffset(offset - passed)
      },
    }),
    { isStanding: { get: () => isSeeded || frozenAt !== undefined } },
  ) as unknown as DevClock
}
