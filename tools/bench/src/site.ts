/**
 * The site: bytes, blocking time, navigation, search and build cost, each compared with something built in the same
 * run.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { median } from './measure.ts'
import { newPage, open } from './newPage.ts'
import { painting } from './sitePaint.ts'
import { referring } from './siteReference.ts'
import { running } from './siteRun.ts'
import { searching } from './siteSearch.ts'
import { atMost, below, kb, printTable, type Row, times } from './table.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const tsx = join(root, 'node_modules', '.bin', 'tsx')
const PAGE = '/concepts/policies/overview'
const ROUNDS = 5

export async function benchSite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-bench-'))
  try {
    const builds = await buildCosts(folder)
    const site = await serveSite(join(folder, 'site'))
    const browser = await launch()
    const rows = [
      ...(await bytes(browser, site.url)),
      ...(await painting(browser, site.url, join(folder, 'site'))),
      ...(await navigating(browser, site.url)),
      ...(await searching(browser, site.url + PAGE)),
      ...(await referring(browser, site.url)),
      ...(await running(browser, site.url)),
      ...builds,
    ]
    await browser.close()
    site.stop()
    printTable('site', rows)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Download size of a visit, as sent; the script compared with React's client runtime alone. */
async function bytes(browser: Browser, url: string): Promise<Row[]> {
  const runtime = await reactRuntime()
  const page = await browser.newPage()
  const sizes = { document: 0, script: 0, idle: 0, font: 0, fonts: 0 }
  const read: Promise<void>[] = []
  let hasLoaded = false
  page.on('load', () => {
    hasLoaded = true
  })
  page.on('request', (request) => {
    const kind = request.resourceType()
    if (kind !== 'script' && kind !== 'document' && kind !== 'font') return
    const group = kind === 'script' && hasLoaded ? 'idle' : kind
    read.push(
      request.sizes().then(({ responseBodySize }) => {
        sizes[group] += responseBodySize
        if (kind === 'font') sizes.fonts++
      }),
    )
  })
  await open(page, url + PAGE)
  await page.waitForLoadState('networkidle')
  await Promise.all(read)
  await page.close()
  return [
    {
      what: 'JavaScript to read a page',
      value: kb(sizes.script),
      reference: `${kb(runtime)} React's client runtime`,
      ratio: times(sizes.script / runtime),
      ...atMost(sizes.script, 10_000, '10,000 bytes'),
    },
    { what: 'JavaScript when the page is idle', value: kb(sizes.idle) },
    { what: 'document with its style sheet', value: kb(sizes.document) },
    { what: `fonts, ${sizes.fonts} files`, value: kb(sizes.font), ...atMost(sizes.fonts, 2, '2 files') },
  ]
}

async function reactRuntime(): Promise<number> {
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    root,
    build: { write: false, minify: true, rollupOptions: { input: 'virtual:react' } },
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === 'virtual:react' ? '\0react' : undefined),
        load: (id) =>
          id === '\0react'
            ? "import { createRoot } from 'react-dom/client'; window.createRoot = createRoot"
            : undefined,
      },
    ],
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as unknown as {
    output: { type: string; code?: string }[]
  }
  const code = output.find((file) => file.type === 'chunk')?.code
  return brotliCompressSync(code ?? '').length
}

/** From the click to the painted page, prefetched; compared with an ordinary load of the same page. */
async function navigating(browser: Browser, url: string): Promise<Row[]> {
  const page = await newPage(browser)
  const swapped: number[] = []
  const loaded: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await open(page, `${url}/concepts/wallets`)
    const link = page.locator('.pager a[rel="next"]')
    await link.hover()
    await page.waitForLoadState('networkidle')
    swapped.push(
      await link.evaluate(
        (anchor: HTMLAnchorElement) =>
          new Promise<number>((resolve) => {
            const heading = document.querySelector('h1')
            const started = performance.now()
            const poll = () =>
              document.querySelector('h1') === heading
                ? requestAnimationFrame(poll)
                : requestAnimationFrame(() => resolve(performance.now() - started))
            anchor.click()
            requestAnimationFrame(poll)
          }),
      ),
    )
    await page.reload({ waitUntil: 'load' })
    loaded.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              const paint = list.getEntriesByName('first-contentful-paint')[0]
              if (paint) resolve(paint.startTime)
            }).observe({ type: 'paint', buffered: true })
          }),
      ),
    )
  }
  await page.close()
  const ours = median(swapped)
  const ordinary = median(loaded)
  return [
    {
      what: 'prefetched navigation, click to paint',
      value: `${ours.toFixed(0)} ms`,
      reference: `${ordinary.toFixed(0)} ms ordinary load`,
      ratio: times(ours / ordinary),
      ...below(ours, 50, '50 ms'),
    },
  ]
}

/** Processor time of a clean build: this site, and generated sites of 95 and 950 pages. */
async function buildCosts(folder: string): Promise<Row[]> {
  const own = await buildSeconds(['--out', join(folder, 'site')])
  const few = await buildSeconds(['--out', join(folder, 'few'), '--pages', '95'])
  const many = await buildSeconds(['--out', join(folder, 'many'), '--pages', '950'])
  return [
    {
      what: 'clean build of this site, CPU',
      value: `${own.toFixed(1)} s`,
      reference: `${few.toFixed(1)} s for 95 generated pages`,
      ratio: times(own / few),
      ...atMost(own, 8, '8 s'),
    },
    {
      what: 'clean build of 950 generated pages, CPU',
      value: `${many.toFixed(1)} s`,
      reference: `${few.toFixed(1)} s for 95`,
      ratio: times(many / few),
      ...atMost(many / few, 8, '8 ×'),
    },
  ]
}

/** User and system seconds of the build and its child processes. */
async function buildSeconds(args: readonly string[]): Promise<number> {
  const command = `"${process.execPath}" "${tsx}" site/builder/build.ts ${args.map((arg) => `"${arg}"`).join(' ')} >&2; times`
  const child = spawn('bash', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  await new Promise((resolve) => child.on('close', resolve))
  const ofChildren = printed.trim().split('\n').at(-1) ?? ''
  const seconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  )
  if (seconds.length !== 2 || !complaint.includes('Built')) throw new Error(`the build failed: ${complaint}`)
  return seconds[0]! + seconds[1]!
}

async function serveSite(dir: string): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [tsx, 'site/builder/serve.ts', '--dir', dir, '--port', '4300'], {
    cwd: root,
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const address = /http:\/\/\S+?(?=\/\s)/.exec(chunk.toString())?.[0]
      if (address) resolve(address)
    })
    child.on('exit', () => reject(new Error('the site could not be served')))
  })
  return { url, stop: () => void child.kill() }
}

function launch(): Promise<Browser> {
  const executablePath = process.env['KEYWRIGHT_BROWSER']
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
}
