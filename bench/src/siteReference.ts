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
    opened.push(await sinceDocument(page))
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
      what: `API reference: ${calls} calls, from the document to the filter`,
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
  return page
}

/** Milliseconds from the end of the document to the filter above the list. */
const sinceDocument = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return performance.getEntriesByName('filter')[0]!.startTime - document!.domContentLoadedEventEnd
  })
