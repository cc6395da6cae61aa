import { defineConfig, devices } from '@playwright/test'
import { address, ports } from './site/e2e/support/addresses.ts'
import { browserForTests } from './tools/scripts/lib/browser.mjs'
import { isNightly } from './tools/scripts/lib/tries.ts'

/** Without windows of its own a browser takes half as long; `site/browsers` walks through the site in whole ones. */
const executablePath = browserForTests()
const tsx = 'node node_modules/.bin/tsx'
/** The built site to test; `npm test` builds this one first. */
const site = process.env.KEYWRIGHT_TEST_SITE ?? 'site/dist'

export default defineConfig({
  testDir: 'site/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // `npm test` runs the main way through each part, `npm run nightly` also its variants.
  ...(!isNightly && { grepInvert: /@nightly/ }),
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  // Only ends what hangs: a test must not fail on a machine that is ten times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  use: {
    baseURL: address.site,
    // Recording every page costs a third of the run; name this to look at a failure.
    trace: process.env.KEYWRIGHT_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
  webServer: [
    {
      command: `${tsx} site/builder/serve.ts --dir ${site} --port ${ports.site}`,
      url: address.site,
      reuseExistingServer: false,
      timeout: 60_000,
    },
    {
      command: `${tsx} site/e2e/fixture/serve.ts`,
      url: address.hosted,
      reuseExistingServer: false,
      timeout: 120_000,
    },
  ],
})
