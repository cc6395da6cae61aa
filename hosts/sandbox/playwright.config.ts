import { defineConfig, devices } from '@playwright/test'
import { browserForTests } from '../../tools/scripts/lib/browser.mjs'

/** After the ports of the site's tests, which run at the same time. */
const port = Number(process.env.KEYWRIGHT_TEST_PORT ?? 4496) + 4
const executablePath = browserForTests()
const address = `http://127.0.0.1:${port}`

/** The sandbox and the runner in a real browser: `npx playwright test -c hosts/sandbox`. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../../test-results/sandbox',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  retries: 0,
  workers: 2,
  // Only a guard against hangs: tests must pass on machines that are ten times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  use: {
    baseURL: address,
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
  webServer: {
    command: 'node ../../node_modules/.bin/tsx e2e/serve.ts',
    url: address,
    reuseExistingServer: false,
    timeout: 180_000,
  },
})
