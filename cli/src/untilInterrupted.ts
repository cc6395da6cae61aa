/** For commands that run until somebody stops them. */
import type { Host } from './host.ts'

/** Settles when the user interrupts the command. */
export function untilInterrupted({ interrupted }: Host): Promise<void> {
  return new Promise((done) => {
    if (interrupted.aborted) return done()
    interrupted.addEventListener('abort', () => done(), { once: true })
  })
}
