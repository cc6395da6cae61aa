/** `npm run sizes`: what a page downloads for each entry of the SDK, beside the public SDKs of the protocol. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
process.exit(await run(process.execPath, [bin('tsx'), 'scripts/sizes/main.ts'], { cwd: root }))
