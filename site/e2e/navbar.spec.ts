/** The page header, its menus, and the menu of narrow screens. */
import { address } from './support/addresses.ts'
import { expect, navbarLink, test, visit } from './support/test.ts'

/** Items in the specified order. */
const NAVBAR = [
  'Documentation',
  'Quickstart',
  'Solutions',
  'SDK Reference',
  'API Reference',
  'Changelog',
  'Code',
  'Dashboard',
]

test('a skip link jumps past the navbar to the main content', async ({ page }) => {
  await visit(page, '/concepts/wallets')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

// Without them, navbar and sidebar take about 36 presses. Both are lists of links, which every keyboard user expects to
// reach with Tab: ARIA has roving focus only for widgets such as trees, and the specification keeps categories open.
test('two skip links lead to the first Run of a page in at most 12 presses', { tag: '@nightly' }, async ({
  page,
}) => {
  await visit(page, '/faq')
  const skips = page.getByRole('link', { name: /^Skip to/ })
  await expect(skips).toHaveCount(1)
  await visit(page, '/getting-started/quickstart')
  const run = page.getByRole('button', { name: 'Run', exact: true }).first()
  const isAt = (place: typeof run) => place.evaluate((element) => element === document.activeElement)
  let presses = 0
  while (!(await isAt(run)) && ++presses <= 12)
    await page.keyboard.press((await isAt(skips.first())) || (await isAt(skips.last())) ? 'Enter' : 'Tab')
  await expect(run).toBeFocused()
  await expect(run).toBeInViewport()
})

test('every navbar item opens its page and is marked there', async ({ page }) => {
  await visit(page, '/')
  for (const [name, route] of [
    ['Documentation', '/category/getting-started'],
    ['Quickstart', '/getting-started/quickstart'],
    ['Solutions', '/embedded-wallets/overview'],
    ['SDK Reference', '/sdks/introduction'],
    ['API Reference', '/api/'],
    ['Changelog', '/changelog'],
  ] as const) {
    await navbarLink(page, name).click()
    await expect(page).toHaveURL(route)
    await expect(navbarLink(page, name)).toHaveAttribute('aria-current', /page|true/)
    await expect(page.locator('.navbar-links > ul > li > a[aria-current]')).toHaveCount(1)
  }
})

test('the console button fits into the navbar at every width, and shows the number of requests of the last run', async ({
  page,
}) => {
  await visit(page, '/getting-started/quickstart')
  const button = page.getByRole('banner').getByRole('button', { name: 'Console' })
  for (const width of [320, 375, 1000, 1100, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const { x, width: size, height } = (await button.boundingBox())!
    const side = width < 480 ? 40 : 36
    expect([size, height], `${width} px`).toEqual([side, side])
    expect(x + size).toBeLessThanOrEqual(width - 16)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
  }
  await page.locator('.example').first().getByRole('button', { name: 'Run', exact: true }).click()
  await expect(button).toHaveAttribute('data-count', '2', { timeout: 240_000 })
  await button.click()
  const edge = page.getByRole('separator', { name: 'Height of the console' })
  await expect(edge).toHaveAttribute('aria-valuenow', '45')
  await edge.press('ArrowUp')
  await expect(edge).toHaveAttribute('aria-valuenow', '50')

  const { x, y, width } = (await edge.boundingBox())!
  const from = { x: x + width / 2, y: y + 6 }
  const { mouse } = page
  const drag = async (start: { x: number; y: number }, end: { x: number; y: number }, button?: 'right') => {
    await mouse.move(start.x, start.y)
    await mouse.down({ button: button ?? 'left' })
    await mouse.move(end.x, end.y, { steps: 8 })
    await mouse.up({ button: button ?? 'left' })
  }
  // A selection of text that crosses the edge, and another button.
  await drag({ x: from.x, y: from.y - 200 }, { x: from.x, y: from.y + 3 })
  await drag(from, { x: from.x, y: from.y - 5 }, 'right')
  await expect(edge).toHaveAttribute('aria-valuenow', '50')
  await page.evaluate(() => getSelection()!.removeAllRanges())
  // Out of the window, where the button is released.
  await drag(from, { x: from.x, y: -50 })
  await expect(edge).toHaveAttribute('aria-valuenow', '90')
  await mouse.move(from.x, 500, { steps: 4 })
  await expect(edge).toHaveAttribute('aria-valuenow', '90')
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
})

test('the navbar stays in view while the page scrolls', async ({ page }) => {
  await visit(page, '/faq')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
})

test.describe('a navbar with more items than fit', () => {
  test.use({ baseURL: address.hosted })

  test('folds links into a menu, so that search stays on screen', async ({ page }) => {
    await visit(page, '/news')
    for (const width of [997, 1140, 1141, 1240, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const { x, width: size } = (await page
        .getByRole('banner')
        .getByRole('button', { name: 'Search' })
        .boundingBox())!
      expect(x + size, `${width} px`).toBeLessThanOrEqual(width)
      const inner = page.locator('.navbar-inner')
      expect(
        await inner.evaluate((bar) => bar.scrollWidth - bar.clientWidth),
        `${width} px`,
      ).toBeLessThanOrEqual(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
    }
    const menu = page.getByRole('banner').locator('details').filter({ hasText: 'Changelog' })
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'Changelog' }).click()
    await expect(page).toHaveURL('/limits')
  })
})

test.describe('every navbar item type', () => {
  test.use({ baseURL: address.fixture })

  test('a dropdown closes on an outside click', async ({ page }) => {
    await visit(page, '/news')
    const menu = page.getByRole('banner').locator('details').filter({ hasText: 'More' })
    await menu.locator('summary').click()
    await expect(menu).toHaveAttribute('open', '')
    // Below the menu.
    await page.mouse.click(640, 650)
    await expect(menu).not.toHaveAttribute('open')
  })

  test('a dropdown closes when the focus leaves it', { tag: '@nightly' }, async ({ page }) => {
    await visit(page, '/news')
    const menu = page.getByRole('banner').locator('details').filter({ hasText: 'More' })
    await menu.locator('summary').press('Enter')
    await expect(menu).toHaveAttribute('open', '')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('link', { name: 'Code' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(menu).not.toHaveAttribute('open')
  })

  test('a dropdown closes on Escape and restores the focus', async ({ page }) => {
    await visit(page, '/news')
    const menu = page.getByRole('banner').locator('details').filter({ hasText: 'More' })
    await menu.locator('summary').press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(menu).not.toHaveAttribute('open')
    await expect(menu.locator('summary')).toBeFocused()
  })

  test('arrow keys move through a dropdown', async ({ page }) => {
    await visit(page, '/news')
    const menu = page.getByRole('banner').locator('details').filter({ hasText: 'More' })
    await menu.locator('summary').focus()
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('link', { name: 'Latest news' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('link', { name: 'Latest news' })).toBeFocused()
  })

  test('the navbar hides on scrolling down and returns on scrolling up', async ({ page }) => {
    await visit(page, '/concepts/wallets')
    const navbar = page.getByRole('banner')
    // The script that hides the navbar loads after the others.
    await expect(navbar).toHaveAttribute('data-hide-on-scroll', 'ready')
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, 900)
    await expect(navbar).not.toBeInViewport()
    await page.mouse.wheel(0, -200)
    await expect(navbar).toBeInViewport({ ratio: 1 })
  })
})

test.describe('the menu of narrow screens', () => {
  test.use({ viewport: { width: 996, height: 800 } })

  test('opens on the pages of the sidebar; "Back to main menu" shows the navbar items', async ({ page }) => {
    await visit(page, '/concepts/wallets')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('navigation', { name: 'Documentation' })).toBeVisible()
    await expect(menu.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
    await menu.getByRole('button', { name: 'Back to main menu' }).click()
    await expect(menu.getByRole('navigation', { name: 'Documentation' })).toBeHidden()
    await expect(menu.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText(NAVBAR)
    await menu.getByRole('button', { name: 'Pages in Documentation' }).click()
    await expect(menu.getByRole('navigation', { name: 'Documentation' })).toBeVisible()
  })

  test('traps the focus and restores it on Escape', async ({ page }) => {
    await visit(page, '/concepts/wallets')
    const button = page.getByRole('button', { name: 'Open menu' })
    await button.press('Enter')
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
    await expect(page.locator('.page')).toHaveAttribute('inert', '')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await expect(button).toBeFocused()
    await expect(page.locator('[inert]')).toHaveCount(0)
    await expect(page).toHaveURL('/concepts/wallets')
  })

  test('closes when the window becomes wide', { tag: '@nightly' }, async ({ page }) => {
    await visit(page, '/concepts/wallets')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.setViewportSize({ width: 1200, height: 800 })
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0)
    await expect(page.locator('[inert]')).toHaveCount(0)
    await page.setViewportSize({ width: 996, height: 800 })
    await expect(page.locator('#menu')).toBeHidden()
  })

  test('closes on browser back and stays on the page', async ({ page }) => {
    await visit(page, '/faq')
    await visit(page, '/concepts/wallets')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await expect(page).toHaveURL('/concepts/wallets')
    await page.goBack()
    await expect(page).toHaveURL('/faq')
  })

  test('closes on following a link, and back returns to the previous page', async ({ page }) => {
    await visit(page, '/concepts/wallets')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('link', { name: 'Organizations', exact: true })
      .click()
    await expect(page).toHaveURL('/concepts/organizations')
    await expect(page.locator('#menu')).toBeHidden()
    await expect(page.locator('main')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/concepts/wallets')
  })
})

test('the footer shows link columns with titles, logo and copyright', async ({ page }) => {
  await visit(page, '/')
  const footer = page.getByRole('contentinfo').last()
  await expect(footer.getByRole('heading', { level: 2 })).toHaveText(['Guides', 'Social', 'More'])
  await expect(footer.getByRole('link', { name: 'Keywright', exact: true })).toHaveAttribute('href', '/')
  await expect(footer).toContainText('Copyright © 2024')
  for (const link of await footer.getByRole('link').all())
    expect(await link.getAttribute('rel')).toBe(
      (await link.getAttribute('href'))!.startsWith('/') ? null : 'external noopener',
    )
})

test('the page stays where it is when the focus goes to the navbar and its menu', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 720 })
    await visit(page, '/faq')
    await page
      .locator('main h2')
      .nth(1)
      .evaluate((heading) => heading.scrollIntoView())
    const moves = await page.evaluate(async () => {
      const moved: string[] = []
      const controls = document.querySelectorAll<HTMLElement>('.skip-link, .navbar :is(a, button, summary)')
      const focus = (control: HTMLElement) => {
        const before = scrollY
        control.focus()
        if (scrollY !== before) moved.push(control.outerHTML.slice(0, 80))
      }
      for (const control of controls) if (control.checkVisibility()) focus(control)
      const menu = document.querySelector<HTMLElement>('.menu-button')!
      if (!menu.checkVisibility()) return moved
      menu.click()
      await new Promise((opened) => requestAnimationFrame(() => requestAnimationFrame(opened)))
      for (const control of document.querySelectorAll<HTMLElement>('.drawer-head :is(a, button)'))
        focus(control)
      return moved
    })
    expect(moves, `${width} px`).toEqual([])
  }
})
