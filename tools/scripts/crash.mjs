/**
 * `npm run crash`: the long crash suite, kill -9 at 200 random moments on each store, and every other fault once.
 * Prints what each fault cost, and writes it into `hosts/server/README.md` after a run without arguments.
 * KEYWRIGHT_CRASH_ROUNDS changes how many, KEYWRIGHT_CRASH_SEED repeats the choices of an earlier run.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceTables, tablesOf } from './lib/crashTables.mjs'
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run } from './lib/steps.mjs'

await ensureInstalled()
const chosen = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'keywright-crash-'))
const file = join(folder, 'record')
const env = { KEYWRIGHT_CRASH_ROUNDS: '200', ...process.env, KEYWRIGHT_CRASH_RECORD: file }
const code = await run(
  process.execPath,
  [
    bin('vitest'),
    'run',
    '--config',
    'tools/tests/nightly/vitest.config.ts',
    'hosts/server/test/crash',
    '--disable-console-intercept',
    ...chosen,
  ],
  { cwd: root, env },
)
const tables = tablesOf(existsSync(file) ? readFileSync(file, 'utf8') : '')
rmSync(folder, { recursive: true })
for (const table of tables.values()) console.log(`\n${table}`)
const readme = join(root, 'hosts/server/README.md')
if (chosen.length === 0) writeFileSync(readme, replaceTables(readFileSync(readme, 'utf8'), tables))
process.exit(code)
