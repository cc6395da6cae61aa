import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env.KEYWRIGHT_BROWSER

/** The console on the page of a real development server: `npx playwright test -c inspector`. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results/inspector',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  // Patience, for a machine that does other work too: what is right at last is right.
  expect: { timeout: 20_000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
})
