import type { Browser, Page } from '@playwright/test'

/** A page in which functions that tsx compiled can run: they call a helper that keeps their names. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await page.addInitScript('globalThis.__name = (named) => named')
  return page
}
