/** The API reference: how long until text typed right away filters the calls, and from a key to the calls it finds. */
import type { Browser, Page } from '@playwright/test'
import { median } from './measure.ts'
import { newPage } from './newPage.ts'
import { below, type Row } from './table.ts'

const QUERIES = ['wallet', 'mnemonicLength', 'sign', 'THRESHOLD_TOO_HIGH', 'user', '']

const ROUNDS = 5
/** How many times slower a phone's processor is. */
const PHONE = 6
/** Milliseconds at 60 frames a second: a key may come right after a frame, and the next one shows the list. */
const FRAME = 16.7

export async function referring(browser: Browser, url: string): Promise<Row[]> {
  const opened: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openReference(browser, url)
    opened.push(await sincePaint(page))
    await page.close()
  }
  const page = await openReference(browser, url)
  const calls = await page.locator('section.call').count()
  const key = await keyToPaint(page)
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: PHONE })
  const phoneKey = await keyToPaint(page)
  await page.close()
  const row = (what: string, ms: number, aim: number): Row => ({
    what: `API reference: ${what}`,
    value: `${ms.toFixed(0)} ms`,
    ...below(ms, aim, `${Math.round(aim)} ms`),
  })
  return [
    row(`${calls} calls, from the first paint to a filtered list`, median(opened), 50),
    row('key in the filter to the painted list', key, 50),
    row('the same on a phone (a sixth of the processor)', phoneKey, 2 * FRAME),
  ]
}

/** Median milliseconds from a key in the filter to the painted list. */
async function keyToPaint(page: Page): Promise<number> {
  const times: number[] = []
  for (const text of QUERIES)
    times.push(
      await page.locator('#reference-filter').evaluate(async (input: HTMLInputElement, value) => {
        // The calls follow the list, after its paint.
        await new Promise((resolve) => setTimeout(resolve, 300))
        const started = performance.now()
        input.value = value
        input.dispatchEvent(new Event('input', { bubbles: true }))
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return performance.now() - started
      }, text),
    )
  return median(times)
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
