/**
 * First paint and first navigation on a slow line and a slow processor: this site, and two plain pages from the same
 * server in the same run. The browser slows down the line, as in Lighthouse.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { median, pairedRatio, quantile } from './measure.ts'
import { atMost, ms, type Row, times } from './table.ts'

const ROUNDS = 5
const CPU_SLOWDOWN = 4
/** 1.6 Mbps and a round trip of 150 ms. */
export const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
}
/** The page that is compared with its whole plain version too, and from which a link is clicked. */
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

interface Paint {
  readonly first: number
  readonly largest: number
}

const WATCH = `
  globalThis.seen = { first: 0, largest: 0 }
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.first = startTime))
  observe('largest-contentful-paint', ({ startTime }) => (seen.largest = startTime))`

/** @param dist the folder that `url` serves; plain pages are added to it */
export async function painting(browser: Browser, url: string, dist: string): Promise<Row[]> {
  const compared = await Promise.all(PAGES.map((route) => plainPages(browser, dist, route)))
  const [article] = compared as [(typeof compared)[0]]
  const addresses = [article.plain, ...compared.flatMap(({ ours, words }) => [ours, words])]
  const paints = new Map<string, Paint[]>(addresses.map((address) => [address, []]))
  const clicked: number[] = []
  // Pages follow what they are compared with, in turn before and after it, so that other load affects both equally.
  for (let round = 0; round < ROUNDS; round++) {
    for (const address of round % 2 === 0 ? addresses : addresses.toReversed())
      paints.get(address)!.push(await visit(browser, url + address))
    clicked.push(await clickedPaint(browser, url))
  }
  const values = (address: string, which: keyof Paint) => paints.get(address)!.map((paint) => paint[which])
  /** The median and the range of the middle half of the visits. */
  const spread = (all: readonly number[]) =>
    `${ms(median(all))} (${quantile(all, 0.25).toFixed(0)}–${quantile(all, 0.75).toFixed(0)})`
  const row = (which: 'first' | 'largest', ours: string, other: string, name: string): Row => {
    const ratio = pairedRatio(values(ours, which), values(other, which))
    return {
      what: `${which} contentful paint of ${ours}, next to ${name}`,
      value: spread(values(ours, which)),
      reference: `${spread(values(other, which))} ${name}`,
      ratio: times(ratio),
      ...(which === 'largest' && atMost(ratio, 1.05, '1.05 ×')),
    }
  }
  const [plainly, alone] = ['it without styles and scripts', 'its words alone']
  const load = median(values(article.words, 'first'))
  return [
    row('first', ARTICLE, article.plain, plainly),
    row('first', ARTICLE, article.words, alone),
    row('largest', ARTICLE, article.plain, plainly),
    ...compared.map(({ ours, words }) => row('largest', ours, words, alone)),
    {
      what: 'a link clicked on that line, not prefetched',
      value: ms(median(clicked)),
      reference: `${ms(load)} load of a plain page`,
      ratio: times(median(clicked) / load),
      ...atMost(median(clicked) / load, 1.1, '1.1 ×'),
    },
  ]
}

/** Writes two plain pages next to a page: without style sheets and scripts, and only the contents of `<main>`. */
async function plainPages(browser: Browser, dist: string, route: string) {
  const file = route.endsWith('/') ? `${route}index` : route
  const html = readFileSync(join(dist, `${file}.html`), 'utf8')
  const page = await browser.newPage()
  const { main, whole } = await page.evaluate((text) => {
    const { documentElement } = new DOMParser().parseFromString(text, 'text/html')
    for (const one of documentElement.querySelectorAll('style, script, link[rel="stylesheet"]')) one.remove()
    return { main: documentElement.querySelector('main')!.innerHTML, whole: documentElement.outerHTML }
  }, html)
  await page.context().close()
  const name = file.replaceAll('/', '-')
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  writeFileSync(join(dist, `plain${name}.html`), `<!doctype html>${whole}`)
  writeFileSync(join(dist, `words${name}.html`), `<!doctype html><html lang="en">${head}<body>${main}</body>`)
  return { ours: route, plain: `/plain${name}`, words: `/words${name}` }
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

async function visit(browser: Browser, address: string): Promise<Paint> {
  const page = await slowPage(browser)
  await page.addInitScript(WATCH)
  await page.goto(address, { waitUntil: 'load' })
  const paint = await page.evaluate<Paint>(
    'new Promise((resolve) => requestIdleCallback(() => resolve(seen)))',
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
