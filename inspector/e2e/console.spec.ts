import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { everyNth } from '../../scripts/lib/tries.ts'
import { type StartedServer, startServer } from './devServer.ts'

/** One per worker. */
let server: StartedServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** Errors of the page's code or content security policy. */
const troubles: string[] = []
test.beforeEach(({ page }) => {
  troubles.length = 0
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  page.on('pageerror', (error) => troubles.push(error.message))
})
test.afterEach(() => expect(troubles).toEqual([]))

const openConsole = async (page: Page, fragment = '') => {
  await page.goto(`${server.url}/dev${fragment}`)
  await expect(page.getByText('✓ Live')).toBeVisible()
}

test('a request appears without a reload and shows why it was allowed', async ({ page }) => {
  await openConsole(page)
  await expect(page.getByText('No requests yet')).toBeVisible()
  await server.keywright('wallets', 'create', 'first')
  await page.getByRole('button', { name: 'create_wallet' }).click()
  await expect(page.getByText('ALLOWED: enough root users approved')).toBeVisible()
  await expect(page.getByText('Stamped by Root user')).toBeVisible()
  await expect(page).toHaveURL(/#requests\/[0-9a-f-]+$/)
})

test('works by keyboard alone', async ({ page }) => {
  await server.keywright('whoami')
  await openConsole(page)
  await page.getByRole('tab', { name: 'Requests' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Activities' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('tab', { name: 'Requests' })).toBeFocused()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('whoami')
  await page.getByRole('list', { name: 'requests' }).getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Details' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'requests' }).getByRole('button').first()).toBeFocused()
})

test('fields next to each other in the form of a fault start at the same height', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 })
  await openConsole(page, '#faults')
  const tops = await Promise.all(
    ['Status', 'Times', 'Probability'].map(
      async (label) => (await page.getByLabel(label, { exact: true }).boundingBox())!.y,
    ),
  )
  expect(new Set(tops.map(Math.round)).size).toBe(1)
})

const SECTIONS = [
  'requests',
  'activities',
  'organizations',
  'inbox',
  'webhooks',
  'clock',
  'faults',
  'snapshots',
  'tokens',
]
/** Rules whose results depend on the color mode. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

for (const width of everyNth(2, [375, 1440])) {
  for (const section of SECTIONS) {
    test(`${section} is accessible in both color modes and fits, ${width} px`, async ({ page }) => {
      const hasRows = ['requests', 'activities', 'organizations'].includes(section)
      if (hasRows) await server.keywright('wallets', 'create', `${section} ${width}`)
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      await openConsole(page, `#${section}`)
      const first = page.locator('.kwi-rows button').first()
      if (hasRows) await first.click()
      await expect(page.getByText('Loading…')).toHaveCount(0)
      const light = await new AxeBuilder({ page }).analyze()
      await page.emulateMedia({ colorScheme: 'dark' })
      const dark = await new AxeBuilder({ page }).withRules(COLOR_RULES).analyze()
      for (const [mode, { violations }] of Object.entries({ light, dark }))
        expect(violations.map(({ id, nodes }) => `${section}, ${mode}: ${id} ${nodes[0]?.html}`)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, section).toBeLessThanOrEqual(0)
    })
  }
}
