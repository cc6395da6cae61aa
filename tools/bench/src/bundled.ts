/** Runs a file as a JavaScript bundle, like the published command: tsx is only for sources. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleInto } from '@keywright/server/test/bundle'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Below the installed packages, so that packages outside the bundle are found. */
const cache = join(root, 'node_modules', '.cache', 'keywright-bench')

/**
 * @param file sends its one answer to its parent
 * @throws Error when it ended before
 */
export async function runBundled<Answer>(file: URL, args: readonly string[]): Promise<Answer> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'run-'))
  try {
    const outfile = join(folder, 'main.mjs')
    await bundleInto(outfile, file, ['@keywright/inspector/build'])
    const child = fork(outfile, args, { execArgv: [] })
    const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit').then(fail)])
    child.kill()
    return answer as Answer
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fail([code]: unknown[]): never {
  throw new Error(`the measured process ended with ${String(code)}`)
}
