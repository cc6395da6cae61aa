import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import { type StartedServer, startServer } from '../../../tools/scripts/lib/devServer.ts'
import { everyNth } from '../../../tools/scripts/lib/tries.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Rules whose results depend on the color mode. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

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

const SECTIONS = ['requests', 'activities', 'organizations', 'inbox', 'webhooks', 'clock']
const WITH_ROWS = ['requests', 'activities', 'organizations']

for (const width of everyNth(2, [375, 1440])) {
  // One visit, because loading the page takes longer than the checks of a section.
  test(`every section is accessible in both color modes and fits, ${width} px`, async ({ page }) => {
    await server.keywright('wallets', 'create', `accessible at ${width}`)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await openConsole(page)
    await page.evaluate(AXE)
    for (const section of SECTIONS) {
      await test.step(section, async () => {
        await page.goto(`${server.url}/dev#${section}`)
        const tab = page.locator(`[role=tab][id$="-${section}"]`)
        await expect(tab).toHaveAttribute('aria-selected', 'true')
        if (WITH_ROWS.includes(section)) await page.locator('.kwi-rows button').first().click()
        await expect(page.getByText('Loading…')).toHaveCount(0)
        const light = await findViolations(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        const dark = await findViolations(page, COLOR_RULES)
        await page.emulateMedia({ colorScheme: 'light' })
        expect({ light, dark }).toEqual({ light: [], dark: [] })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
      })
    }
  })
}

/** Returns violations, one line per element. @param rules limits the check to these rules; default: all */
function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run(document, {
      ...(rules && { runOnly: [...rules] }),
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  }, rules)
}
