/**
 * First paint and first navigation on a slow line and a slow processor: this site, and two plain pages from the same
 * server in the same run. The browser slows down the line, as in Lighthouse.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { median, pairedRatio, quantile } from './measure.ts'
import { atMost, ms, type Row, times } from './table.ts'

const ROUNDS = 15
const CPU_SLOWDOWN = 4
/** 1.6 Mbps and a round trip of 150 ms. */
export const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
}
/** The measured page, and the target of the measured click. */
const PAGE = '/concepts/policies/overview'
const NEXT = '/concepts/wallets'
/** One page per kind of first element in an article: drawings, tables, code, steps, short text; and the reference. */
const OTHERS = [
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
    const started = performance.now()
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
  const comparedWith = async (route: string) => ({ ours: route, ...(await plainPages(browser, dist, route)) })
  const routes = [PAGE, '/', ...OTHERS]
  const compared = await Promise.all(routes.map(comparedWith))
  const paints = new Map<string, Paint[]>()
  const clicked: number[] = []
  // Alternate, in changing order, so that other load affects all measurements equally.
  for (let round = 0; round < ROUNDS; round++) {
    for (const addresses of round % 3 === 0 ? compared : compared.slice(0, 2)) {
      const all = Object.values(addresses)
      for (const address of [...all.slice(round % 3), ...all.slice(0, round % 3)])
        paints.set(address, [...(paints.get(address) ?? []), await visit(browser, url + address)])
    }
    clicked.push(await clickedPaint(browser, url))
  }
  const values = (address: string, which: keyof Paint) => paints.get(address)!.map((paint) => paint[which])
  /** The median and the range of the middle half of the visits. */
  const spread = (all: readonly number[]) =>
    `${ms(median(all))} (${quantile(all, 0.25).toFixed(0)}–${quantile(all, 0.75).toFixed(0)})`
  const row = (which: 'first' | 'largest', ours: string, other: string, name: string): Row => {
    const ratio = pairedRatio(values(ours, which), values(other, which))
    return {
      what: `${which} contentful paint of ${ours}`,
      value: spread(values(ours, which)),
      reference: `${spread(values(other, which))} ${name}`,
      ratio: times(ratio),
      ...(which === 'largest' && atMost(ratio, 1.05, '1.05 ×')),
    }
  }
  const rows = (which: 'first' | 'largest', { ours, plain, words }: (typeof compared)[number]) => [
    row(which, ours, plain, 'without styles and scripts'),
    row(which, ours, words, 'its words alone'),
  ]
  const [article, , next] = compared as [(typeof compared)[0], (typeof compared)[0], (typeof compared)[0]]
  const load = median(values(next.words, 'first'))
  return [
    ...rows('first', article),
    ...compared.flatMap((addresses) => rows('largest', addresses)),
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
    for (const one of documentElement.querySelectorAll(
      'style, script, link:is([rel="stylesheet"], [rel="expect"])',
    ))
      one.remove()
    return { main: documentElement.querySelector('main')!.innerHTML, whole: documentElement.outerHTML }
  }, html)
  await page.context().close()
  const name = file.replaceAll('/', '-')
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  writeFileSync(join(dist, `plain${name}.html`), `<!doctype html>${whole}`)
  writeFileSync(join(dist, `words${name}.html`), `<!doctype html><html lang="en">${head}<body>${main}</body>`)
  return { plain: `/plain${name}`, words: `/words${name}` }
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
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
  const paint = (await page.evaluate('seen')) as Paint
  await page.context().close()
  return paint
}

/** From a click to the painted heading of the next page, on a first visit. */
async function clickedPaint(browser: Browser, url: string): Promise<number> {
  const page = await slowPage(browser)
  await page.goto(url + PAGE, { waitUntil: 'networkidle' })
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
