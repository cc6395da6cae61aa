/** Handles interruptions (Ctrl-C). */
import { ExitCode } from '../output/exitCode.ts'
import { Failure } from '../output/failure.ts'
import type { Host } from './host.ts'

/** Resolves when the user interrupts the command. */
export function untilInterrupted({ interrupted }: Pick<Host, 'interrupted'>): Promise<void> {
  return new Promise((done) => {
    if (interrupted.aborted) return done()
    interrupted.addEventListener('abort', () => done(), { once: true })
  })
}

/** Returns the value of the task. @throws Failure (interrupted) on interruption, and ignores the task from then on */
export async function unlessInterrupted<T>(host: Pick<Host, 'interrupted'>, task: Promise<T>): Promise<T> {
  task.catch(() => undefined)
  return Promise.race([
    task,
    untilInterrupted(host).then(() => {
      throw interruptedFailure()
    }),
  ])
}

export const interruptedFailure = (): Failure => new Failure(ExitCode.interrupted, 'interrupted')
