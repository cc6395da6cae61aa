/** `npm run bench [part …] [--record]`: prints ratios, each relative to something measured in the same run. */
import { benchInMemory } from './inMemory.ts'
import { benchInnocent } from './innocent.ts'
import { benchJournal } from './journal.ts'
import { benchPolicy } from './policy.ts'
import { benchSandbox } from './sandbox.ts'
import { benchServer } from './server.ts'
import { benchSite } from './site.ts'

const parts: Record<string, () => Promise<void>> = {
  policy: benchPolicy,
  innocent: benchInnocent,
  memory: benchInMemory,
  server: benchServer,
  journal: benchJournal,
  sandbox: benchSandbox,
  site: benchSite,
}

const wanted = process.argv.slice(2).filter((word) => word !== '--record')
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`no part named \`${unknown.join('`, `')}\`; there are ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await run()
}
process.exit(0)
