/** Sidebar, contents, next steps and the elements for authors. */
import type { Page } from '@playwright/test'
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import { booted, expect, test, visit } from './support/test.ts'

const sidebar = (page: Page, name = 'Documentation') => page.getByRole('navigation', { name, exact: true })

test.describe('the sidebar', () => {
  test('is 300 px wide, cannot be hidden, and opening one category leaves the others open', async ({
    page,
  }) => {
    await visit(page, '/concepts/wallets')
    const { width } = (await page.locator('#menu').boundingBox())!
    expect(width).toBe(300)
    await expect(sidebar(page)).toBeVisible()
    await expect(page.locator('#menu').getByRole('button')).toHaveCount(0)
    const open = sidebar(page).locator('details[open]')
    const before = await open.count()
    expect(before).toBeGreaterThan(0)
    await sidebar(page).locator('summary').filter({ hasText: 'Passkeys' }).click()
    await sidebar(page).locator('summary').filter({ hasText: 'Features' }).click()
    await expect(open).toHaveCount(before + 2)
    await sidebar(page).locator('summary').filter({ hasText: 'Passkeys' }).click()
    await expect(open).toHaveCount(before + 1)
    await sidebar(page).getByRole('link', { name: 'Webhooks' }).click()
    await expect(page).toHaveURL('/features/webhooks')
    await expect(open).toHaveCount(before + 1)
  })

  test('marks the current page, opens its categories and scrolls it into view', async ({ page }) => {
    await visit(page, '/security/verifiable-data')
    const current = sidebar(page).locator('[aria-current=page]')
    await expect(current).toHaveCount(1)
    await expect(current).toHaveAttribute('href', '/security/verifiable-data')
    await expect(current).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('exists for each part of the site', async ({ page }) => {
    for (const [route, name] of [
      ['/concepts/wallets', 'Documentation'],
      ['/signing-automation/overview', 'Solutions'],
      ['/sdks/Ruby', 'SDK Reference'],
    ] as const) {
      await visit(page, route)
      const current = sidebar(page, name).locator('[aria-current=page]')
      await expect(current).toHaveAttribute('href', route)
      // The current page stands out at every depth.
      const sibling = sidebar(page, name).locator('a:not([aria-current]):visible').first()
      const color = await sibling.evaluate((link) => getComputedStyle(link).color)
      await expect(current).not.toHaveCSS('color', color)
    }
    await visit(page, '/faq')
    await expect(page.locator('.sidebar')).toHaveCount(0)
  })
})

test.describe('the table of contents', () => {
  test.use({ viewport: { width: 1400, height: 800 } })

  // `specification.spec.ts` compares the contents of every page with its headings.
  test('copied text has neither anchors nor the names of buttons', async ({ page }) => {
    await visit(page, '/markdown-page')
    const copied = await page.evaluate(() => {
      getSelection()!.selectAllChildren(document.querySelector('.content-body')!)
      return String(getSelection())
    })
    expect(copied.split('\n')).toEqual(expect.not.arrayContaining(['Copy']))
    expect(copied).not.toMatch(/^Code#$/m)
  })

  test('is collapsed above the text on narrow screens', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 800 })
    await visit(page, '/concepts/wallets')
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
    await page.locator('.toc-folded summary').click()
    const link = page.locator('.toc-folded').getByRole('link').last()
    await link.click()
    await expect(page.locator(`[id="${(await link.getAttribute('href'))!.slice(1)}"]`)).toBeInViewport()
  })
})

test('tabs of one group share a choice across pages and visits', async ({ page }) => {
  await visit(page, '/markdown-page')
  const group = page.locator('.tabs[data-group]').first()
  const tabs = group.getByRole('tab')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await expect(group.getByRole('tabpanel')).toHaveCount(1)
  await tabs.nth(1).click()
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  const label = await tabs.nth(1).textContent()
  const name = await group.getAttribute('data-group')
  for (const other of await page.locator(`.tabs[data-group="${name}"]`).all())
    await expect(other.getByRole('tab', { selected: true })).toHaveText(label!)
  await page.reload()
  await booted(page)
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
})

test('on the line of the breadcrumbs: what kind of page it is, and one button for the whole page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/concepts/wallets')
  const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  const [title, crumbs, kind, tools, main] = [
    await box('h1'),
    await box('.breadcrumbs'),
    await box('.page-type'),
    await box('.page-tools'),
    await box('main'),
  ]
  const middle = (one: { y: number; height: number }) => one.y + one.height / 2
  expect(middle(kind)).toBeCloseTo(middle(crumbs), 0)
  expect(kind.y + kind.height).toBeLessThan(title.y)
  // The first sentence.
  expect((await box('.content-body > p')).y).toBeLessThanOrEqual(240)
  expect(tools.x + tools.width).toBeCloseTo(main.x + main.width, 0)
  await page.getByLabel('More for this page').click()
  await expect(page.getByRole('link', { name: 'View as Markdown' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'View as Markdown' })).toBeHidden()
  await page.setViewportSize({ width: 1680, height: 900 })
  expect((await box('main')).width).toBe(main.width + 120)
})

