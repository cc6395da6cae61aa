/** Search: what it fetches and how long it takes when opened cold, and from key to results once it is there. */
import type { Browser, Page } from '@playwright/test'
import { median } from './measure.ts'
import { newPage, open, runCompiled } from './newPage.ts'
import { atMost, below, kb, type Row } from './table.ts'

const ROUNDS = 3
/** 1.6 Mbps, and 150 ms there and back. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const QUERIES = ['stamp', 'policy', 'root quorum', 'passkey', 'derivation path', 'otp', 'webhook']

export async function searching(browser: Browser, address: string): Promise<Row[]> {
  const fast = await openedCold(browser, address)
  const slow = await openedCold(browser, address, SLOW_LINE)
  const key = await keystroke(browser, address)
  return [
    {
      what: 'search opened cold at 1.6 Mbps and 150 ms: received before the first result',
      value: `${kb(slow.early)} in ${slow.requests} requests`,
      reference: `${kb(slow.code)} of it code; ${kb(slow.all)} in the end`,
      ...atMost(slow.early, 125 * 1024, '125 KB'),
    },
    {
      what: 'the same in time',
      value: `${slow.milliseconds.toFixed(0)} ms`,
      reference: `${fast.milliseconds.toFixed(0)} ms on a fast line`,
      ...atMost(slow.milliseconds, 900, '900 ms'),
    },
    {
      what: 'search keystroke to results',
      value: `${key.toFixed(1)} ms`,
      ...below(key, 30, '30 ms'),
    },
  ]
}

interface ColdSearch {
  /** Compressed bytes that arrived before the first result; those of code files; those of all files in the end. */
  readonly early: number
  readonly code: number
  readonly all: number
  readonly requests: number
  readonly milliseconds: number
}

/** From the key that opens search, with a word typed right after it, to its first result. */
async function openedCold(browser: Browser, address: string, line?: typeof SLOW_LINE): Promise<ColdSearch> {
  const rounds: ColdSearch[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await runCompiled(page)
    await open(page, address)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    if (line) await devtools.send('Network.emulateNetworkConditions', line)
    const addresses = new Map<string, string>()
    const received = new Map<string, number>()
    devtools.on('Network.responseReceived', ({ requestId, response }) =>
      addresses.set(requestId, response.url),
    )
    devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
      received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength),
    )
    const sum = (isCounted: (address: string) => boolean) =>
      [...received].reduce((total, [id, size]) => total + (isCounted(addresses.get(id) ?? '') ? size : 0), 0)
    // Excerpts come for results that stand.
    const isSearch = (file: string) => !file.includes('/search/texts/')
    await page.evaluate(watchFirstResult)
    await page.keyboard.press('/')
    await page.keyboard.type('wallet')
    const milliseconds = await page.evaluate(
      () => (window as unknown as { firstResult: Promise<number> }).firstResult,
    )
    const requests = [...addresses.values()].filter(isSearch).length
    const early = sum(isSearch)
    // Announced when the whole index has arrived.
    await page.locator('.search-dialog [role=status]:not(:empty)').waitFor({ state: 'attached' })
    rounds.push({
      early,
      code: sum((file) => isSearch(file) && !file.endsWith('.json')),
      all: sum(isSearch),
      requests,
      milliseconds,
    })
    await context.close()
  }
  const middle = median(rounds.map(({ milliseconds }) => milliseconds))
  return rounds.find(({ milliseconds }) => milliseconds === middle)!
}

/** In the page: sets `firstResult` to the milliseconds from the first key to the first painted result. */
function watchFirstResult(): void {
  const firstResult = new Promise<number>((resolve) => {
    let started = 0
    addEventListener('keydown', () => (started ||= performance.now()), { capture: true })
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=option]')) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.now() - started))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  Object.assign(window, { firstResult })
}

async function keystroke(browser: Browser, address: string): Promise<number> {
  const page = await newPage(browser)
  await open(page, address)
  await page.keyboard.press('/')
  for (const text of QUERIES) {
    await page.getByRole('combobox').fill(text)
    await page.getByRole('option').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  const all: number[] = []
  for (const text of QUERIES) all.push(await resultsOf(page, text))
  await page.close()
  return median(all)
}

/** Milliseconds until the list of results changes. */
function resultsOf(page: Page, text: string): Promise<number> {
  return page.getByRole('combobox').evaluate(
    (input: HTMLInputElement, value) =>
      new Promise<number>((resolve) => {
        const list = document.querySelector('[role=listbox]')!
        const started = performance.now()
        const observer = new MutationObserver(() => {
          observer.disconnect()
          resolve(performance.now() - started)
        })
        observer.observe(list, { childList: true, subtree: true, characterData: true })
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
        set.call(input, value)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    text,
  )
}
