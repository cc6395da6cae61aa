/** The site without a network: the server is really gone. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { removalFiles, writeOffline } from '../build/output/offlineFiles.ts'
import { siteHandler } from '../build/server/handler.ts'
import { repositoryRoot } from '../build/site.ts'
import { SHELL_ROUTE } from '../src/offline/addresses.ts'
import type { OfflineList } from '../src/offline/list.ts'
import { ports } from './support/addresses.ts'
import { findViolations } from './support/axe.ts'
import { booted, expect, test, visit } from './support/test.ts'

const built = join(repositoryRoot, process.env['KEYWRIGHT_TEST_SITE'] ?? 'site/dist')
const later = join(repositoryRoot, '.cache/e2e/later')
/** Until an example has run, or everything is kept. */
const LONG = { timeout: 100_000 }

test.describe.configure({ mode: 'serial' })
test.use({ serviceWorkers: 'allow', baseURL: `http://127.0.0.1:${ports.own}/` })

let server: Server | undefined

async function serve(dir: string): Promise<void> {
  const handle = siteHandler(dir)
  server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((listening) => server!.listen(ports.own, '127.0.0.1', listening))
}

async function stop(): Promise<void> {
  server?.closeAllConnections()
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)))
  server = undefined
}

test.beforeEach(({ watch }) => {
  // What the browser says of a server that is gone.
  watch.allow(/ERR_CONNECTION_REFUSED|Failed to load resource/)
})
test.afterEach(stop)

const panel = (page: Page) => page.getByRole('region', { name: 'Read offline' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Read offline' }).click()
}

/** The worker is in charge, and holds the page that is shown. */
async function inCharge(page: Page, fragment: string): Promise<void> {
  const isKept = (address: string) =>
    page.evaluate(
      async (address) =>
        navigator.serviceWorker.controller !== null && (await caches.match(address)) !== undefined,
      address,
    )
  await expect.poll(() => isKept(fragment)).toBe(true)
}

test('a page that was opened opens again without a network; nothing else was loaded for it', async ({
  page,
}) => {
  await serve(built)
  await visit(page, '/concepts/wallets')
  await inCharge(page, '/_p/concepts/wallets.json')
  const { core } = JSON.parse(readFileSync(join(built, 'offline.json'), 'utf8')) as OfflineList
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.filter((address) => !core.includes(address)).sort()).toEqual([
    '/_p/concepts/wallets.json',
    '/offline.json',
  ])
  await stop()
  await page.goto('/concepts/wallets')
  await expect(heading(page)).toHaveText('Wallets and private keys')
  await expect(page).toHaveTitle(/^Wallets and private keys/)
  await page.goto('/faq')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await serve(built)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page)).not.toHaveText(/Loading|Wallets/)
})

test('by choice everything is kept: pages, search, assistant, and examples that run', async ({ page }) => {
  test.setTimeout(300_000)
  await serve(built)
  await visit(page, '/')
  await open(page)
  await expect(panel(page)).toContainText(/Kept: \d+ of \d+ files/)
  expect(await findViolations(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Make available offline' }).click()
  await expect(panel(page)).toContainText(/Available offline: \d+ files/, LONG)
  await stop()

  await page.goto('/getting-started/quickstart')
  await booted(page)
  await expect(heading(page)).toHaveText(/^Quickstart/)
  const example = page.locator('.example[data-example="quickstart/first-signature"]:not([data-region])')
  await example.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(example.locator('.example-status')).toHaveText('Finished: 2 requests, in your browser', LONG)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('read-only session')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sessions/)

  await page.getByRole('button', { name: 'Ask a question' }).click()
  const assistant = page.getByRole('region', { name: 'Ask the documentation' })
  await assistant.getByLabel('Your question').fill('How long does a read-only session last?')
  await assistant.getByLabel('Your question').press('Enter')
  await expect(assistant.locator('blockquote').first()).toContainText('hour')

  await page.goto('/api/#create_wallet')
  await expect(page.getByRole('heading', { name: 'create_wallet' }).first()).toBeVisible()
})

test('a new build takes the place of the old one, whole; then a site that keeps nothing takes it away', async ({
  page,
}) => {
  test.setTimeout(300_000)
  rmSync(later, { recursive: true, force: true })
  cpSync(built, later, { recursive: true, filter: (path) => !path.includes('/cards') })
  const faq = join(later, '_p/faq.json')
  writeFileSync(
    faq,
    readFileSync(faq, 'utf8').replace('<h1>Frequently asked questions</h1>', '<h1>Later questions</h1>'),
  )
  const { frame, core, build } = JSON.parse(readFileSync(join(built, 'offline.json'), 'utf8')) as OfflineList
  const everywhere = core.filter((address) => /^\/assets\/(boot|later)/.test(address))
  const next = await writeOffline(later, { everywhere, frame: frame!.headers, shells: [SHELL_ROUTE] })
  expect(next.build).not.toBe(build)

  await serve(built)
  await visit(page, '/')
  await inCharge(page, '/_p/index.json')
  // As an installed site opens: all of it is kept.
  await page.goto('/?installed')
  const isWhole = () => page.evaluate(async () => (await caches.match('/offline/wanted')) !== undefined)
  await expect.poll(isWhole, LONG).toBe(true)
  await stop()
  await serve(later)
  await page.goto('/changelog')
  const builds = () => page.evaluate(() => caches.keys())
  await expect.poll(builds, LONG).toEqual([`keywright-site ${next.build}`])
  await stop()
  await page.goto('/faq')
  await expect(heading(page)).toHaveText('Later questions')
  await page.goto('/concepts/wallets')
  await expect(heading(page)).toHaveText('Wallets and private keys')

  for (const [path, text] of Object.entries(await removalFiles())) writeFileSync(join(later, path), text)
  await serve(later)
  await page.goto('/')
  await expect.poll(builds, LONG).toEqual([])
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(registrations).toBe(0)
})
