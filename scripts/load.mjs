/** `npm run load`: drives a server with stamped requests, and says in text and in a picture what it did. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
process.exit(
  await run(process.execPath, [bin('tsx'), 'bench/src/loadMain.ts', ...process.argv.slice(2)], { cwd: root }),
)
