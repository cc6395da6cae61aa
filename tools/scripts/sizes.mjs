/** `npm run sizes`: download size of each SDK entry, compared with the public SDKs of the protocol. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
process.exit(await run(process.execPath, [bin('tsx'), 'tools/scripts/sizes/main.ts'], { cwd: root }))
