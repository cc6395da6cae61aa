/** `npm run check`: the fast inner loop. Lint, types, and every test that is not named `*.slow.test.ts`. */
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run, runSteps } from './lib/steps.mjs'

await ensureInstalled()
const tool =
  (name, ...args) =>
  () =>
    run(process.execPath, [bin(name), ...args], { cwd: root })
process.exit(
  await runSteps([
    { name: 'lint and format', run: tool('biome', 'check', '--error-on-warnings', '.') },
    { name: 'types', run: tool('tsc', '-p', 'tsconfig.json') },
    { name: 'types of the examples', run: tool('tsc', '-p', 'examples/tsconfig.json') },
    {
      name: 'fast tests',
      run: tool('vitest', 'run', '--project=!slow', '--reporter=dot'),
    },
  ]),
)
