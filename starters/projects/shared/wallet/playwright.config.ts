/** `npm test`: uses the servers that are running, or starts them. Once before: `npx playwright install chromium`. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { defineConfig } from '@playwright/test'

const settings = existsSync('.env.root') ? parseEnv(readFileSync('.env.root', 'utf8')) : {}
const { CHROMIUM_PATH } = process.env
const page = `http://localhost:${process.env['PORT'] || 3000}`

export default defineConfig({
  testDir: 'test',
  timeout: 120_000,
  expect: { timeout: 60_000 },
  workers: 1,
  use: { baseURL: page, launchOptions: { ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }) } },
  webServer: [
    {
      command: 'npm run keywright',
      url: `${settings['KEYWRIGHT_BASE_URL'] ?? 'http://127.0.0.1:8787'}/dev`,
      reuseExistingServer: true,
    },
    { command: 'npm start', url: page, reuseExistingServer: true, timeout: 120_000 },
  ],
})
