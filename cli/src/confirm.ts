/** Asks before what cannot be taken back. */
import type { Context } from './command.ts'
import { ExitCode } from './exitCode.ts'
import { Failure, usageFailure } from './failure.ts'

/**
 * Settles when the user says yes, or said `--yes`.
 * @throws Failure (usage) where nobody can be asked; (refused) for every other answer
 */
export async function confirm({ input, host, isJson }: Context, question: string): Promise<void> {
  if (input.isOn('yes')) return
  if (!host.canAsk || isJson) {
    throw usageFailure('nothing was sent: nobody can be asked here', '--yes says it beforehand')
  }
  const answer = await host.ask(`${question} [y/N] `)
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new Failure(ExitCode.refused, 'nothing was sent: the answer was no')
}
