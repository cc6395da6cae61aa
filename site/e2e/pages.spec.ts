/**
 * Pages are accessible in both color modes, fit a narrow phone, have no layout shifts and obey the content security
 * policy. `npm test` checks one page of every fifth folder, `npm run nightly` every page.
 */
import type { Page } from '@playwright/test'
import { everyNth, isNightly } from '../../tools/scripts/lib/tries.ts'
import { findViolationsInBothModes } from './support/axe.ts'
import { recordShifts, shiftsOf } from './support/layoutShifts.ts'
import { oneOfEachFolder, routes } from './support/routes.ts'
import { booted, expect, test, type Watch, watchContext } from './support/test.ts'

/** One browser page for all routes of a worker, because opening new ones takes longer than the checks. */
const everyPage = test.extend<object, { reader: { page: Page; watch: Watch } }>({
  reader: [
    async ({ browser }, use, worker) => {
      const { baseURL } = worker.project.use
      const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 1280, height: 800 } })
      const watch = watchContext(context, new URL(baseURL!).origin)
      const page = await context.newPage()
      await page.addInitScript(recordShifts)
      await page.addInitScript(() => {
        const violations: string[] = []
        Object.assign(window, { violations })
        document.addEventListener('securitypolicyviolation', (event) =>
          violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
        )
      })
      await use({ page, watch })
      await context.close()
    },
    { scope: 'worker' },
  ],
})

for (const route of isNightly ? routes : everyNth(5, oneOfEachFolder)) {
  everyPage(
    `${route} is accessible, fits 320 px, shifts nothing and obeys the content policy`,
    async ({ reader }) => {
      const { page, watch } = reader
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(route)
      await booted(page)
      await page.evaluate(() => document.fonts.ready)
      if (route === '/api/') await page.getByLabel('Filter calls').waitFor()
      const violations = () => page.evaluate(() => (window as unknown as { violations: string[] }).violations)
      expect.soft((await shiftsOf(page)).filter(isNoticed), 'layout shifts').toEqual([])

      expect.soft(await findViolationsInBothModes(page), 'accessibility').toEqual([])

      await page.setViewportSize({ width: 375, height: 640 })
      expect.soft(await scrollingPairs(page), 'tables of two columns that scroll at 375 px').toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect.soft(await overflowing(page), 'wider than 320 px').toEqual([])
      await page.evaluate(spaceOut)
      expect.soft(await overflowing(page), 'wider than 320 px, with text spaced out').toEqual([])
      expect.soft(await violations(), 'violations of the content policy').toEqual([])
      expect.soft(watch.complaints(), 'complaints').toEqual([])
    },
  )
}

/** A tenth of the threshold for a good score. Swapping in the text font stays below it. */
const NOTICED_SHIFT = 0.01

const isNoticed = (shift: string): boolean => Number.parseFloat(shift) >= NOTICED_SHIFT

/** Two-column tables that scroll, including collapsed ones. Only wider tables may scroll. */
function scrollingPairs(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const folded = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')]
    for (const details of folded) details.open = true
    const wide = [...document.querySelectorAll<HTMLTableElement>('main table')]
      .filter(({ rows }) => rows[0]?.cells.length === 2)
      .map((table) => table.parentElement!)
      .filter((place) => place.scrollWidth > place.clientWidth + 1)
      .map((place) => `${place.getAttribute('aria-label')}: ${place.scrollWidth} px`)
    for (const details of folded) details.open = false
    return wide
  })
}

/** The maximum text spacing that pages must support: https://www.w3.org/TR/WCAG22/#text-spacing */
function spaceOut(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em } p { margin-bottom: 2em }'.replace(
      /(?=;| })/g,
      ' !important',
    ),
  )
  document.adoptedStyleSheets.push(sheet)
}

/** Elements that make the page scroll sideways. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    const isClipped = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    return [...document.querySelectorAll('body *')]
      .filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !isClipped(element),
      )
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 120))
      .concat(`page is ${root.scrollWidth} px wide`)
  })
}
