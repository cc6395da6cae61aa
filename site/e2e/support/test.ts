/** The test function of the browser tests. Watches every page for errors. */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export { expect, type Page }

/** Records errors, warnings, content security policy violations and requests to other origins. */
export interface Watch {
  /** Ignores complaints that the test provokes. */
  allow(complaint: RegExp): void
  /** Complaints so far, without ignored ones. */
  complaints(): string[]
}

export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = watchContext(context, new URL(baseURL!).origin)
      await use(watch)
      expect(watch.complaints(), 'errors, warnings, policy violations and foreign requests').toEqual([])
    },
    { auto: true },
  ],
})

/** Watches all pages of a browser context. */
export function watchContext(context: BrowserContext, origin: string): Watch {
  const seen: string[] = []
  const allowed: RegExp[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => seen.push(`thrown: ${error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol))
      seen.push(`foreign request: ${request.url()}`)
  })
  return {
    allow: (complaint) => void allowed.push(complaint),
    complaints: () => seen.filter((text) => !allowed.some((one) => one.test(text))),
  }
}

/** Resolves when all parts of the script have started. */
export async function booted(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset['site'] === 'complete')
}

/** Opens a page and waits until its script has started. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await booted(page)
}

/** Marks the document, so that a test can tell in-site navigation from a page load. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset['marked'] = ''
  })
}

/** Whether the document is still the marked one. */
export function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'marked' in document.documentElement.dataset)
}

/** A link of the page header. */
export function navbarLink(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name, exact: true })
}

/** The current color mode. */
export function shownTheme(page: Page) {
  return page.evaluate(() => document.documentElement.dataset['theme'])
}

/** Holds requests for a URL. @returns a function that releases them */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return release
}
