/** Regression tests for past defects of the shell. */
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import { address } from './support/addresses.ts'
import {
  booted,
  expect,
  isSameDocument,
  markDocument,
  navbarLink,
  type Page,
  test,
  visit,
} from './support/test.ts'

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName)

for (const hash of everyNth(4, ['#100%', '#%E0%A4%A', '#%', '#%zz'])) {
  test(`a URL ending in \`${hash}\` breaks neither navigation nor the rest of the page`, async ({ page }) => {
    await visit(page, `/concepts/wallets${hash}`)
    await markDocument(page)
    await navbarLink(page, 'Changelog').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wallets and private keys')
    // Follow a link to it from a swapped-in page.
    await page.evaluate((href) => {
      const link = document.createElement('a')
      link.href = href
      link.textContent = 'Odd link'
      document.getElementById('main')!.prepend(link)
    }, `/faq${hash}`)
    await page.getByRole('link', { name: 'Odd link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
    expect(await isSameDocument(page)).toBe(true)
  })
}

test("a link to another page's section moves the focus there for the next Tab", async ({ page }) => {
  const target = page.locator('main h2').nth(2)
  await page.goto('/concepts/wallets')
  const id = await target.getAttribute('id')
  await page.goto('/faq')
  await page.evaluate((hash) => {
    const link = document.createElement('a')
    link.href = `/concepts/wallets#${hash}`
    link.textContent = 'To the section'
    document.getElementById('main')!.prepend(link)
  }, id)
  await page.getByRole('link', { name: 'To the section' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wallets and private keys')
  await expect.poll(() => focused(page)).toBe(id)
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(300)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)
  expect(
    await page.evaluate((from) => {
      const heading = document.getElementById(from!)!
      return Boolean(
        heading.contains(document.activeElement) ||
          heading.compareDocumentPosition(document.activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING,
      )
    }, id),
  ).toBe(true)
  // The `tabindex` is removed when it loses the focus.
  expect(await page.locator(`[id="${id}"]`).getAttribute('tabindex')).toBeNull()
})

test('an unknown URL shows the not-found page each time, and later pages are indexable again', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 404/)
  const link = page.getByRole('link', { name: 'Nowhere' })
  const addLink = () =>
    page.evaluate(() => {
      const anchor = document.createElement('a')
      anchor.href = '/concepts/nowhere'
      anchor.textContent = 'Nowhere'
      document.getElementById('main')!.prepend(anchor)
    })
  await visit(page, '/faq')
  for (const _ of ['first', 'second', 'third']) {
    await addLink()
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
    await booted(page)
    await navbarLink(page, 'Changelog').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/changelog$/)
  }
})

test('print shows every tab below its label', async ({ page }) => {
  await visit(page, '/markdown-page')
  const panels = page.getByRole('tabpanel', { includeHidden: true })
  const count = await panels.count()
  expect(count).toBeGreaterThan(1)
  expect(await page.locator('[role="tabpanel"]:visible').count()).toBeLessThan(count)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[role="tabpanel"]:visible')).toHaveCount(count)
  await expect(page.locator('.tab-label:visible')).toHaveCount(count)
  for (const list of await page.getByRole('tablist', { includeHidden: true }).all())
    await expect(list).toBeHidden()
})

for (const route of everyNth(3, [
  '/getting-started/quickstart',
  '/concepts/policies/language',
  '/passkeys/options',
  '/api/',
]))
  test(`print has no controls: ${route}`, { tag: '@nightly' }, async ({ page }) => {
    await visit(page, route)
    const buttons = page.getByRole('button').filter({ visible: true })
    await expect(buttons).not.toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(buttons).toHaveCount(0)
  })

test.describe('with docs versions', () => {
  test.use({ baseURL: address.fixture })

  test('the menu uses the navbar’s name for the sidebar', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 })
    await visit(page, '/1.0/concepts/wallets')
    await expect(page.locator('[data-sidebar-label]')).toHaveText('Guide')
  })
})

test('the first page that a new browser shows has the brand faces, for code too', async ({ page }) => {
  await page.addInitScript(() => {
    // What Chromium says before it has measured anything.
    Object.defineProperty(navigator, 'connection', { value: { rtt: 100, downlink: 1.5 } })
  })
  await visit(page, '/faq')
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Keywright Text"/)
  await expect(page.locator('main code').first()).toHaveCSS('font-family', /^"Keywright Code"/)
  for (const face of ['Text', 'Code'])
    expect(await page.evaluate((face) => document.fonts.check(`1em "Keywright ${face}"`), face)).toBe(true)
})

test('on a slow line, documents preload and use the fonts as soon as the browser has them', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { rtt: 150 } })
  })
  const preloads = page.locator('head link[rel=preload][as=font]')
  await visit(page, '/faq')
  await expect(preloads).toHaveCount(0)
  // Text that waits for a font isn't painted, and text that changes its font moves.
  await expect(page.locator('body')).not.toHaveCSS('font-family', /Keywright Text"/)
  await page.waitForFunction(() => localStorage.getItem('fonts') !== null)
  await expect(page.locator('main code').first()).toHaveCSS('font-family', /^"Keywright Code"/)
  await expect(page.locator('body')).not.toHaveCSS('font-family', /Keywright Text"/)
  await visit(page, '/concepts/wallets')
  await expect(preloads).toHaveCount(2)
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Keywright Text"/)
  await expect(page.locator('main code').first()).toHaveCSS('font-family', /^"Keywright Code"/)
})

test('controls draw `==` and `<=` as two characters', async ({ page }) => {
  await visit(page, '/faq')
  const ligatures = await page.evaluate(() =>
    ['code', 'input', 'textarea'].map((name) => {
      const control = document.body.appendChild(document.createElement(name))
      const { fontVariantLigatures, fontFeatureSettings } = getComputedStyle(control)
      return `${name}: ${fontVariantLigatures}, ${fontFeatureSettings}`
    }),
  )
  expect(ligatures).toEqual(['code', 'input', 'textarea'].map((name) => `${name}: none, "calt" 0`))
})

for (const path of everyNth(2, ['/', '/getting-started/quickstart']))
  test(`on a phone, Copy fits into the blocks of ${path}`, { tag: '@nightly' }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await visit(page, path)
    const copies = page.locator('.code:not([data-of] + *) > .copy:visible')
    await expect(copies.first()).toBeVisible()
    const outside = await copies.evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const block = button.parentElement!
        const part = block.querySelector('figcaption') ?? block
        const over = button.getBoundingClientRect().bottom - part.getBoundingClientRect().bottom
        return over > 0 ? [`${over} px below ${part.textContent?.slice(0, 40)}`] : []
      }),
    )
    expect(outside).toEqual([])
  })
