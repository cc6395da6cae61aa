/** The API reference: how long until all calls can be used, and from a key in the filter to the calls it finds. */
import type { Browser, Page } from '@playwright/test'
import { median } from './measure.ts'
import { newPage } from './newPage.ts'
import { below, type Row } from './table.ts'

const QUERIES = ['wallet', 'mnemonicLength', 'sign', 'THRESHOLD_TOO_HIGH', 'user', '']

const ROUNDS = 5

export async function referring(browser: Browser, url: string): Promise<Row[]> {
  const opened: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openReference(browser, url)
    opened.push(await sinceItsFiles(page))
    await page.close()
  }
  const page = await openReference(browser, url)
  const calls = await page.locator('section.call').count()
  const filtered: number[] = []
  for (const text of QUERIES)
    filtered.push(
      await page.locator('#reference-filter').evaluate(
        (input: HTMLInputElement, value) =>
          new Promise<number>((resolve) => {
            const started = performance.now()
            const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
            set.call(input, value)
            input.dispatchEvent(new Event('input', { bubbles: true }))
            const painted = () => setTimeout(() => resolve(performance.now() - started))
            requestAnimationFrame(painted)
          }),
        text,
      ),
    )
  await page.close()
  return [
    {
      what: `API reference: ${calls} calls, from the last byte it needs to the list and the calls in sight`,
      value: `${median(opened).toFixed(0)} ms`,
      ...below(median(opened), 50, '50 ms'),
    },
    {
      what: 'API reference: key in the filter to the painted list',
      value: `${median(filtered).toFixed(0)} ms`,
      ...below(median(filtered), 50, '50 ms'),
    },
  ]
}

async function openReference(browser: Browser, url: string): Promise<Page> {
  const page = await newPage(browser)
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (!document.getElementById('reference-filter')) return
      watcher.disconnect()
      performance.mark('filter')
    })
    watcher.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${url}/api/`)
  await page.locator('#reference-filter').waitFor()
  // Those in sight come first, the others follow the list.
  await page.waitForFunction(
    () =>
      document.querySelectorAll('section.call').length ===
      document.querySelectorAll('.reference-list a').length,
  )
  return page
}

/** Milliseconds from the last byte of what it opens with (index and first part) to the list, with the calls in sight. */
const sinceItsFiles = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const list = performance.getEntriesByName('filter')[0]!.startTime
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const ends = files
      .filter(({ name, responseEnd }) => name.includes('/api/calls/') && responseEnd < list)
      .map(({ responseEnd }) => responseEnd)
    return list - Math.max(...ends)
  })
