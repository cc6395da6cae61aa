/** The announcement bar of the fixture site. */
import { address } from './support/addresses.ts'
import { expect, test, visit } from './support/test.ts'

test.use({ baseURL: address.fixture })

test('the announcement bar is shown in its colors until it is dismissed', async ({ page }) => {
  await visit(page, '/news')
  const bar = page.getByRole('complementary', { name: 'Announcement' })
  await expect(bar).toContainText('Version 2 is out.')
  await expect(bar).toHaveCSS('background-color', 'rgb(20, 105, 92)')
  await expect(bar).toHaveCSS('color', 'rgb(255, 255, 255)')
  await bar.getByRole('link', { name: 'See the limits' }).click()
  await expect(page).toHaveURL('/limits')
  await expect(bar).toBeVisible()
})

test('closing the announcement bar stores a dismissed flag and keeps it closed', async ({ page }) => {
  await visit(page, '/news')
  const bar = page.getByRole('complementary', { name: 'Announcement' })
  await page.getByRole('button', { name: 'Close announcement' }).click()
  await expect(bar).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('announcement.dismissed'))).toBe('true')
  expect(await page.evaluate(() => localStorage.getItem('announcement.id'))).toBe('spring')
  await page.reload()
  await expect(bar).toBeHidden()
})
