import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{clients,contract,keys,policy,search,engine,devhost,scenarios,server,sandbox,inspector,testing,conformance,sdk,create-keywright-app,examples,cli,interop,site,bench,scripts,test}/**/*.test.{ts,tsx}',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '**/e2e/**'],
    testTimeout: 60_000,
    // A hook may start a PostgreSQL, on a machine that runs two other tests.
    hookTimeout: 120_000,
    pool: 'threads',
    maxWorkers: 2,
  },
})
