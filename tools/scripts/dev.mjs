/** `npm run dev`: the site with hot reload. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
process.exit(
  await run(process.execPath, [bin('tsx'), 'site/builder/dev.ts', ...process.argv.slice(2)], { cwd: root }),
)
