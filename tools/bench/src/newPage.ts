import type { Browser, Page } from '@playwright/test'

/** Makes functions that tsx compiled runnable in the page: they call a helper that keeps their names. */
export const runCompiled = (page: Page) => page.addInitScript('globalThis.__name = (named) => named')

/** A page that can run compiled functions. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await runCompiled(page)
  return page
}

/**
 * Opens an address of the site and waits for its script: on a busy machine, a quiet network isn't a reliable signal.
 */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator('html[data-site="complete"]').waitFor({ state: 'attached' })
}
