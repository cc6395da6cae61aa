import type { Browser, Page } from '@playwright/test'

/** Functions that tsx compiled can run in the page: they call a helper that keeps their names. */
export const runCompiled = (page: Page) => page.addInitScript('globalThis.__name = (named) => named')

/** A page in which they can. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await runCompiled(page)
  return page
}

/** Opens an address of the site, until its script answers: on a busy machine a quiet network does not say so. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator('html[data-site="started"]').waitFor({ state: 'attached' })
}
