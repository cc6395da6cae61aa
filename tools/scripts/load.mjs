/** `npm run load`: measures a server under stamped requests. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
process.exit(
  await run(process.execPath, [bin('tsx'), 'tools/bench/src/loadMain.ts', ...process.argv.slice(2)], {
    cwd: root,
  }),
)
