/** `npm test`: installs what is missing and passes all but the nightly tests. */
import { ensureBrowser, ensureHeadlessShell } from './lib/browser.mjs'
import { ensurePrograms } from './lib/debian.mjs'
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run, runLanes } from './lib/steps.mjs'

await ensureInstalled()
await ensurePrograms('softhsm2-util', 'pgbouncer')
const browser = await ensureBrowser()
const env = {
  ...process.env,
  KEYWRIGHT_BROWSER: browser,
  KEYWRIGHT_HEADLESS_SHELL: await ensureHeadlessShell(browser),
  // As in `site/builder/production.ts`: tests bundle, too.
  MIMALLOC_ALLOW_THP: '0',
  // Tools see a pipe instead of a terminal.
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
}
const tool =
  (name, ...args) =>
  (lane) =>
    run(process.execPath, [bin(name), ...args], { cwd: root, env, ...lane })
/** In one thread: with the other lanes busy, several threads only check the same types several times. */
const types = (project) => tool('tsc', '-p', project, '--singleThreaded')
// No lane uses two cores by itself, because tests also wait for browsers, servers and timers.
process.exit(
  await runLanes([
    [{ name: 'unit, property, contract and store tests', run: tool('vitest', 'run', '--project=!slow') }],
    [
      { name: 'lint and format', run: tool('biome', 'check', '--error-on-warnings', '.') },
      { name: 'types', run: types('tsconfig.json') },
      { name: 'types of the examples', run: types('examples/tsconfig.json') },
      { name: 'prose of pages and READMEs', run: tool('tsx', 'tools/scripts/prose/main.ts') },
      { name: 'site build with link check', run: tool('tsx', 'site/builder/build.ts') },
      { name: 'browser and accessibility tests', run: tool('playwright', 'test') },
    ],
    [
      {
        name: 'sandbox and runner in a browser',
        run: tool('playwright', 'test', '-c', 'hosts/sandbox/playwright.config.ts'),
      },
      {
        name: 'console of a development server in a browser',
        run: tool('playwright', 'test', '-c', 'site/inspector/playwright.config.ts'),
      },
    ],
  ]),
)
