/** Installs what is missing, then runs a TypeScript program of the repository: `node tools/scripts/program.mjs FILE …`. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
process.exit(await run(process.execPath, [bin('tsx'), ...process.argv.slice(2)], { cwd: root }))
