/** `npm run bench [part …] [--record]`: prints ratios, each relative to something measured in the same run. */
import { argv, exit } from 'node:process'

const parts: Record<string, () => Promise<void>> = {
  policy: async () => (await import('./policy.ts')).benchPolicy(),
  innocent: async () => (await import('./innocent.ts')).benchInnocent(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  server: async () => (await import('./server/server.ts')).benchServer(),
  journal: async () => (await import('./server/journal.ts')).benchJournal(),
  sandbox: async () => (await import('./sandbox.ts')).benchSandbox(),
  site: async () => (await import('./site.ts')).benchSite(),
}

const wanted = argv.slice(2).filter((word) => word !== '--record')
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`no part named \`${unknown.join('`, `')}\`; there are ${Object.keys(parts).join(', ')}`)
  exit(1)
}
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await run()
}
exit(0)
