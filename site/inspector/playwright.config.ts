import { defineConfig, devices } from '@playwright/test'
import { browserForTests } from '../../tools/scripts/lib/browser.mjs'

const executablePath = browserForTests()

/** The console on the page of a real development server: `npx playwright test -c site/inspector`. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../../test-results/inspector',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  retries: 0,
  workers: 2,
  // Only ends what hangs: a test must not fail on a machine that is ten times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
})
