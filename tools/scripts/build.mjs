/**
 * `npm run build`: builds the published packages and the site, and prints the sizes of SDK entries. An up-to-date site is
 * not rebuilt, except with `--times`, which prints the processor time of each phase.
 */
import { buildSite } from './lib/builtSite.mjs'
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
const packages = await run(process.execPath, [bin('tsx'), 'tools/scripts/packages/main.ts', 'build'], {
  cwd: root,
})
if (packages !== 0) process.exit(packages)
const site = await buildSite(process.argv.slice(2))
if (site !== 0) process.exit(site)
process.exit(await run(process.execPath, [bin('tsx'), 'tools/scripts/sizes/main.ts'], { cwd: root }))
