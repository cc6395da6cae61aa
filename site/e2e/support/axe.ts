/** Checks WCAG 2.0, 2.1 and 2.2, levels A and AA, with axe-core. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Rules whose results depend on the color mode. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Additional best practices for readers who navigate by landmarks and headings. */
const PRACTICES = ['landmark-unique', 'heading-order', 'aria-allowed-role']

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Returns violations, one line each: rule, element, problem.
 *
 * @param rules limits the check to these rules, for a page already checked in the other color mode
 * @param within selector of the parts to check; `pages.spec.ts` checks whole pages
 */
export async function findViolations(
  page: Page,
  rules?: readonly string[],
  within?: string,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ({ runOnly, enabled, within }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      // Lay out everything, because far content has only an estimated height.
      document.querySelector('.content-body')?.setAttribute('data-laid-out', '')
      const { violations } = await run(within ?? document, {
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
    { runOnly: [...(rules ?? TAGS)], enabled: rules ? [] : PRACTICES, within },
  )
}

/**
 * Returns all violations in light mode and color violations in dark mode, with one page load.
 *
 * @param within see `findViolations`
 */
export async function findViolationsInBothModes(page: Page, within?: string): Promise<string[]> {
  await show(page, 'light')
  const light = await findViolations(page, undefined, within)
  await show(page, 'dark')
  const dark = await findViolations(page, COLOR_RULES, within)
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)]
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}
