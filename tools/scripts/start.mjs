/** `npm start`: installs what the site needs, builds the site unless nothing has changed since, and serves it. */
import { buildSite } from './lib/builtSite.mjs'
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
const built = await buildSite()
if (built !== 0) process.exit(built)
process.exit(
  await run(process.execPath, [bin('tsx'), 'site/builder/serve.ts', ...process.argv.slice(2)], { cwd: root }),
)
