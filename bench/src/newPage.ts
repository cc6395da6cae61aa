import type { Browser, Page } from '@playwright/test'

/** A page in which functions that tsx compiled can run: they call a helper that keeps their names. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await page.addInitScript('globalThis.__name = (named) => named')
  return page
}

/** Opens an address of the site, until its script answers: on a busy machine a quiet network does not say so. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator('html[data-site="started"]').waitFor({ state: 'attached' })
}
