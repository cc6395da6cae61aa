/** `npm start`: installs what the site needs where it is missing, builds the site and serves it. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled({ only: '@keywright/site' })
const built = await run(process.execPath, [bin('tsx'), 'site/build/build.ts'], { cwd: root })
if (built !== 0) process.exit(built)
process.exit(
  await run(process.execPath, [bin('tsx'), 'site/build/serve.ts', ...process.argv.slice(2)], { cwd: root }),
)
