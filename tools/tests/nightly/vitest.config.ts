import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests that `npm test` leaves out: public SDKs, and every file named `*.nightly.test.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: {
    include: [
      'tools/tests/nightly/interop/**/*.test.ts',
      '**/*.nightly.test.{ts,tsx}',
      'hosts/server/test/crash/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.cache/**'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
