/** `npm run bench`: prints ratios, each against something measured in the same run. */
import { ensureBrowser } from './lib/browser.mjs'
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
const env = { ...process.env, KEYWRIGHT_BROWSER: await ensureBrowser() }
process.exit(
  await run(process.execPath, [bin('tsx'), 'tools/bench/src/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env,
  }),
)
