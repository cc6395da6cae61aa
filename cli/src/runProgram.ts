/** Runs another program in the place of this one: its terminal, its signals, its exit code. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { usageFailure } from './failure.ts'

export interface ProgramOptions {
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>
  /** Whether what it writes to standard output goes to standard error. */
  readonly isQuiet: boolean
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Settles when the program has ended, with its exit code; 128 and the signal's number when a signal ended it, as
 * shells say it. A signal to this process is passed on, and the program decides what it means.
 * @throws Failure (usage) when it cannot be started
 */
export function runProgram(
  program: string,
  words: readonly string[],
  { env, isQuiet }: ProgramOptions,
): Promise<number> {
  const child = spawn(program, words, {
    stdio: ['inherit', isQuiet ? 2 : 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    // Where programs such as npm are scripts of the shell.
    shell: process.platform === 'win32',
  })
  const forward = (signal: NodeJS.Signals) => {
    // The terminal has told the program already.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  const kill = () => child.kill('SIGKILL')
  for (const signal of FORWARDED) process.on(signal, forward)
  process.once('exit', kill)
  return new Promise<number>((resolve, reject) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason =
        { ENOENT: 'there is no such program', EACCES: 'it is not executable' }[`${code}`] ?? message
      const hint = 'what stands behind -- is a program and its arguments, as the shell finds it'
      reject(usageFailure(`\`${program}\` cannot be started: ${reason}`, hint))
    })
    child.once('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  }).finally(() => {
    for (const signal of FORWARDED) process.off(signal, forward)
    process.off('exit', kill)
  })
}
