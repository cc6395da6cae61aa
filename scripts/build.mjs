/** `npm run build`: builds the site into site/dist. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
process.exit(
  await run(process.execPath, [bin('tsx'), 'site/build/build.ts', ...process.argv.slice(2)], { cwd: root }),
)
