import { defineConfig } from '@playwright/test'
import { address, ports } from '../../../../site/e2e/support/addresses.ts'

const root = '../../../..'

/** Tests in every browser through its own driver: `npm run nightly -- browsers`. */
export default defineConfig({
  testDir: '.',
  outputDir: `${root}/test-results/browsers`,
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: 300_000,
  reporter: process.env.CI ? [['line']] : [['list']],
  webServer: {
    command: `node node_modules/.bin/tsx site/builder/serve.ts --dir ${process.env.KEYWRIGHT_TEST_SITE ?? 'site/dist'} --port ${ports.site}`,
    cwd: root,
    url: address.site,
    reuseExistingServer: false,
    timeout: 60_000,
  },
})
