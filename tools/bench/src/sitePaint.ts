/**
 * First paint and first navigation on a slow line and a slow processor: this site, the same without its fonts, and two
 * plain pages from the same server in the same run (`plainPages.ts`). The browser slows down the line, as in Lighthouse.
 */
import type { Browser, Page } from '@playwright/test'
import { median, middleHalf, pairedRatio } from './measure.ts'
import { open, runCompiled } from './newPage.ts'
import { type PlainPages, plainPages } from './plainPages.ts'
import { atMost, type Row, times } from './table.ts'

const ROUNDS = 15
const CPU_SLOWDOWN = 4
/** 1.6 Mbps and a round trip of 150 ms. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
}
/** The measured page, and the target of the measured click. */
const PAGE = '/concepts/policies/overview'
const NEXT = '/concepts/wallets'
/**
 * One page per kind of first element in an article: drawings, tables, code, steps, an element, short text; and the
 * reference.
 */
const OTHERS = [
  '/concepts/wallets',
  '/concepts/policies/language',
  '/api-overview/errors',
  '/embedded-wallets/code-examples/create-user-passkey',
  '/changelog',
  '/faq',
  '/api/',
]

interface Paint {
  readonly first: number
  readonly largest: number
  readonly blocking: number
  readonly shift: number
}

/** A page and its two plain versions: the results of alternating visits. */
class Compared {
  readonly ours: Paint[] = []
  readonly plain: Paint[] = []
  readonly words: Paint[] = []

  constructor(
    readonly addresses: PlainPages & { readonly ours: string },
    private readonly visit: (address: string) => Promise<Paint>,
  ) {}

  /** Visits the compared pages right after each other, in changing order. */
  async visitAll(round: number): Promise<void> {
    const visits = (['ours', 'plain', 'words'] as const).map((which) => async () => {
      this[which].push(await this.visit(this.addresses[which]))
    })
    const from = round % visits.length
    for (const next of [...visits.slice(from), ...visits.slice(0, from)]) await next()
  }

  /** A row for each of the two plain pages. The target is the largest paint. */
  rows(label: string, which: 'first' | 'largest'): Row[] {
    const reference = (other: readonly Paint[], name: string): Row => {
      const ratio = pairedRatio(values(this.ours, which), values(other, which))
      return {
        what: label,
        value: spread(this.ours, which),
        reference: `${spread(other, which)} ${name}`,
        ratio: times(ratio),
        ...(which === 'largest' && atMost(ratio, 1.05, '1.05 ×')),
      }
    }
    return [reference(this.plain, 'without styles and scripts'), reference(this.words, 'its words alone')]
  }
}

