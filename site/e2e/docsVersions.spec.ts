/** Docs versions, on a fixture site with two of them. */
import type { Page } from '@playwright/test'
import { address } from './support/addresses.ts'
import { expect, navbarLink, test, visit } from './support/test.ts'

test.use({ baseURL: address.fixture })

const KEY = 'docs-preferred-version-default'
const menu = (page: Page) => page.getByRole('banner').locator('details').filter({ hasText: 'Docs version' })

async function choose(page: Page, version: string): Promise<void> {
  await menu(page).locator('summary').click()
  await menu(page).getByRole('link', { name: version }).click()
}

test('the docs version dropdown links to the same page in the other version', async ({ page }) => {
  await visit(page, '/concepts/wallets')
  await expect(menu(page).locator('summary')).toHaveText('Docs version: 2.0')
  await choose(page, '1.0')
  await expect(page).toHaveURL('/1.0/concepts/wallets')
  await expect(page.getByRole('main')).toContainText('A wallet of version 1')
  await expect(menu(page).locator('summary')).toHaveText('Docs version: 1.0')
  await expect(page.locator('.sidebar a')).toHaveText(['Wallets', 'Limits'])
})

test('the preferred version is stored per docs plugin and used on pages outside the docs', async ({
  page,
}) => {
  await visit(page, '/limits')
  await choose(page, '1.0')
  await expect(page).toHaveURL('/1.0/limits')
  expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBe('1.0')
  await visit(page, '/news')
  await expect(menu(page).locator('summary')).toHaveText('Docs version: 1.0')
  await expect(navbarLink(page, 'Limits')).toHaveAttribute('href', '/1.0/limits')
  await navbarLink(page, 'Guide').click()
  await expect(page).toHaveURL('/1.0/concepts/wallets')
})
