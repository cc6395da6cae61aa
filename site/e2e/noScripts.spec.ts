/** Reading without scripts. */
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

test('pages are readable and links work', async ({ page }) => {
  await page.goto('/concepts/wallets')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Wallets/)
  await page.getByRole('navigation', { name: 'Previous and next page' }).getByRole('link').last().click()
  await expect(page).not.toHaveURL('/concepts/wallets')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('no page shows a button that needs scripts', async ({ page }) => {
  for (const route of ['/', '/features/sessions', '/getting-started/quickstart', '/markdown-page']) {
    await page.goto(route)
    // Popovers work without scripts.
    await expect(page.locator('button:not([popovertarget]):visible'), route).toHaveCount(0)
  }
})

test('the menu of narrow screens opens', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/concepts/wallets')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.locator('#menu')).toBeVisible()
  await page.locator('#menu').getByRole('link', { name: 'Organizations', exact: true }).click()
  await expect(page).toHaveURL('/concepts/organizations')
})

test('every tab panel is shown below its label', async ({ page }) => {
  await page.goto('/markdown-page')
  const tabs = page.locator('.tabs').first()
  for (const panel of await tabs.locator('[role=tabpanel]').all()) await expect(panel).toBeVisible()
  await expect(tabs.locator('.tab-label').first()).toBeVisible()
})
