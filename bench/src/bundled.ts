/** Runs a file as JavaScript of one piece, as the command runs: without tsx, which is for the sources alone. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Under the installed packages, so that what is not bundled is found. */
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
    await bundle(fileURLToPath(file), outfile)
    const child = fork(outfile, args, { execArgv: [] })
    const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit').then(fail)])
    child.kill()
    return answer as Answer
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As `cli/bin/bundle.mjs` does, but into one file. */
async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    external: ['@libsql/*', 'pg-native', '@keywright/inspector/build'],
    banner: {
      js: `import { createRequire as toRequire } from 'node:module'; const require = toRequire(${JSON.stringify(join(root, 'server', 'package.json'))});`,
    },
  })
}

function fail([code]: unknown[]): never {
  throw new Error(`the measured process ended with ${String(code)}`)
}
