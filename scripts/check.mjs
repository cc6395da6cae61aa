/** `npm run check`: lint, types, prose, and the fast tests of what changed since the last commit. `-- --all` runs all fast tests. */
import { parseArgs } from 'node:util'
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { run, runSteps } from './lib/steps.mjs'

const { values } = parseArgs({ options: { all: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help) {
  console.log(
    'npm run check [-- --all]: lint, types, prose, and fast tests of what changed, or of everything',
  )
  process.exit(0)
}
await ensureInstalled()
const tool =
  (name, ...args) =>
  () =>
    run(process.execPath, [bin(name), ...args], { cwd: root })
/** Incremental type checks, which take a fifth of the time. */
const types = (project) => {
  const memory = `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  return tool('tsc', '-p', project, '--incremental', '--tsBuildInfoFile', memory)
}
process.exit(
  await runSteps([
    { name: 'lint and format', run: tool('biome', 'check', '--error-on-warnings', '.') },
    { name: 'types', run: types('tsconfig.json') },
    { name: 'types of the examples', run: types('examples/tsconfig.json') },
    { name: 'prose of pages and READMEs', run: tool('tsx', 'scripts/prose/main.ts') },
    {
      name: values.all ? 'fast tests' : 'fast tests of what changed',
      run: tool('vitest', 'run', '--project=!slow*', '--reporter=dot', ...(values.all ? [] : ['--changed'])),
    },
  ]),
)
