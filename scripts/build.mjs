/** `npm run build`: builds the packages for others, each into its dist, and the site into site/dist. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
const packages = await run(process.execPath, [bin('tsx'), 'scripts/packages/main.ts', 'build'], { cwd: root })
if (packages !== 0) process.exit(packages)
process.exit(
  await run(process.execPath, [bin('tsx'), 'site/build/build.ts', ...process.argv.slice(2)], { cwd: root }),
)