/** @param dist the folder that `url` serves; plain pages are added to it */
export async function painting(browser: Browser, url: string, dist: string): Promise<Row[]> {
  const slowed = (address: string) => visit(browser, url + address)
  const compared = async (route: string) =>
    new Compared({ ours: route, ...(await plainPages(browser, dist, route)) }, slowed)
  const article = await compared(PAGE)
  const home = await compared('/')
  const others = await Promise.all(OTHERS.map((route) => compared(route)))
  const next = await plainPages(browser, dist, NEXT)
  const fontless: Paint[] = []
  const fontlessHome: Paint[] = []
  const clicked: number[] = []
  const loaded: number[] = []
  // Alternate, so that other load affects all measurements equally.
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of [article, home]) await one.visitAll(round)
    if (round % 3 === 0) for (const one of others) await one.visitAll(round / 3)
    fontless.push(await visit(browser, url + PAGE, ['*.woff2']))
    fontlessHome.push(await visit(browser, `${url}/`, ['*.woff2']))
    clicked.push(await clickedPaint(browser, url))
    loaded.push((await visit(browser, url + next.words)).first)
  }
  const onLine = `1.6 Mbps, 150 ms, CPU ÷ ${CPU_SLOWDOWN}`
  const click = median(clicked) / median(loaded)
  return [
    ...article.rows(`first contentful paint, ${onLine}`, 'first'),
    ...article.rows(`largest contentful paint, ${onLine}`, 'largest'),
    {
      what: 'the same page without fonts',
      value: ms(middle(fontless, 'largest')),
      reference: `${ms(middle(fontlessHome, 'largest'))} home`,
    },
    ...others.flatMap((one) => one.rows(`largest contentful paint of ${one.addresses.ours}`, 'largest')),
    ...home.rows('largest contentful paint of the home page', 'largest'),
    {
      what: `blocking time, ${onLine}`,
      value: spread(article.ours, 'blocking'),
      reference: `${spread(article.plain, 'blocking')} without styles and scripts`,
      ...atMost(middle(article.ours, 'blocking'), middle(article.plain, 'blocking') + 20, 'plain + 20 ms'),
    },
    ...[article, home].map(({ addresses, ours }) => ({
      what: `layout shift of ${addresses.ours} on that line, fonts included`,
      value: middle(ours, 'shift').toFixed(3),
      ...atMost(middle(ours, 'shift'), 0, '0'),
    })),
    {
      what: 'a link clicked on that line, not prefetched',
      value: ms(median(clicked)),
      reference: `${ms(median(loaded))} load of a plain page`,
      ratio: times(click),
      ...atMost(click, 1.1, '1.1 ×'),
    },
  ]
}

const values = (all: readonly Paint[], which: keyof Paint) => all.map((paint) => paint[which])
const middle = (all: readonly Paint[], which: keyof Paint) => median(values(all, which))

/** The median and the range of the middle half of the visits. */
function spread(all: readonly Paint[], which: keyof Paint): string {
  const [from, to] = middleHalf(values(all, which))
  return `${ms(middle(all, which))} (${from.toFixed(0)}–${to.toFixed(0)})`
}

async function slowPage(browser: Browser, blocked: readonly string[] = []): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
  await devtools.send('Network.setBlockedURLs', { urls: [...blocked] })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await runCompiled(page)
  return page
}

async function visit(browser: Browser, address: string, blocked?: readonly string[]): Promise<Paint> {
  const page = await slowPage(browser, blocked)
  await page.addInitScript(() => {
    const seen = { first: 0, largest: 0, blocking: 0, shift: 0 }
    Object.assign(window, { seen })
    const observe = (type: string, take: (entry: PerformanceEntry & { value: number }) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) take(entry as PerformanceEntry & { value: number })
      }).observe({ type, buffered: true })
    observe('paint', (entry) => {
      if (entry.name === 'first-contentful-paint') seen.first = entry.startTime
    })
    observe('largest-contentful-paint', (entry) => {
      seen.largest = entry.startTime
    })
    observe('longtask', (entry) => {
      seen.blocking += Math.max(0, entry.duration - 50)
    })
    observe('layout-shift', (entry) => {
      seen.shift += entry.value
    })
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const paint = await page.evaluate(() => (window as unknown as { seen: Paint }).seen)
  await page.context().close()
  return paint
}

/** From a click to the painted heading of the next page, on a first visit. */
async function clickedPaint(browser: Browser, url: string): Promise<number> {
  const page = await slowPage(browser)
  await open(page, url + PAGE)
  const time = await page.evaluate((route) => {
    const link = document.createElement('a')
    link.href = route
    document.getElementById('main')!.append(link)
    const heading = document.querySelector('h1')
    return new Promise<number>((resolve) => {
      const started = performance.now()
      const poll = () =>
        document.querySelector('h1') === heading
          ? requestAnimationFrame(poll)
          : requestAnimationFrame(() => resolve(performance.now() - started))
      link.click()
      requestAnimationFrame(poll)
    })
  }, NEXT)
  await page.context().close()
  return time
}

const ms = (value: number) => `${value.toFixed(0)} ms`
