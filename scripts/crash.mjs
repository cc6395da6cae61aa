/**
 * `npm run crash`: the long crash suite, kill -9 at 200 random moments on each store.
 * KEYWRIGHT_CRASH_ROUNDS changes how many, KEYWRIGHT_CRASH_SEED repeats the choices of an earlier run.
 */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
const env = { KEYWRIGHT_CRASH_ROUNDS: '200', ...process.env }
process.exit(
  await run(
    process.execPath,
    [
      bin('vitest'),
      'run',
      '--config',
      'nightly/vitest.config.ts',
      'server/src/crash',
      '--disable-console-intercept',
      ...process.argv.slice(2),
    ],
    { cwd: root, env },
  ),
)
