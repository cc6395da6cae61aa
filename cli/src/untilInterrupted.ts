/** What an interruption does to a command: ends one that runs until then, and leaves one that does not. */
import { ExitCode } from './exitCode.ts'
import { Failure } from './failure.ts'
import type { Host } from './host.ts'

/** Settles when the user interrupts the command. */
export function untilInterrupted({ interrupted }: Pick<Host, 'interrupted'>): Promise<void> {
  return new Promise((done) => {
    if (interrupted.aborted) return done()
    interrupted.addEventListener('abort', () => done(), { once: true })
  })
}

/** The task's value. @throws Failure (interrupted) as soon as the user interrupts; what the task does then is nobody's */
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
