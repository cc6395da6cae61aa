import { defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/lib/slowFirst.ts'

export default defineConfig({
  test: {
    include: [
      '{clients,contract,keys,policy,search,engine,devhost,scenarios,server,sandbox,inspector,testing,conformance,sdk,create-keywright-app,examples,cli,interop,site,bench,scripts,test}/**/*.test.{ts,tsx}',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '**/e2e/**'],
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
  },
})
