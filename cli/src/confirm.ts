/** Asks for confirmation before irreversible actions. */
import type { Context } from './command.ts'
import { ExitCode } from './exitCode.ts'
import { Failure, usageFailure } from './failure.ts'

/**
 * Resolves if the user confirms or passed `--yes`.
 * @throws Failure (usage) without a terminal to ask in; (refused) for every other answer
 */
export async function confirm({ input, host, isJson }: Context, question: string): Promise<void> {
  if (input.isOn('yes')) return
  if (!host.canAsk || isJson) {
    throw usageFailure('nothing was sent: no terminal to confirm in', 'pass --yes to skip the confirmation')
  }
  const answer = await host.ask(`${question} [y/N] `)
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new Failure(ExitCode.refused, 'nothing was sent: not confirmed')
}
