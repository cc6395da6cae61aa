/** Accessibility of overlays and keyboard. `pages.spec.ts` examines the pages. */
import type { Page } from '@playwright/test'
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import { address } from './support/addresses.ts'
import { findViolationsInBothModes } from './support/axe.ts'
import { forgetShifts, recordShifts, shiftsOf } from './support/layoutShifts.ts'
import { booted, expect, test, visit } from './support/test.ts'

const states: readonly [name: string, part: string, open: (page: Page) => Promise<unknown>][] = [
  [
    'search dialog with results',
    '.search-dialog',
    async (page) => {
      await visit(page, '/faq')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('wallet')
      await page.getByRole('option').first().waitFor()
    },
  ],
  [
    'call of the reference with its fields unfolded',
    '#create_wallet',
    async (page) => {
      await visit(page, '/api/#create_wallet')
      await page.locator('#create_wallet').getByRole('tab', { name: 'curl' }).waitFor()
      for (const fold of await page.locator('#create_wallet .field-fold > summary').all()) await fold.click()
    },
  ],
  [
    'search dialog without results',
    '.search-dialog',
    async (page) => {
      await visit(page, '/faq')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('qqqzzzvvv')
      await page.getByText('Try searching for').waitFor()
    },
  ],
  [
    'menu of narrow screens',
    '.drawer',
    async (page) => {
      await page.setViewportSize({ width: 375, height: 700 })
      await visit(page, '/concepts/wallets')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    },
  ],
  [
    'main part of that menu',
    '.drawer',
    async (page) => {
      await page.setViewportSize({ width: 375, height: 700 })
      await visit(page, '/concepts/wallets')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Back to main menu' }).click()
    },
  ],
  ['not-found page', 'main', (page) => visit(page, '/nowhere')],
  [
    'page load failure',
    'main',
    async (page) => {
      await page.route('**/_p/changelog.json', (route) => route.abort())
      await visit(page, '/faq')
      await page.getByRole('banner').getByRole('link', { name: 'Changelog' }).click()
      await page.getByRole('alert').waitFor()
    },
  ],
]

for (const [name, part, open] of everyNth(2, states)) {
  test(`${name}: no violation in either color mode`, async ({ page, watch }) => {
    watch.allow(/Failed to load resource/)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await open(page)
    expect(await findViolationsInBothModes(page, part)).toEqual([])
  })
}

test.describe('the fixture site', () => {
  test.use({ baseURL: address.fixture })

  test('open dropdowns and announcement bar: no violation in either color mode', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await visit(page, '/limits')
    for (const name of ['More', 'Docs version', 'Language']) {
      await page.getByRole('banner').locator('summary').filter({ hasText: name }).click()
      expect(await findViolationsInBothModes(page, '.navbar, .announcement'), name).toEqual([])
    }
  })

  test('search page: no violation in either color mode', { tag: '@nightly' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await visit(page, '/search?q=wallets')
    await page.getByRole('main').locator('a.search-hit').first().waitFor()
    expect(await findViolationsInBothModes(page)).toEqual([])
  })
})

test('keyboard focus is visible on every element, and never hidden by the navbar', async ({ page }) => {
  await visit(page, '/concepts/wallets')
  const wrong: string[] = []
  const step = async (key: 'Tab' | 'Shift+Tab') => {
    await page.keyboard.press(key)
    const found = await page.evaluate(() => {
      const element = document.activeElement!
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      const isMarked =
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
      const navbar = document.querySelector('.navbar')!.getBoundingClientRect().bottom
      const { left, top, bottom } = element.getBoundingClientRect()
      const isHidden = element.matches('.skip-link')
        ? document.elementFromPoint(left + 4, top + 4) !== element
        : !element.closest('.navbar, .drawer') && bottom <= navbar
      const html = element.outerHTML.slice(0, 80)
      return [...(isMarked ? [] : [`not marked: ${html}`]), ...(isHidden ? [`hidden: ${html}`] : [])]
    })
    wrong.push(...found)
  }
  // From the top through the navbar into the sidebar, and from the footer up through the content.
  for (let n = 0; n < 20; n++) await step('Tab')
  // The skip link of the article is between the sidebar and the content.
  await page.locator('main .skip-link + * :is(a, button)').first().focus()
  await step('Shift+Tab')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.locator('.footer a').first().focus()
  for (let n = 0; n < 40; n++) await step('Shift+Tab')
  expect(wrong).toEqual([])
})

