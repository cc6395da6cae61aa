/** The site: largest paint, search, reference, a run and build cost. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { median } from './measure.ts'
import { ARTICLE, painting, ROUNDS, SLOW_LINE, untilPainted } from './sitePaint.ts'
import { atMost, kb, ms, printTable, type Row, times } from './table.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const tsx = join(root, 'node_modules', '.bin', 'tsx')

export async function benchSite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-bench-'))
  const executablePath = process.env['KEYWRIGHT_BROWSER']
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run']
  try {
    const builds = buildCosts(folder)
    const site = await serveSite(join(folder, 'site'))
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
    printTable('site', [
      ...(await painting(browser, site.url, join(folder, 'site'))),
      ...(await searching(browser, site.url)),
      await referring(browser, site.url),
      await running(browser, site.url),
      ...builds,
    ])
    await browser.close()
    site.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds of a task, each time on a page of a new context: the median. */
async function opened(browser: Browser, url: string, task: (page: Page) => Promise<number>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage()
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.locator('html[data-site="complete"]').waitFor({ state: 'attached' })
    rounds.push(await task(page))
    await page.context().close()
  }
  return median(rounds)
}

/** JavaScript that types into the field with the focus. React ignores a value that a script sets. */
const typed = (text: string) => `document.execCommand('insertText', false, '${text}')`

async function searching(browser: Browser, url: string): Promise<Row[]> {
  const received: number[] = []
  const cold = await opened(browser, url + ARTICLE, async (page) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
    let sum = 0
    devtools.on('Network.dataReceived', ({ encodedDataLength }) => void (sum += encodedDataLength))
    const painted = untilPainted(page, '', "document.querySelector('[role=option]')")
    await page.keyboard.press('/')
    await page.keyboard.type('wallet')
    const milliseconds = await painted
    received.push(sum)
    return milliseconds
  })
  const key = await opened(browser, url + ARTICLE, async (page) => {
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('wallet')
    await page.getByRole('option').first().waitFor()
    await page.getByRole('combobox').selectText()
    const first = "document.querySelector('[role=option]').href"
    return untilPainted(page, `var before = ${first}; ${typed('stamp')}`, `${first} !== before`)
  })
  const early = median(received)
  const what = 'search opened cold at 1.6 Mbps and 150 ms'
  return [
    { what: `${what}: received`, value: kb(early), ...atMost(early, 125 * 1024, '125 KB') },
    { what: `${what}: first result`, value: ms(cold), ...atMost(cold, 900, '900 ms') },
    { what: 'search keystroke to painted results', value: ms(key), ...atMost(key, 50, '50 ms') },
  ]
}

/** How many times slower a phone's processor is. */
const PHONE = 6

async function referring(browser: Browser, url: string): Promise<Row> {
  const status = "document.querySelector('#call-list [role=status]').textContent"
  const filter = `var before = ${status}; ${typed('whoami')}`
  const key = await opened(browser, `${url}/api/`, async (page) => {
    await page.locator('#reference-filter').focus()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE })
    return untilPainted(page, filter, `${status} !== before`)
  })
  const what = 'API reference: key in the filter to the painted list, a sixth of the processor'
  return { what, value: ms(key), ...atMost(key, 33, '33 ms') }
}

/** Pressed by a script, without the pointer that comes to the button before and has the page make ready. */
async function running(browser: Browser, url: string): Promise<Row> {
  const example = '.example[data-example="quickstart/first-signature"]:not([data-region])'
  const press = `[...document.querySelectorAll('${example} button')].find((one) => one.textContent === 'Run').click()`
  // The page shows the recorded output first, whose requests can't be opened.
  const output = `${example} .example-output [data-request]`
  const first = await opened(browser, `${url}/getting-started/quickstart`, (page) =>
    untilPainted(page, press, `document.querySelector('${output}')`),
  )
  return { what: 'Run pressed to the first result', value: ms(first), ...atMost(first, 450, '450 ms') }
}

/** Processor time of a clean build: this site, and generated sites of 95 and 950 pages. */
function buildCosts(folder: string): Row[] {
  const own = buildSeconds(['--out', join(folder, 'site')])
  const few = buildSeconds(['--out', join(folder, 'few'), '--pages', '95'])
  const many = buildSeconds(['--out', join(folder, 'many'), '--pages', '950'])
  const reference = `${few.toFixed(1)} s for 95 generated pages`
  const row = (what: string, value: number) => ({ what, value: `${value.toFixed(1)} s`, reference })
  return [
    { ...row('clean build of this site, CPU', own), ratio: times(own / few) },
    {
      ...row('clean build of 950 generated pages, CPU', many),
      ratio: times(many / few),
      ...atMost(many / few, 11, '11 ×'),
    },
  ]
}

/** The build prints it last. */
function buildSeconds(args: readonly string[]): number {
  const words = ['site/builder/build.ts', '--times', ...args]
  const { status, stdout, stderr } = spawnSync(tsx, words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the build failed: ${stderr}`)
  return Number.parseFloat(stdout.trim().split('\n').at(-1)!)
}

async function serveSite(dir: string): Promise<{ url: string; stop: () => void }> {
  const words = [tsx, 'site/builder/serve.ts', '--dir', dir, '--port', '4300']
  const child = spawn(process.execPath, words, { cwd: root })
  for await (const chunk of child.stdout) {
    const url = /http:\/\/\S+?(?=\/\s)/.exec(String(chunk))?.[0]
    if (url) return { url, stop: () => void child.kill() }
  }
  throw new Error('the site could not be served')
}
