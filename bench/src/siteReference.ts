/** The API reference: how long until text typed right away filters the calls, and from a key to the calls it finds. */
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
    opened.push(await sincePaint(page))
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
      what: `API reference: ${calls} calls, from the first paint to a filtered list`,
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

/** Types into the filter as soon as it exists, and notes when the list of calls has followed. */
async function openReference(browser: Browser, url: string): Promise<Page> {
  const page = await newPage(browser)
  await page.addInitScript(() => {
    let typed = false
    const watcher = new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>('#reference-filter')
      if (field && !typed)
        setTimeout(() => {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'whoami')
          field.dispatchEvent(new Event('input', { bubbles: true }))
        })
      typed ||= field !== null
      if (!/^1 of/.test(document.querySelector('#call-list [role="status"]')?.textContent ?? '')) return
      watcher.disconnect()
      performance.mark('filtered')
    })
    watcher.observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.goto(`${url}/api/`)
  for (const name of ['filtered', 'first-contentful-paint'])
    await page.waitForFunction((one) => performance.getEntriesByName(one).length > 0, name)
  return page
}

/** Milliseconds from the first paint to the filtered list. */
const sincePaint = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name)[0]!.startTime
    return at('filtered') - at('first-contentful-paint')
  })
