/** No page scrolls sideways, at any width, zoom or spacing of text, and the whole navbar stays in the window. */
import { isNightly } from '../../tools/scripts/lib/tries.ts'
import { expect, type Page, test, visit } from './support/test.ts'

/** One page of each kind. */
const KINDS = {
  always: ['/', '/concepts/policies/language'],
  nightly: [
    '/answers',
    '/api/',
    '/category/concepts',
    '/changelog',
    '/faq',
    '/getting-started/examples',
    '/getting-started/quickstart',
    '/markdown-page',
    '/nowhere',
    '/playground',
    '/sdks/javascript-server',
  ],
} as const

/** Window widths from 320 to 1920 px, in steps of 37 px. */
const ALL = Array.from({ length: 44 }, (_, step) => 320 + 37 * step)
/** Around the changes of the layout, and in between. */
const SOME = [320, 504, 994, 1031, 1142, 1253, 1290]
const widths = isNightly ? ALL : SOME

/** How the reader sees the page. Each prepares the page and returns the window of a width in CSS pixels. */
const VIEWS: Readonly<
  Record<string, (page: Page) => Promise<(width: number) => { width: number; height: number }>>
> = {
  'as it is': async () => (width) => ({ width, height: 800 }),
  // https://www.w3.org/TR/WCAG22/#text-spacing
  'with text spacing': async (page) => {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
         p { margin-bottom: 2em !important }`,
      )
      document.adoptedStyleSheets.push(sheet)
    })
    return (width) => ({ width, height: 800 })
  },
  // Zoom divides the window. WCAG asks for 320 CSS pixels, which are 1280 px.
  'at 400 % zoom': async () => (width) => ({ width: Math.max(320, Math.round(width / 4)), height: 200 }),
  'with text of 200 %': async (page) => {
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    return (width) => ({ width, height: 800 })
  },
}

/** Lays out what is far from the window too, which sticks out only when the reader scrolls there. */
const layOutAll = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })

/** What sticks out of the window, as text. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > clientWidth + 1)
    }
    const bar = [...document.querySelectorAll('.navbar-inner > *, .navbar-links > ul > li')].filter(
      (one) => getComputedStyle(one).clipPath === 'none' && isOut(one),
    )
    const page = scrollWidth > clientWidth ? [`page: ${scrollWidth} px`] : []
    return [...page, ...bar.map((one) => `navbar: ${one.outerHTML.slice(0, 80)}`)]
  })
}

for (const [when, routes] of Object.entries(KINDS))
  for (const route of routes)
    test(
      `${route} fits into every window`,
      when === 'nightly' ? { tag: '@nightly' } : {},
      async ({ page, watch }) => {
        watch.allow(/404/)
        const found: string[] = []
        for (const [view, prepare] of Object.entries(VIEWS)) {
          await visit(page, route)
          await layOutAll(page)
          const windowOf = await prepare(page)
          const tried = new Set<string>()
          for (const width of widths) {
            const size = windowOf(width)
            if (tried.has(JSON.stringify(size))) continue
            tried.add(JSON.stringify(size))
            await page.setViewportSize(size)
            for (const what of await sticksOut(page)) found.push(`${view}, ${size.width} px: ${what}`)
          }
        }
        expect(found).toEqual([])
      },
    )

test('the bar has one line, and folds into the menu at 996 px', async ({ page }) => {
  await visit(page, '/faq')
  const height = () => page.getByRole('banner').evaluate((bar) => bar.clientHeight)
  for (const [width, isFolded] of [
    [996, true],
    [997, false],
    [1141, false],
    [1241, false],
    [1280, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible({ visible: isFolded })
    expect(await height(), `${width} px`).toBe(60)
  }
})

test('the box says that one can ask where the bar has room for it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  await visit(page, '/faq')
  const box = page.getByRole('banner').getByRole('button', { name: 'Search or ask a question' })
  expect(await box.evaluate((one) => (one as HTMLElement).innerText)).toMatch(
    /^Search\n?\s*or ask a question/,
  )
  const isAskInSight = () =>
    box
      .getByText('or ask')
      .last()
      .evaluate((word) => {
        const line = word.closest('button')!.getBoundingClientRect()
        const { top, bottom, right } = word.getBoundingClientRect()
        return top >= line.top && bottom <= line.bottom && right <= line.right
      })
  expect(await isAskInSight()).toBe(true)
  await page.setViewportSize({ width: 1200, height: 800 })
  expect(await isAskInSight()).toBe(false)
})

const FIELDS =
  'input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea, select, .cm-content'

/** Safari zooms into fields with smaller text when they get the focus. */
for (const route of [
  '/api/#create_wallet',
  '/playground',
  '/getting-started/examples',
  '/embedded-wallets/overview',
])
  test(`fields of ${route} have text of 16 px on phones`, { tag: '@nightly' }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await visit(page, route)
    if (route.startsWith('/api/')) await page.locator('#create_wallet').getByText('Try it').click()
    const edit = page.getByRole('button', { name: 'Edit' }).first()
    if (await edit.isVisible()) await edit.click()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox').first()).toBeVisible()
    await page.keyboard.press('Escape')
    const small = () =>
      page
        .locator(FIELDS)
        .evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility() && Number.parseFloat(getComputedStyle(one).fontSize) < 16)
            .map((one) => `${getComputedStyle(one).fontSize}: ${one.outerHTML.slice(0, 100)}`),
        )
    // Interactive parts load when they come near.
    for (const part of await page.locator('main [data-island]').all()) await part.scrollIntoViewIfNeeded()
    await page.locator(FIELDS).first().waitFor({ state: 'attached' })
    expect(await small()).toEqual([])
  })
