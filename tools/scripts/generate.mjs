/**
 * `npm run generate`: writes every generated and recorded file again, in the order in which they depend on each other.
 * `npm run generate -- client` runs one step. `npm test` fails if a file is not what its generator writes.
 */
import { bin, ensureInstalled, ensureNightlyInstalled, root } from './lib/install.mjs'
import { chooseSteps, run, runSteps } from './lib/steps.mjs'

await ensureInstalled()
const program = (file, ...words) => run(process.execPath, [bin('tsx'), file, ...words], { cwd: root })
const recordingTests = (...files) =>
  run(process.execPath, [bin('vitest'), 'run', ...files], {
    cwd: root,
    env: { ...process.env, KEYWRIGHT_RECORD: '1' },
  })

const steps = [
  {
    name: 'client: types and methods of the TypeScript client',
    run: () => program('sdk/client/generator/generate.ts'),
  },
  {
    name: 'clients: calls, types, errors and test vectors of the other clients',
    run: () => program('clients/generator/generate.ts'),
  },
  {
    name: 'sdk: what the SDK packages export, for their reference',
    run: async () => {
      await ensureNightlyInstalled()
      return program('tools/tests/nightly/sdkReference/write.ts')
    },
  },
  {
    name: 'answers: the sample world and what it answers to the pages',
    run: () => recordingTests('site/requests/'),
  },
  { name: 'examples: output of the examples', run: () => recordingTests('examples/test/examples.test.ts') },
  { name: 'transcripts: output of the commands on pages', run: () => program('site/transcripts/record.ts') },
  {
    name: 'format',
    run: () => run(process.execPath, [bin('biome'), 'check', '--write', '.'], { cwd: root }),
  },
]
process.exit(await runSteps(chooseSteps(process.argv.slice(2), steps)))
