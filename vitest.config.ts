import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { SlowFirst } from './scripts/lib/slowFirst.ts'

const fastTestsIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/!(*.slow).test.{ts,tsx}`)

/** Tests of our own cryptography, among others: nothing may replace it in their process, as starting a server does. */
const KEYS = fastTestsIn('contract', 'keys', 'policy', 'search')
const ENGINE = fastTestsIn('engine', 'host', 'devhost')
const BUILD = fastTestsIn('site/build', 'site/src/mdx', 'site/src/styles')
/** Half of the time of tests that send many requests is signatures in JavaScript; Node verifies them faster. */
const FAST_CRYPTO = ['./server/src/testing/fastCrypto.setup.ts']
/** `npm run nightly` runs the slow proofs. */
const OUTSIDE = [
  '**/node_modules/**',
  '**/dist/**',
  '**/e2e/**',
  '**/.cache/**',
  'nightly/**',
  '**/*.nightly.test.{ts,tsx}',
]

export default defineConfig({
  test: {
    // Only ends what hangs. The slowest test takes seconds, and must not fail on a machine that is ten times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Native libraries (the database, the token, an emulated chain) keep threads of their own;
    // a process that ends takes them along, a thread that ends pulls the code away under them.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    // `npm run check` leaves out the slow one.
    projects: [
      together('keys', KEYS),
      together('engine', ENGINE, FAST_CRYPTO),
      together('build', BUILD),
      apart('slow', ['**/*.slow.test.{ts,tsx}'], [], FAST_CRYPTO),
      apart('others', ['**/!(*.slow).test.{ts,tsx}'], [...KEYS, ...ENGINE, ...BUILD]),
    ],
  },
})

/** Files of one process share what they import and make: doing it anew for each took longer than most tests. */
function together(
  name: string,
  include: string[],
  setupFiles: string[] = [],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include, exclude: OUTSIDE, setupFiles, isolate: false } }
}

function apart(
  name: string,
  include: string[],
  except: string[],
  setupFiles: string[] = [],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include, exclude: [...OUTSIDE, ...except], setupFiles } }
}
