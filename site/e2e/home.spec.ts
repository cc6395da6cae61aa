/** The home page: first screen and sections. */
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import { findViolationsInBothModes } from './support/axe.ts'
import { expect, isSameDocument, markDocument, navbarLink, test, visit } from './support/test.ts'

const WIDTHS = [320, 375, 768, 1024, 1440, 1920]

test('the first screen shows commands to type and the signature that they verify', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Programmatic key management')
  const commands = page.locator('.transcript .typed')
  await expect(commands).toHaveCount(5)
  for (const command of await commands.filter({ visible: true }).all()) await expect(command).toBeInViewport()
  const height = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => one.getBoundingClientRect().height)
  expect(await height('.transcript')).toBeLessThanOrEqual(300)
  expect((await page.locator('.tour').boundingBox())!.y).toBeLessThanOrEqual(560)
  await expect(page.locator('.transcript [data-good]')).toBeInViewport()
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await height('.transcript'), '375 px').toBeLessThanOrEqual(300)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.locator('.transcript [data-good]')).toHaveText(/^valid signature by 0x[0-9a-fA-F]{40}\n$/)
})

test('one hero button runs the tour in place, the other opens the quickstart', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await visit(page, '/')
  const [run, quickstart] = [page.locator('.actions a').nth(0), page.locator('.actions a').nth(1)]
  await expect(quickstart).toHaveAttribute('href', '/getting-started/quickstart')
  const [left, right] = [(await run.boundingBox())!, (await quickstart.boundingBox())!]
  expect([left.height, right.height, right.x - left.x - left.width]).toEqual([44, 44, 12])
  await run.click()
  await expect(page.locator('.tour-status')).toHaveText(/^(Starting|Running|Done)/, { timeout: 240_000 })
  await expect(page.locator('#try')).toBeInViewport()
  await expect(page.locator('.tour-run')).toBeFocused()
})

test('a copy button of the transcript copies only the commands', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/')
  await page.getByRole('tab', { name: 'Start' }).click()
  await page.locator('.transcript figure').nth(1).getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npx keywright dev --seed 1')
})

test('its sections follow each other, are rendered, shake nothing before a run, and link to existing hosts', async ({
  page,
}) => {
  await visit(page, '/')
  await expect(page.locator('main [data-far]')).toHaveCount(0)
  await expect(page.locator('.tour-key [data-tone="bad"]')).toHaveCSS('animation-name', 'none')
  await expect(page.locator('main a[href*="://"]:not(.article-footer a)')).toHaveCount(0)
  await expect(page.locator('main h2')).toHaveText([
    /^Wallet, signature, denial, approval/,
    /^Create an app/,
    /^The model in five nouns/,
    /^Two routes/,
    /^What runs where/,
    /^What a deployment must add/,
    /^Next steps/,
  ])
  for (const href of ['/embedded-wallets/overview', '/signing-automation/overview'])
    await expect(page.locator(`main h3 a[href="${href}"]`)).toBeVisible()
})

test('it has no sidebar, contents or breadcrumbs, even after in-site navigation', async ({ page }) => {
  const isComposed = async () => {
    await expect(page.locator('.layout')).toHaveAttribute('data-kind', 'home')
    for (const part of ['.sidebar', '.breadcrumbs', '.toc nav', '.toc-folded'])
      await expect(page.locator(part)).toHaveCount(0)
  }
  await visit(page, '/')
  await isComposed()
  await markDocument(page)
  await navbarLink(page, 'Quickstart').click()
  await expect(page.locator('.sidebar')).toHaveCount(1)
  await page.getByRole('banner').getByRole('link', { name: 'Keywright home' }).click()
  await isComposed()
  expect(await isSameDocument(page)).toBe(true)
})

test('no text of the drawing is smaller than 12 px at any width', async ({ page }) => {
  await visit(page, '/')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const sizes = await page
      .locator('.model-drawing:visible text')
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height))
    expect(Math.min(...sizes), `${width} px`).toBeGreaterThanOrEqual(12)
  }
})

// `pages.spec.ts` checks it at 1280 px.
for (const width of everyNth(2, [375, 1440])) {
  test(`no accessibility violation at ${width} px in either color mode`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await visit(page, '/')
    expect(await findViolationsInBothModes(page)).toEqual([])
  })
}
