/**
 * `npm run nightly`: the tests that `npm test` leaves out, and every case of those that it samples.
 * `npm run nightly -- browsers` runs one step, named by its first word.
 */
import { ensureBrowser } from './lib/browser.mjs'
import { ensurePrograms } from './lib/debian.mjs'
import { bin, ensureInstalled, ensureNightlyInstalled, root } from './lib/install.mjs'
import { ensureKubeconform } from './lib/kubeconform.mjs'
import { ensureOtherBrowsers } from './lib/otherBrowsers.mjs'
import { ensureSchemathesis } from './lib/schemathesis.mjs'
import { chooseSteps, run, runSteps } from './lib/steps.mjs'
import { ensureSwift } from './lib/swift.mjs'

await ensureInstalled()
await ensureNightlyInstalled()
await ensurePrograms('softhsm2-util', 'pgbouncer', 'promtool')
const env = {
  ...process.env,
  KEYWRIGHT_BROWSER: await ensureBrowser(),
  ...(await ensureOtherBrowsers()),
  ...(await ensureSchemathesis()),
  ...(await ensureKubeconform()),
  ...(await ensureSwift()),
  // `tools/scripts/lib/tries.ts`
  KEYWRIGHT_NIGHTLY: 'yes',
}
const tool =
  (name, ...args) =>
  () =>
    run(process.execPath, [bin(name), ...args], { cwd: root, env })
const nightlyTests = (...paths) =>
  tool('vitest', 'run', '--config', 'tools/tests/nightly/vitest.config.ts', ...paths)

const steps = [
  { name: 'types of the nightly tests', run: tool('tsc', '-p', 'tools/tests/nightly/tsconfig.json') },
  { name: 'cases: the slow proofs, and every case that `npm test` samples', run: tool('vitest', 'run') },
  {
    name: 'interop: public SDKs against a development server',
    run: nightlyTests('tools/tests/nightly/interop'),
  },
  {
    name: 'openapi: linters and Schemathesis against a server',
    run: nightlyTests('tools/tests/nightly/openapi'),
  },
  {
    name: 'generators: clients that others generate from the API description',
    run: nightlyTests('tools/tests/nightly/generators'),
  },
  {
    name: 'sdk: the reference of the SDK packages against their types',
    run: nightlyTests('tools/tests/nightly/sdkReference'),
  },
  {
    name: 'packages: tarballs, starters, forms of wallet libraries, and deployment files',
    run: nightlyTests(
      'sdk/',
      'starters/',
      'tools/tests/nightly/packages',
      'tools/tests/nightly/deploy',
      'tools/scripts/deploy',
    ),
  },
  { name: 'clients: Go, Rust, Ruby and Swift', run: nightlyTests('clients/') },
  { name: 'operating: the runbook', run: nightlyTests('cli/', 'examples/') },
  {
    name: 'recipes: the steps and commands of CONTRIBUTING.md',
    run: nightlyTests('tools/tests/nightly/recipes'),
  },
  { name: 'engine: rows that a request reads, and every altered row', run: nightlyTests('engine/') },
  { name: 'crash: kill -9, full disks, lost and paused databases', run: nightlyTests('hosts/server/') },
  {
    name: 'fuzz: a few seconds for each reader',
    run: () => run(process.execPath, ['tools/scripts/fuzz.mjs', '--seconds', '10'], { cwd: root }),
  },
  {
    name: 'rebuild: the same tarballs from another folder',
    run: () => run(process.execPath, ['tools/scripts/rebuild.mjs'], { cwd: root }),
  },
  { name: 'transcripts: what the pages show of a terminal', run: nightlyTests('site/transcripts/') },
  {
    name: 'jobs: what readers do from the pages alone, and an application per framework, with packed packages',
    run: async () =>
      (await run(process.execPath, ['tools/scripts/release.mjs'], { cwd: root, env })) ||
      nightlyTests('site/jobs/', 'tools/tests/nightly/frameworks')(),
  },
  { name: 'relevance: searches and questions', run: nightlyTests('site/test/', 'site/builder/') },
  { name: 'site: build for the browsers', run: tool('tsx', 'site/builder/build.ts') },
  { name: 'pages: every page, example and failure in a browser', run: tool('playwright', 'test') },
  {
    name: 'sandbox: every attack in a browser',
    run: tool('playwright', 'test', '-c', 'hosts/sandbox/playwright.config.ts'),
  },
  {
    name: 'console: every section at every width',
    run: tool('playwright', 'test', '-c', 'site/inspector/playwright.config.ts'),
  },
  {
    name: 'browsers: a newcomer’s path in Chromium, Firefox and WebKit',
    run: tool('playwright', 'test', '-c', 'tools/tests/nightly/browsers/playwright.config.ts'),
  },
]
/** Steps that write records instead of comparing with them; each runs only when it is named. */
const recorders = [
  { name: 'ledger: record what public SDKs send', run: nightlyTests('tools/tests/nightly/interop', '-u') },
  {
    name: 'conformance: record the scores of all clients',
    run: tool('tsx', 'tools/tests/nightly/interop/conformance/record.ts'),
  },
]
process.exit(await runSteps(chooseSteps(process.argv.slice(2), steps, recorders)))