test('at 400 % zoom, Tab never moves the focus out of sight, even past content that was far away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await visit(page, '/concepts/policies/language')
  // It grows when it mounts, which is another matter.
  const playground = page.locator('[data-island=policy-playground]')
  await playground.scrollIntoViewIfNeeded()
  await expect(playground).toHaveAttribute('data-island-state', 'ready')
  await page.evaluate(() => scrollTo(0, 0))
  const hidden: string[] = []
  // From the browser's own controls through the page.
  for (let isInPage = true; isInPage; ) {
    await page.keyboard.press('Tab')
    const seen = await page.evaluate(async () => {
      // Far content gets its size when it comes near, in the next frame.
      for (let n = 0; n < 2; n++) await new Promise((frame) => requestAnimationFrame(frame))
      const element = document.activeElement!
      const { top, bottom } = element.getBoundingClientRect()
      const navbar = document.querySelector('.navbar')!.getBoundingClientRect().bottom
      return {
        html: element.outerHTML.slice(0, 80),
        isInPage: element !== document.body && !element.closest('.footer'),
        isHidden: !element.closest('.navbar, .skip-link') && (bottom <= navbar || top >= innerHeight),
      }
    })
    isInPage = seen.isInPage
    if (seen.isHidden) hidden.push(seen.html)
  }
  expect(hidden).toEqual([])
})

test('nothing animates noticeably with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page, '/concepts/wallets')
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element)
      const longest = Math.max(
        ...`${transitionDuration},${animationDuration}`.split(',').map(Number.parseFloat),
      )
      return longest > 0.01 || scrollBehavior === 'smooth' ? [element.outerHTML.slice(0, 80)] : []
    }),
  )
  expect(moving).toEqual([])
})

test('forced colors distinguish selected items by a line and keep highlighted words readable', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, '/concepts/wallets')
  await page.locator('main h2').nth(1).scrollIntoViewIfNeeded()
  // Read both in one step, because the mark moves while the page scrolls.
  const shared = (chosen: string, all: string, edge: string) =>
    page.evaluate(
      ([chosen, all, edge]) => {
        const edges = (selector: string) =>
          new Set(
            [...document.querySelectorAll(selector)].map((one) =>
              getComputedStyle(one).getPropertyValue(edge),
            ),
          )
        const [marks, others] = [edges(chosen), edges(`${all}:not(${chosen})`)]
        if (marks.size === 0 || others.size === 0) return 'nothing to compare'
        return [...marks].filter((mark) => others.has(mark))
      },
      [chosen, all, edge] as const,
    )
  const differ = (chosen: string, all: string, edge: string) =>
    expect.poll(() => shared(chosen, all, edge), { message: all }).toEqual([])
  await differ('main [role=tab][aria-selected=true]', 'main [role=tab]', 'border-bottom-color')
  await page.locator('main h2').last().scrollIntoViewIfNeeded()
  await differ('.toc a[aria-current]', '.toc a', 'border-left-color')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or ask a question' }).fill('wallet')
  await differ('[role=option][aria-selected=true]', '[role=option]', 'outline-style')
  await page.locator('mark').first().waitFor()
  const [ink, ground] = await page
    .locator('mark')
    .first()
    .evaluate((mark) => {
      const { color, backgroundColor } = getComputedStyle(mark)
      return [color, backgroundColor]
    })
  expect(ground).not.toMatch(/^rgba.*, 0\)$/)
  expect(ink).not.toBe(ground)
})

test('text at 200 % uses the narrow layout without sideways scrolling, and search fits at 400 % zoom', async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await visit(page, '/sdks/advanced/iframe-stamper')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  for (const width of [1280, 640, 375]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
  }
  // 400 % zoom in a laptop window: the dialog is lower than its field, one result and its foot.
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await page.setViewportSize({ width: 320, height: 200 })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('wallet')
  await expect(page.getByRole('option').first()).toBeAttached()
  const foot = page.locator('.search-foot')
  // Results may still arrive above it. Allow for a fraction of a pixel.
  await expect(async () => {
    await foot.scrollIntoViewIfNeeded()
    await expect(foot).toBeInViewport({ ratio: 0.95, timeout: 500 })
  }).toPass()
})

test('opening menus and search causes no layout shift', async ({ page }) => {
  await page.addInitScript(recordShifts)
  await visit(page, '/concepts/wallets')
  await booted(page)
  await forgetShifts(page)
  await page.getByRole('banner').getByRole('link', { name: 'Changelog' }).hover()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  expect(await shiftsOf(page)).toEqual([])
})
