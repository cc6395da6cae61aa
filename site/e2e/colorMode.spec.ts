/** Light and dark. */
import { expect, shownTheme, test, visit } from './support/test.ts'

const SWITCH = 'Switch between light and dark mode'

test('light is the default, and the switch toggles the mode and stores the choice under `theme`', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'no-preference' })
  await visit(page, '/faq')
  expect(await shownTheme(page)).toBe('light')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: SWITCH }).click()
  expect(await shownTheme(page)).toBe('dark')
  expect(await ground()).not.toBe(light)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await expect(page.getByRole('status')).toHaveText('Dark mode')
  await page.getByRole('button', { name: SWITCH }).click()
  expect(await shownTheme(page)).toBe('light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
})

test('the stored choice applies on the next visit before the first paint', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto('/faq', { waitUntil: 'commit' })
  await page.locator('body').waitFor({ state: 'attached' })
  expect(await shownTheme(page)).toBe('dark')
})

test('without a stored choice it follows the system and its changes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await visit(page, '/faq')
  expect(await shownTheme(page)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

test('changes in other tabs are followed', { tag: '@nightly' }, async ({ page, context }) => {
  await visit(page, '/faq')
  const other = await context.newPage()
  await visit(other, '/changelog')
  await other.getByRole('button', { name: SWITCH }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: SWITCH }).click()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light')
})