test('on a phone, code that is cut off fades at its edge until it is scrolled to its end', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await visit(page, '/getting-started/quickstart')
  const blocks = page.locator('.code pre:visible')
  const areCut = await blocks.evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth))
  const cut = blocks.nth(areCut.indexOf(true))
  await expect(cut).toHaveCSS('mask-image', /linear-gradient/)
  await expect(blocks.nth(areCut.indexOf(false))).toHaveCSS('mask-image', 'none')
  await cut.evaluate((one) => one.scrollTo(one.scrollWidth, 0))
  await expect(cut).toHaveCSS('mask-image', 'none')
})

test('on a phone each row of a wide table is a card, and controls are 40 px high', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await visit(page, '/concepts/wallets')
  const row = page.locator('table[data-cards] tbody tr').first()
  // The first cell is the title of the card.
  const titleLabel = await row
    .locator('> *')
    .first()
    .evaluate((one) => getComputedStyle(one, '::before').content)
  expect(titleLabel).toBe('none')
  const cell = row.locator('> *').nth(1)
  await expect(cell).toHaveCSS('display', 'block')
  await expect(cell).toHaveCSS('font-size', '16px')
  const label = await cell.evaluate((one) => {
    const { content, fontSize } = getComputedStyle(one, '::before')
    return { content, fontSize }
  })
  expect(label).toEqual({ content: '"Type"', fontSize: '13px' })
  const low = (controls: string) =>
    page.locator(controls).evaluateAll((found) =>
      found
        .filter((one) => one.checkVisibility() && one.clientHeight > 0)
        .filter((one) => one.getBoundingClientRect().height < 40)
        .map((one) => one.outerHTML.slice(0, 80)),
    )
  const tools = '.page-tools :is(button, summary), .example button, .example-more summary, .code .copy'
  expect(await low(`${tools}, .navbar :is(a, button), .article-footer a, .footer a`)).toEqual([])
  const [note, response] = ['p', 'div'].map((tag) => page.locator(`.request > ${tag}.generated`).first())
  const end = (box: { y: number; height: number }) => box.y + box.height
  expect((await response!.boundingBox())!.y - end((await note!.boundingBox())!)).toBeGreaterThanOrEqual(8)
  await visit(page, '/concepts/policies/quickstart')
  await page.locator('.playground-place').scrollIntoViewIfNeeded()
  await expect(page.locator('.playground-band')).toBeVisible()
  expect(await low('.playground :is(button, select, input:not([type=radio]), .playground-effect)')).toEqual(
    [],
  )
  await visit(page, '/api/#whoami')
  await page.locator('#whoami').getByText('Try it', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stamp and send' })).toBeEnabled()
  expect(await low('#reference :is(button, select, summary, input:not([type=checkbox]))')).toEqual([])
  await page.getByRole('button', { name: 'Stamp and send' }).click()
  await page.getByRole('button', { name: 'Console' }).click()
  await expect(page.locator('.console-panel').getByRole('tab', { name: 'Requests' })).toBeVisible()
  const links = ':not(.kwi-link)'
  expect(
    await low(`.console-panel :is(button${links}, select, summary, input:not([type=checkbox]))`),
  ).toEqual([])
})

test('a click on an entry of the contents marks that entry, even if its section is too short to reach', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1200 })
  await visit(page, '/getting-started/quickstart')
  const entries = await page.locator('.toc nav a').all()
  expect(entries.length).toBeGreaterThan(2)
  for (const entry of entries.reverse()) {
    await entry.click()
    await expect(entry).toHaveAttribute('aria-current', 'true')
    await expect(page.locator('.toc [aria-current]')).toHaveCount(1)
  }
})

for (const route of everyNth(3, [
  '/getting-started/quickstart',
  '/concepts/policies/quickstart',
  '/concepts/policies/examples',
  '/api-overview/stamps',
  '/features/webhooks',
]))
  test(`at 1440 px, no code of ${route} is cut off, and Copy covers none`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, route)
    const wrong = await page.locator('.code').evaluateAll((blocks) =>
      blocks.flatMap((block) => {
        const pre = block.querySelector('pre')!
        if (!pre.checkVisibility()) return []
        const code = pre.getBoundingClientRect()
        const copy = block.querySelector('.copy')!.getBoundingClientRect()
        const covers = copy.left < code.right && copy.bottom > code.top && copy.top < code.bottom
        const isCut = pre.scrollWidth > pre.clientWidth + 1
        return covers || isCut ? [`${covers ? 'covered' : 'cut'}: ${pre.textContent!.slice(0, 60)}`] : []
      }),
    )
    expect(wrong).toEqual([])
  })
