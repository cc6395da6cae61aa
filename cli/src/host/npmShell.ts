/** The shell in which npm runs a command (`npx keywright dev`, a script of `package.json`). */

/** A script that runs this command last and nothing beside it, so its shell ends before the command only if it is stopped. */
const COMMAND_ALONE = /^([^&|;<>()`$\n]+ && +)*(\w+=[\w.:/-]* +)*(['"]?)keywright\3( [^&|;<>()`$\n]*)?$/

/** How often to look whether the shell is still there. */
const INTERVAL_MS = 250

/**
 * Interrupts the command if the shell of npm ends: `kill` of `npx` ends the shell, and shells don't pass the signal on. It
 * isn't a signal: if the whole group got the first one, that would be the second, which ends the command immediately.
 */
export function endWithNpmShell(
  process: Pick<NodeJS.Process, 'env' | 'ppid'>,
  interruption: AbortController,
): void {
  if (!COMMAND_ALONE.test(process.env['npm_lifecycle_script'] ?? '')) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    interruption.abort()
  }, INTERVAL_MS)
  timer.unref()
}
