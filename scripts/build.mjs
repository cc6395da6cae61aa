/**
 * `npm run build`: builds the packages for others, each into its dist, the site into site/dist, and prints what a page
 * loads. A site that is up to date is not built again; `--times` builds it and prints the processor time of each phase.
 */
import { buildSite } from './lib/builtSite.mjs'
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
const packages = await run(process.execPath, [bin('tsx'), 'scripts/packages/main.ts', 'build'], { cwd: root })
if (packages !== 0) process.exit(packages)
const site = await buildSite(process.argv.slice(2))
if (site !== 0) process.exit(site)
process.exit(await run(process.execPath, [bin('tsx'), 'scripts/sizes/main.ts'], { cwd: root }))
