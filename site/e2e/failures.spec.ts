/** Failures as the reader sees them: the rows of the specification's error catalog. */
import type { Page } from '@playwright/test'
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import {
  booted,
  expect,
  isSameDocument,
  markDocument,
  navbarLink,
  shownTheme,
  test,
  visit,
} from './support/test.ts'

/** As on a machine with a network, which the tests don't need. */
const pretendOnline = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }))

test('page load failure: an error box with the error text and a Retry button', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await pretendOnline(page)
  await page.route('**/_p/changelog.json', (route) => route.abort('internetdisconnected'))
  await visit(page, '/faq')
  await markDocument(page)
  await navbarLink(page, 'Changelog').click()
  const box = page.getByRole('alert')
  await expect(box).toContainText('This page could not be loaded')
  await expect(box.locator('pre')).toHaveText('Failed to fetch')
  await expect(box.getByRole('button', { name: 'Retry' })).toBeFocused()
  await expect(page).toHaveURL('/changelog')

  const failedAgain = page.waitForEvent('requestfailed')
  await box.getByRole('button', { name: 'Retry' }).click()
  await failedAgain
  await expect(page.getByRole('alert').locator('pre')).toHaveText('Failed to fetch')

  await page.unroute('**/_p/changelog.json')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await isSameDocument(page)).toBe(true)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
})

test('the error box explains that the reader is offline', { tag: '@nightly' }, async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await visit(page, '/faq')
  await context.setOffline(true)
  await navbarLink(page, 'Changelog').click()
  await expect(page.getByRole('alert').locator('pre')).toHaveText(
    /^You're offline, and this isn't saved on this device\.\nFailed to fetch$/,
  )
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
})

for (const [what, answer] of everyNth(2, [
  ['returns 404', { status: 404, body: '' }],
  ['returns something else', { status: 200, body: '<!doctype html>', contentType: 'text/html' }],
  ['returns another page', { status: 200, json: { route: '/faq' } }],
] as const)) {
  test(`route failure: a route that ${what} falls back to a page load`, async ({ page, watch }) => {
    watch.allow(/Failed to load resource/)
    await page.route('**/_p/changelog.json', (route) => route.fulfill(answer))
    await visit(page, '/faq')
    await markDocument(page)
    await navbarLink(page, 'Changelog').click()
    await page.waitForURL('**/changelog')
    await booted(page)
    expect(await isSameDocument(page)).toBe(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  })
}

test('route failure: a part that a new build replaced reloads the page once and then opens', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load|Failed to fetch|preload/)
  await pretendOnline(page)
  let loads = 0
  page.on('load', () => loads++)
  const parts = /\/assets\/open-[^/]*\.js$/
  await page.route(parts, (route) => route.fulfill({ status: 404, body: '' }))
  await visit(page, '/faq')
  await markDocument(page)
  await page.keyboard.press('Control+k')
  await expect.poll(() => loads).toBe(2)
  const box = page.getByRole('alert')
  await expect(box).toContainText('Search could not be loaded')
  expect(loads).toBe(2)
  await page.unroute(parts)
  await box.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('combobox')).toBeFocused()
})

/** Makes the reference throw while `window.broken` is set, because versions lack their era. */
async function breakReference(page: Page): Promise<void> {
  await page.route('**/openapi.json', async (route) => {
    const description = await (await route.fetch()).text()
    await route.fulfill({ body: description.replaceAll(/"era":"\w+",/g, '') })
  })
  await page.addInitScript(() => {
    Object.assign(window, { broken: true })
    Object.defineProperty(Object.prototype, 'era', {
      configurable: true,
      get() {
        if ('broken' in window) throw new Error('the outer reason', { cause: new Error('the inner reason') })
        return 'seed'
      },
    })
  })
}

test('rendering failure: "This page crashed." with "Try again" and the chain of cause messages', async ({
  page,
  watch,
}) => {
  watch.allow(/outer|inner/)
  await breakReference(page)
  await visit(page, '/api/#create_sub_organization')
  const box = page.getByRole('alert')
  await expect(box.getByRole('heading')).toHaveText('This page crashed.')
  await expect(box.locator('pre')).toContainText('the outer reason')
  await expect(box.locator('pre')).toContainText('the inner reason')
  await page.evaluate(() => Reflect.deleteProperty(window, 'broken'))
  await box.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Filter calls')).toBeVisible()
})

test('unavailable browser storage causes only one warning per document', { tag: '@nightly' }, async ({
  page,
  watch,
}) => {
  watch.allow(/Browser storage is unavailable/)
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Browser storage is unavailable')) warnings.push(message.type())
  })
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  })
  await visit(page, '/faq')
  await page.getByRole('button', { name: 'Switch between light and dark mode' }).click()
  expect(await shownTheme(page)).toBe('dark')
  await navbarLink(page, 'API Reference').click()
  await page.getByLabel('Filter calls').focus()
  await page.getByRole('main').getByRole('tab', { name: 'curl' }).first().click()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('wallet')
  await expect(page.getByRole('option').first()).toBeVisible()
  // The API reference is a document of its own.
  expect(warnings).toEqual(['warning', 'warning'])
})
