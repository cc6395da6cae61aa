/** Runs another program with the terminal and signals of this process. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { usageFailure } from '../output/failure.ts'

export interface ProgramOptions {
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>
  /** Whether to redirect its standard output to standard error. */
  readonly isQuiet: boolean
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Forwards signals to the program and resolves with its exit code, or like shells with 128 plus the number of the signal
 * that ended it.
 * @throws Failure (usage) if the program cannot be started
 */
export function runProgram(
  program: string,
  words: readonly string[],
  { env, isQuiet }: ProgramOptions,
): Promise<number> {
  const child = spawn(program, words, {
    stdio: ['inherit', isQuiet ? 2 : 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    // On Windows, programs such as npm are shell scripts.
    shell: process.platform === 'win32',
  })
  const forward = (signal: NodeJS.Signals) => {
    // The terminal sends SIGINT to the program itself.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  const kill = () => child.kill('SIGKILL')
  for (const signal of FORWARDED) process.on(signal, forward)
  process.once('exit', kill)
  return new Promise<number>((resolve, reject) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = { ENOENT: 'program not found', EACCES: 'it is not executable' }[`${code}`] ?? message
      const hint = 'pass an executable in your PATH and its arguments after --'
      reject(usageFailure(`\`${program}\` cannot be started: ${reason}`, hint))
    })
    child.once('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  }).finally(() => {
    for (const signal of FORWARDED) process.off(signal, forward)
    process.off('exit', kill)
  })
}
