/** `npm run cluster`: faults of a PostgreSQL cluster under load. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
const file = 'hosts/server/test/crash/cluster/main.ts'
process.exit(await run(process.execPath, [bin('tsx'), file, ...process.argv.slice(2)], { cwd: root }))
