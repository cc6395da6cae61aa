/** `npm run build`: builds the packages for others, each into its dist, the site into site/dist, and prints what a page loads. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
const packages = await run(process.execPath, [bin('tsx'), 'scripts/packages/main.ts', 'build'], { cwd: root })
if (packages !== 0) process.exit(packages)
const site = await run(process.execPath, [bin('tsx'), 'site/build/build.ts', ...process.argv.slice(2)], {
  cwd: root,
})
if (site !== 0) process.exit(site)
process.exit(await run(process.execPath, [bin('tsx'), 'scripts/sizes/main.ts'], { cwd: root }))
