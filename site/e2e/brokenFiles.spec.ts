/**
 * Site files that hang, fail, or are truncated or wrong: the reader sees which one, and Retry loads it.
 */
import { writeFileSync } from 'node:fs'
import type { Route } from '@playwright/test'
import { isNightly } from '../../tools/scripts/lib/tries.ts'
import { booted, expect, holdBack, type Page, test, visit } from './support/test.ts'

const DAMAGES: Readonly<Record<string, (route: Route) => Promise<void> | void>> = {
  'hangs forever': () => {},
  'is truncated': async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).slice(0, 100) })
  },
  'is a page from a proxy': (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Sign in to this network</title>',
    }),
  'is missing': (route) => route.fulfill({ status: 404, body: '' }),
  'fails at the host': (route) => route.fulfill({ status: 500, body: '' }),
  'has no network': (route) => route.abort('internetdisconnected'),
}

/** The test triggers the timeout. */
const holdPatience = (page: Page) =>
  page.addInitScript(() => {
    const clocks: AbortController[] = []
    AbortSignal.timeout = () => {
      const clock = new AbortController()
      clocks.push(clock)
      return clock.signal
    }
    const endPatience = () => {
      for (const clock of clocks.splice(0)) clock.abort(new DOMException('signal timed out', 'TimeoutError'))
    }
    Object.assign(window, { endPatience })
  })

interface Kind {
  readonly file: string
  readonly path: RegExp
  /** Opens what needs the file. */
  readonly open: (page: Page) => Promise<void>
  /** Place of the error message. */
  readonly told: (page: Page) => ReturnType<Page['locator']>
  readonly there: (page: Page) => Promise<void>
}

const box = (page: Page) => page.getByRole('alert')

const KINDS: readonly Kind[] = [
  {
    file: 'the API description',
    path: /\/openapi\.json$/,
    open: (page) => visit(page, '/api/#create_wallet'),
    told: (page) => box(page).filter({ hasText: 'The API description could not be loaded' }),
    there: (page) =>
      expect(
        page.locator('section.call#create_wallet').getByRole('heading', { name: 'Errors' }),
      ).toBeVisible(),
  },
  {
    file: 'the search index',
    path: /\/search\/index\.json$/,
    async open(page) {
      await visit(page, '/faq')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('wallet')
    },
    told: (page) => box(page).filter({ hasText: 'Unable to fetch results' }),
    there: (page) => expect(page.getByRole('option').first()).toBeVisible(),
  },
  {
    file: 'an example',
    path: /\/runner\/examples\/quickstart\/first-signature\.json$/,
    async open(page) {
      await visit(page, '/getting-started/quickstart')
      const example = page.locator('.example[data-example="quickstart/first-signature"]:not([data-region])')
      await example.getByRole('button', { name: 'Edit' }).click()
    },
    told: (page) => box(page).filter({ hasText: 'The example could not be loaded' }),
    there: (page) => expect(page.locator('.cm-content').first()).toBeVisible(),
  },
]

KINDS.forEach(({ file, path, open, told, there }, nth) => {
  const damages = Object.entries(DAMAGES)
  // `npm test` spreads the damages over the kinds.
  const shared = damages.filter((_, at) => at % KINDS.length === nth)
  for (const [damage, answer] of isNightly ? damages : shared) {
    test(`${file} that ${damage} is reported, and Retry loads it`, async ({ page, watch }) => {
      watch.allow(/Failed to load resource|preload/)
      await holdPatience(page)
      await page.route(path, answer)
      const asked = page.waitForRequest(path)
      await open(page)
      await asked
      if (damage === 'hangs forever') {
        await expect(async () => {
          await page.evaluate(() => (window as unknown as { endPatience(): void }).endPatience())
          await expect(told(page)).toBeVisible({ timeout: 500 })
        }).toPass()
      }
      await expect(told(page)).toBeVisible()
      await page.unroute(path)
      await told(page).getByRole('button', { name: 'Retry' }).click()
      await there(page)
      await expect(told(page)).toHaveCount(0)
    })
  }
})

/** The page is as if it had a network. */
const pretendOnline = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }))

test("if the page's script fails once, the page loads again and works", async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await pretendOnline(page)
  await page.route(/\/assets\/boot-/, (route) => route.abort('connectionreset'), { times: 1 })
  await page.goto('/getting-started/quickstart')
  await booted(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeVisible()
})

test("if the page's script keeps failing, nothing is shown that needs it", async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await pretendOnline(page)
  await page.route(/\/assets\/boot-/, (route) => route.abort('connectionreset'))
  for (const route of ['/getting-started/quickstart', '/api/']) {
    const loaded: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && loaded.push(request.url()))
    await page.goto(route)
    await expect(page.locator('button:not([popovertarget]):enabled:visible')).toHaveCount(0)
    expect(loaded).toHaveLength(2)
    page.removeAllListeners('request')
  }
})

test("if the page's script fails, a page with typed text, or of an unknown kind of visit, isn't loaded again", async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await pretendOnline(page)
  let fail = () => {}
  const typed = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(/\/assets\/boot-/, async (route) => {
    await typed
    await route.abort('connectionreset')
  })
  const loaded: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loaded.push(request.url()))
  const controls = page.locator('button:not([popovertarget]):enabled:visible')
  await page.goto('/api/', { waitUntil: 'commit' })
  await page.locator('#reference-filter').fill('create_wallet')
  fail()
  await expect(controls).toHaveCount(0)
  await expect(page.locator('#reference-filter')).toHaveValue('create_wallet')

  // Some settings for privacy hide it.
  await page.addInitScript(() => {
    performance.getEntriesByType = () => []
  })
  await page.goto('/faq')
  await expect(controls).toHaveCount(0)
  expect(loaded).toHaveLength(2)
})

test('a page that was saved as a file is shown as without scripts, and loaded once', async ({
  page,
  watch,
}, info) => {
  watch.allow(/./)
  const saved = info.outputPath('saved.html')
  writeFileSync(saved, await (await page.request.get('/faq')).text())
  await pretendOnline(page)
  const loaded: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loaded.push(request.url()))
  await page.goto(`file://${saved}`)
  await expect(page.locator('html')).not.toHaveAttribute('data-js')
  await expect(page.locator('h1')).toBeVisible()
  expect(loaded).toHaveLength(1)
})

test('an editor or a console that failed to load opens after Retry, and the rest of its part stays', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource|Failed to fetch/)
  for (const [route, control, file, shown] of [
    ['/getting-started/quickstart', 'Edit', 'Editor', '.cm-content'],
    ['/api/#whoami', 'Try it', 'TryIt', '.call-tools .try'],
  ] as const) {
    await page.route(new RegExp(`/assets/${file}-`), (each) => each.abort('connectionreset'), { times: 1 })
    await visit(page, route)
    const opener = page.locator('main').getByText(control, { exact: true }).first()
    const copies = page.locator('main').getByRole('button', { name: /^Copy/ })
    const count = await copies.count()
    await opener.click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await copies.count()).toBeGreaterThanOrEqual(count)
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator(shown).first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('a notice is shown while search loads', async ({ page }) => {
  const release = await holdBack(page, /assets\/search-.*\.js$/)
  await visit(page, '/faq')
  await page.keyboard.press('Control+k')
  const notice = page.getByRole('status').filter({ hasText: 'Loading search…' })
  await expect(notice).toBeInViewport({ ratio: 1 })
  await expect(notice).toHaveCSS('opacity', '1')
  release()
  await expect(page.getByRole('combobox')).toBeFocused()
  await expect(notice).toHaveCount(0)
})
