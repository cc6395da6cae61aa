/**
 * Largest paint and first navigation on a slow line and a slow processor: this site, and the words of the same pages from
 * the same server in the same run. The browser slows down the line, as in Lighthouse.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { median, pairedRatio, quantile } from './measure.ts'
import { atMost, ms, type Row, times } from './table.ts'

export const ROUNDS = 5
const CPU_SLOWDOWN = 4
/** 1.6 Mbps and a round trip of 150 ms. */
export const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
}
/** The page from which a link is clicked, and where the link leads. */
export const ARTICLE = '/concepts/policies/overview'
const NEXT = '/concepts/wallets'
/** Home, one page per kind of first element in an article (drawings, tables, code, steps, short text), and the reference. */
const PAGES = [
  ARTICLE,
  '/',
  NEXT,
  '/concepts/policies/language',
  '/api-overview/errors',
  '/embedded-wallets/code-examples/create-user-passkey',
  '/changelog',
  '/faq',
  '/api/',
]

/** Milliseconds from an action in the page until the frame that shows its effect. Both are JavaScript. */
export const untilPainted = (page: Page, action: string, isDone: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const started = performance.now();
    ${action}
    const look = () =>
      requestAnimationFrame(() => ((${isDone}) ? resolve(performance.now() - started) : look()))
    look()
  })`)

const WATCH = `
  new PerformanceObserver((list) => (globalThis.largest = list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true })`

/** @param dist the folder that `url` serves; pages of words are added to it */
export async function painting(browser: Browser, url: string, dist: string): Promise<Row[]> {
  const words = new Map<string, string>()
  for (const route of PAGES) words.set(route, await wordsPage(browser, dist, route))
  const addresses = [...words].flat()
  const paints = new Map<string, number[]>(addresses.map((address) => [address, []]))
  const clicked: number[] = []
  // Pages follow what they are compared with, in turn before and after it, so that other load affects both equally.
  for (let round = 0; round < ROUNDS; round++) {
    for (const address of round % 2 === 0 ? addresses : addresses.toReversed())
      paints.get(address)!.push(await visit(browser, url + address))
    clicked.push(await clickedPaint(browser, url))
  }
  /** The median and the range of the middle half of the visits. */
  const spread = (all: readonly number[]) =>
    `${ms(median(all))} (${quantile(all, 0.25).toFixed(0)}–${quantile(all, 0.75).toFixed(0)})`
  const row = (route: string): Row => {
    const [ours, alone] = [paints.get(route)!, paints.get(words.get(route)!)!]
    const ratio = pairedRatio(ours, alone)
    return {
      what: `largest contentful paint of ${route}, next to its words alone`,
      value: spread(ours),
      reference: `${spread(alone)} its words alone`,
      ratio: times(ratio),
      ...atMost(ratio, 1.05, '1.05 ×'),
    }
  }
  const load = median(paints.get(words.get(NEXT)!)!)
  return [
    ...PAGES.map(row),
    {
      what: 'a link clicked on that line, not prefetched',
      value: ms(median(clicked)),
      reference: `${ms(load)} load of the words of that page`,
      ratio: times(median(clicked) / load),
      ...atMost(median(clicked) / load, 1.1, '1.1 ×'),
    },
  ]
}

/** Writes a page that has only the contents of another page's `<main>`. @returns its address */
async function wordsPage(browser: Browser, dist: string, route: string): Promise<string> {
  const file = route.endsWith('/') ? `${route}index` : route
  const html = readFileSync(join(dist, `${file}.html`), 'utf8')
  const page = await browser.newPage()
  const main = await page.evaluate((text) => {
    const words = new DOMParser().parseFromString(text, 'text/html').querySelector('main')!
    for (const one of words.querySelectorAll('style, script')) one.remove()
    return words.innerHTML
  }, html)
  await page.context().close()
  const address = `/words${file.replaceAll('/', '-')}`
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  writeFileSync(
    join(dist, `${address}.html`),
    `<!doctype html><html lang="en">${head}<body>${main}</body></html>`,
  )
  return address
}

/** A first visit with an empty cache. */
async function slowPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

async function visit(browser: Browser, address: string): Promise<number> {
  const page = await slowPage(browser)
  await page.addInitScript(WATCH)
  await page.goto(address, { waitUntil: 'load' })
  const paint = await page.evaluate<number>(
    'new Promise((resolve) => requestIdleCallback(() => resolve(largest), { timeout: 10_000 }))',
  )
  await page.context().close()
  return paint
}

/** From a click to the painted heading of the next page, on a first visit. */
async function clickedPaint(browser: Browser, url: string): Promise<number> {
  const page = await slowPage(browser)
  await page.goto(url + ARTICLE)
  // Before, a click loads the document.
  await page.locator('html[data-site="complete"]').waitFor({ state: 'attached' })
  const click = `
    const heading = document.querySelector('h1')
    const link = document.createElement('a')
    link.href = '${NEXT}'
    document.getElementById('main').append(link)
    link.click()`
  const time = await untilPainted(page, click, "document.querySelector('h1') !== heading")
  await page.context().close()
  return time
}
