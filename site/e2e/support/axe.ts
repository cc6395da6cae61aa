/** Accessibility rules of WCAG 2.0, 2.1 and 2.2, levels A and AA, run by axe-core in the page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What may differ between the color modes: everything else is the same document. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Good practice beyond the levels, for readers who move by landmarks and headings. */
const PRACTICES = ['landmark-unique', 'heading-order', 'aria-allowed-role']

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What breaks a rule, one line each: the rule, the element, what is wrong with it.
 *
 * @param rules names of rules instead of all of them, for a page that was examined in the other color mode
 * @param without what is not examined, as a selector
 */
export async function findViolations(
  page: Page,
  rules?: readonly string[],
  without?: string,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ({ runOnly, enabled, without }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      // What is far has the place of an estimate until it comes near; here all of it is examined where it will stand.
      document.querySelector('.content-body')?.setAttribute('data-laid-out', '')
      const { violations } = await run(without ? { exclude: [without] } : document, {
        runOnly,
        rules: Object.fromEntries(enabled.map((rule) => [rule, { enabled: true }])),
        resultTypes: ['violations'],
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ html, failureSummary }) =>
            `${id}: ${html.slice(0, 160)}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      )
    },
    { runOnly: [...(rules ?? TAGS)], enabled: rules ? [] : PRACTICES, without },
  )
}

/**
 * What breaks a rule in light, and what breaks a rule of colors in dark, as the page stands: opened once for both.
 *
 * @param without see `findViolations`
 */
export async function findViolationsInBothModes(page: Page, without?: string): Promise<string[]> {
  await show(page, 'light')
  const light = await findViolations(page, undefined, without)
  await show(page, 'dark')
  const dark = await findViolations(page, COLOR_RULES, without)
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)]
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}
