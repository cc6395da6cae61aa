/**
 * First paint and first navigation on a slow line and a slow processor: this site, the same without its fonts, and a plain
 * HTML page of the same content, without style sheet and scripts, from the same server in the same run. On a line that the
 * browser slows down, as Lighthouse does, and on one whose bytes arrive one after the other (`pacedLine.ts`).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { median, middleHalf, pairedRatio } from './measure.ts'
import { firstVisit, open, runCompiled } from './newPage.ts'
import { type Line, pacedLine } from './pacedLine.ts'
import { atMost, type Row, times } from './table.ts'

const ROUNDS = 15
const CPU_SLOWDOWN = 4
/** 1.6 Mbps, and 150 ms there and back. */
const LINE: Line = { bytesPerSecond: 200_000, roundTrip: 150 }
const SLOW_LINE = {
  offline: false,
  latency: LINE.roundTrip,
  downloadThroughput: LINE.bytesPerSecond,
  uploadThroughput: LINE.bytesPerSecond,
}
/** What the numbers are measured on, and where the measured click leads. */
const PAGE = '/concepts/policies/overview'
const NEXT = '/concepts/wallets'
/** Of each kind that an article may begin with: drawings, tables, code, steps, an element, short text; and the reference. */
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

/** @param dist the folder that `url` serves; plain pages are added to it */
export async function painting(browser: Browser, url: string, dist: string): Promise<Row[]> {
  writePlain(dist, PAGE, 'plain')
  writePlain(dist, NEXT, 'plain-next')
  writePlain(dist, '/', 'plain-home')
  const ours: Paint[] = []
  const fontless: Paint[] = []
  const plain: Paint[] = []
  const home: Paint[] = []
  const fontlessHome: Paint[] = []
  const plainHome: Paint[] = []
  const paced = await pacedLine(url, LINE)
  const oursPaced: Paint[] = []
  const plainPaced: Paint[] = []
  const others = OTHERS.map((route) => ({ route, ours: [] as Paint[], plain: [] as Paint[] }))
  for (const { route } of others) writePlain(dist, route, plainName(route))
  const clicked: number[] = []
  const loaded: number[] = []
  // One round of everything, and again: whatever else the machine does meets all of them.
  for (let round = 0; round < ROUNDS; round++) {
    // What is compared follows each other, and which comes first changes.
    const pair = async (first: () => Promise<unknown>, second: () => Promise<unknown>) => {
      for (const next of round % 2 === 0 ? [first, second] : [second, first]) await next()
    }
    await pair(
      async () => ours.push(await visit(browser, url + PAGE)),
      async () => plain.push(await visit(browser, `${url}/plain`)),
    )
    await pair(
      async () => home.push(await visit(browser, `${url}/`)),
      async () => plainHome.push(await visit(browser, `${url}/plain-home`)),
    )
    await pair(
      async () => oursPaced.push(await visit(browser, paced.url + PAGE, [], 'as it is')),
      async () => plainPaced.push(await visit(browser, `${paced.url}/plain`, [], 'as it is')),
    )
    for (const { route, ours, plain } of round % 3 === 0 ? others : [])
      await pair(
        async () => ours.push(await visit(browser, url + route)),
        async () => plain.push(await visit(browser, `${url}/${plainName(route)}`)),
      )
    fontless.push(await visit(browser, url + PAGE, ['*.woff2']))
    fontlessHome.push(await visit(browser, `${url}/`, ['*.woff2']))
    clicked.push(await clickedPaint(browser, url))
    loaded.push((await visit(browser, `${url}/plain-next`)).first)
  }
  paced.stop()
  const values = (all: readonly Paint[], what: keyof Paint) => all.map((paint) => paint[what])
  const of = (all: readonly Paint[], what: keyof Paint) => median(values(all, what))
  /** The median, and how far the middle half of the visits lies apart. */
  const spread = (all: readonly Paint[], what: keyof Paint) => {
    const [from, to] = middleHalf(values(all, what))
    return `${ms(of(all, what))} (${from.toFixed(0)}–${to.toFixed(0)})`
  }
  const line = (label: string, what: keyof Paint): Row => ({
    what: `${label}, 1.6 Mbps, 150 ms, CPU ÷ ${CPU_SLOWDOWN}`,
    value: spread(ours, what),
    beside: `${spread(plain, what)} plain HTML, ${ms(of(fontless, what))} without fonts`,
  })
  /** The ratio to what is plain, and whether it is what was aimed for. */
  const ratio = (one: readonly Paint[], other: readonly Paint[], what: keyof Paint) => {
    const paired = pairedRatio(values(one, what), values(other, what))
    return { ratio: times(paired), ...atMost(paired, 1.05, '1.05 ×') }
  }
  const onPaced = (label: string, what: keyof Paint): Row => ({
    what: `${label}, bytes arriving one after the other`,
    value: spread(oursPaced, what),
    beside: `${spread(plainPaced, what)} plain HTML`,
    ...ratio(oursPaced, plainPaced, what),
  })
  const click = median(clicked) / median(loaded)
  return [
    { ...line('first contentful paint', 'first'), ...ratio(ours, plain, 'first') },
    { ...line('largest contentful paint', 'largest'), ...ratio(ours, plain, 'largest') },
    onPaced('first contentful paint', 'first'),
    onPaced('largest contentful paint', 'largest'),
    ...others.map(({ route, ours, plain }) => ({
      what: `largest contentful paint of ${route}`,
      value: spread(ours, 'largest'),
      beside: `${spread(plain, 'largest')} plain HTML`,
      ...ratio(ours, plain, 'largest'),
    })),
    {
      ...line('blocking time', 'blocking'),
      ...atMost(of(ours, 'blocking'), of(plain, 'blocking') + 20, 'plain + 20 ms'),
    },
    {
      what: 'layout shift on that line, fonts included',
      value: of(ours, 'shift').toFixed(3),
      beside: of(plain, 'shift').toFixed(3),
      ...atMost(of(ours, 'shift'), 0, '0'),
    },
    {
      what: 'home page, largest contentful paint on that line',
      value: spread(home, 'largest'),
      beside: `${spread(plainHome, 'largest')} plain HTML, ${ms(of(fontlessHome, 'largest'))} without fonts`,
      ...ratio(home, plainHome, 'largest'),
    },
    {
      what: 'home page, layout shift on that line',
      value: of(home, 'shift').toFixed(3),
      beside: of(plainHome, 'shift').toFixed(3),
      ...atMost(of(home, 'shift'), 0, '0'),
    },
    {
      what: 'a link clicked on that line, not prefetched',
      value: ms(median(clicked)),
      beside: `${ms(median(loaded))} load of a plain page`,
      ratio: times(click),
      ...atMost(click, 1.1, '1.1 ×'),
    },
  ]
}

/** The words of a page and nothing else. */
function writePlain(dist: string, route: string, name: string): void {
  const file = `_p${route.endsWith('/') ? `${route}index` : route}.json`
  const { heading, main } = JSON.parse(readFileSync(join(dist, file), 'utf8')) as {
    heading: string
    main: string
  }
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title>`
  writeFileSync(
    join(dist, `${name}.html`),
    `<!doctype html><html lang="en"><head>${head}</head><body>${main}</body></html>`,
  )
}

const plainName = (route: string): string => `plain${route.replaceAll('/', '-').replace(/-$/, '')}`

/** @param line slowed down by the browser, or as it is where something else slows it down */
async function slowPage(
  browser: Browser,
  blocked: readonly string[] = [],
  line: 'slowed' | 'as it is' = 'slowed',
): Promise<Page> {
  const context = await browser.newContext({ ...firstVisit, viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  if (line === 'slowed') await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
  await devtools.send('Network.setBlockedURLs', { urls: [...blocked] })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await runCompiled(page)
  return page
}

async function visit(
  browser: Browser,
  address: string,
  blocked?: readonly string[],
  line?: 'slowed' | 'as it is',
): Promise<Paint> {
  const page = await slowPage(browser, blocked, line)
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
