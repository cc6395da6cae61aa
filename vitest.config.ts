import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { SlowFirst } from './scripts/lib/slowFirst.ts'

const fastTestsIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/!(*.slow).test.{ts,tsx}`)

/**
 * No test here touches what all of a process share. None starts a server, which would plug in the cryptography of Node:
 * tests after it would no longer be about ours.
 */
const ENGINE = fastTestsIn('contract', 'keys', 'policy', 'search', 'engine', 'host', 'devhost')
const BUILD = fastTestsIn('site/build', 'site/src/mdx', 'site/src/styles')
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
    testTimeout: 60_000,
    // A hook may start a PostgreSQL, on a machine that runs two other tests.
    hookTimeout: 120_000,
    // What is waited for comes late on a loaded machine; a second says nothing about it.
    expect: { poll: { timeout: 30_000 } },
    // Native libraries (the database, the token, an emulated chain) keep threads of their own;
    // a process that ends takes them along, a thread that ends pulls the code away under them.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    // `npm run check` names those that are fast.
    projects: [
      together('engine', ENGINE),
      together('build', BUILD),
      apart('slow', ['**/*.slow.test.{ts,tsx}'], []),
      apart('others', ['**/!(*.slow).test.{ts,tsx}'], [...ENGINE, ...BUILD]),
    ],
  },
})

/** Files of one process share what they import and make: doing it anew for each took longer than most tests. */
function together(name: string, include: string[]): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include, exclude: OUTSIDE, isolate: false } }
}

function apart(name: string, include: string[], except: string[]): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include, exclude: [...OUTSIDE, ...except] } }
}
