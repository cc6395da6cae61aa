/** A clock that can be moved ahead; where it stands is kept with the state. */
import type { HostRows } from '../store/hostRows.ts'

export interface DevClock {
  (): number
  /** Whether time passes by itself. */
  readonly isStanding: boolean
  /** @returns the new time */
  advance(milliseconds: number): Promise<number>
  /** Takes the offset of the state again, after a restore. */
  reload(): Promise<void>
}

/** Where the clock of a seeded server starts: with it, all times in answers repeat. */
const SEEDED_START = Date.UTC(2025, 0, 1)
/** Ids carry time in 48 bits; a thousand years stay far below. */
export const MAX_ADVANCE_MS = 1_000 * 366 * 24 * 60 * 60 * 1_000

/** @param isStanding with a seed: begins at 2025-01-01T00:00:00Z and moves only when told */
export async function createDevClock(rows: HostRows, isStanding: boolean): Promise<DevClock> {
  const clock = () => (isStanding ? SEEDED_START : Date.now()) + offset
  const readOffset = async () => (await rows.get<number>('clock', 'offset')) ?? 0
  let offset = await readOffset()
  return Object.assign(clock, {
    isStanding,
    async advance(milliseconds: number) {
      offset = Math.min(offset + milliseconds, MAX_ADVANCE_MS)
      await rows.put('clock', 'offset', offset)
      return clock()
    },
    async reload() {
      offset = await readOffset()
    },
  })
}
