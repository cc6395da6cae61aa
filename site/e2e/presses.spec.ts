/** Presses before the page's script has started: each does what its control says when the script arrives. */
import { booted, expect, holdBack, type Page, test } from './support/test.ts'

const BOOT = /\/assets\/boot-[^/]*\.js$/
const NARROW = { width: 375, height: 700 }

/** One page of each kind, and the one that no route leads to. */
const KINDS = {
  always: ['/', '/getting-started/quickstart', '/markdown-page'],
  nightly: [
    '/api/',
    '/category/concepts',
    '/changelog',
    '/concepts/policies/language',
    '/faq',
    '/getting-started/examples',
    '/nowhere',
    '/playground',
  ],
} as const

/** Opens a page without its script. @returns a function that lets the script arrive */
async function openEarly(page: Page, route: string): Promise<() => Promise<void>> {
  const release = await holdBack(page, BOOT)
  await page.goto(route, { waitUntil: 'commit' })
  await expect(page.locator('#announcer')).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.dataset['site'])).toBeUndefined()
  return async () => {
    release()
    await booted(page)
  }
}

/** The visible controls that work only by script, as the page shows them now. */
const controlsOf = (page: Page) =>
  page.locator('button:not([popovertarget]):visible:enabled, a[data-opens]:visible')

for (const [when, routes] of Object.entries(KINDS))
  for (const route of routes)
    test(
      `no press on a control of ${route} is lost`,
      when === 'nightly' ? { tag: '@nightly' } : {},
      async ({ page, watch }) => {
        // Not every browser lets a page copy text later than a few seconds after a press.
        watch.allow(/404|clipboard/i)
        await page.addInitScript(() => {
          const [hit, repeated]: Element[][] = [[], []]
          Object.assign(window, { hit, repeated })
          // On the window, before and after all parts of the page.
          addEventListener(
            'click',
            ({ isTrusted, target }) => void (isTrusted && hit!.push(target as Element)),
            true,
          )
          addEventListener(
            'click',
            ({ isTrusted, target }) => void (isTrusted || repeated!.push(target as Element)),
          )
        })
        const arrive = await openEarly(page, route)
        const controls = await controlsOf(page).all()
        expect(controls.length).toBeGreaterThan(2)
        const pressed = await Promise.all(controls.map((one) => one.elementHandle()))
        // With a real press each, wherever the page has scrolled to. While the page arrives, one can miss.
        for (const one of pressed)
          await expect(async () => {
            await one!.click({ noWaitAfter: true })
            const isHit = (control: Element) =>
              (window as unknown as { hit: Element[] }).hit.some((target) => control.contains(target))
            expect(await one!.evaluate(isHit)).toBe(true)
          }).toPass()
        await arrive()
        const lost = await page.evaluate((all) => {
          const { repeated } = window as unknown as { repeated: Element[] }
          return all.filter((one) => !repeated.includes(one!)).map((one) => one!.outerHTML.slice(0, 120))
        }, pressed)
        expect(lost).toEqual([])
      },
    )

test('early presses run an example, switch the colors and choose a tab', async ({ page }) => {
  const arrive = await openEarly(page, '/api-overview/queries')
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
  const before = await theme()
  const tab = page.getByRole('tab', { name: 'HTTP' }).first()
  const run = page.getByRole('button', { name: 'Run', exact: true }).first()
  const example = page.locator('.example').filter({ has: run }).first()
  await page.locator('[data-color-switch]:visible').first().click()
  // Two keys from the first tab.
  await page.getByRole('tab', { name: 'TypeScript' }).first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await run.click()
  // An impatient reader.
  await run.click()
  await arrive()
  await expect.poll(theme).not.toBe(before)
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(example.locator('.example-status')).toHaveText(/^(Starting|Running|Finished)/)
})

for (const [by, open] of [
  ['/', (page) => page.keyboard.press('/')],
  ['Ctrl+K', (page) => page.keyboard.press('Control+k')],
  ['a click', (page) => page.locator('.search-button').click()],
  ['a letter on the button', (page) => page.locator('.search-button').press('w')],
] as const satisfies readonly (readonly [string, (page: Page) => Promise<void>])[])
  test(`${by} opens search with all that was typed before the script started`, async ({ page }) => {
    const arrive = await openEarly(page, '/faq')
    await open(page)
    await page.keyboard.type("what's a walx")
    await page.keyboard.press('Backspace')
    await page.keyboard.type('l')
    const search = await holdBack(page, /assets\/open-.*js$/)
    await arrive()
    await page.keyboard.type('et/')
    search()
    const typed = `${by.startsWith('a letter') ? 'w' : ''}what's a wallet/`
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toHaveValue(typed)
  })

test('a menu that is opened before the script has started keeps the focus, and "back" closes it', async ({
  page,
}) => {
  await page.setViewportSize(NARROW)
  await page.goto('/faq')
  const arrive = await openEarly(page, '/concepts/wallets')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await arrive()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  for (let tab = 0; tab < 60; tab++) {
    await page.keyboard.press('Tab')
    const isOutside = () => {
      const { activeElement } = document
      return activeElement !== document.body && !activeElement!.closest('#menu')
    }
    expect(await page.evaluate(isOutside), `after ${tab + 1} presses of Tab`).toBe(false)
  }
  await page.goBack()
  await expect(menu).toHaveCount(0)
  await expect(page).toHaveURL('/concepts/wallets')
})

test('after a reload with the menu open, "back" leaves the page', async ({ page }) => {
  await page.setViewportSize(NARROW)
  await page.goto('/faq')
  await page.goto('/concepts/wallets')
  await booted(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.reload()
  await booted(page)
  await expect.poll(() => page.evaluate(() => history.state?.menu)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL('/faq')
})

test('before the later parts of the script have loaded, the menu, its links and Copy work', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(NARROW)
  const release = await holdBack(page, /\/assets\/lateParts-[^/]*\.js$/)
  await page.goto('/getting-started/quickstart')
  await page.waitForFunction(() => document.documentElement.dataset['site'] === 'started')
  const menu = page.locator('#menu')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('button', { name: 'Back to main menu' }).click()
  await menu.getByRole('button', { name: 'Pages in Documentation' }).click()
  await menu.getByRole('link', { name: 'Local development' }).click()
  await expect(page).toHaveURL('/getting-started/local-development')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/getting-started/quickstart')
  // The menu that opened before its script arrived is made modal then.
  await page.getByRole('button', { name: 'Open menu' }).click()
  release()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/getting-started/quickstart')
})
