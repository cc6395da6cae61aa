/** `npm start`: installs what the site needs, builds the site unless nothing has changed since, and serves it. */
import { fingerprintOf, isBuilt, noteBuilt } from './lib/builtSite.mjs'
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled({ only: '@keywright/site' })
const fingerprint = fingerprintOf(root)
if (!isBuilt(root, fingerprint)) {
  const built = await run(process.execPath, [bin('tsx'), 'site/build/build.ts'], { cwd: root })
  if (built !== 0) process.exit(built)
  noteBuilt(root, fingerprint)
}
process.exit(
  await run(process.execPath, [bin('tsx'), 'site/build/serve.ts', ...process.argv.slice(2)], { cwd: root }),
)
