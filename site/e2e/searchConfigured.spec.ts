/** Configurable search features: the search page and a hosted provider. */
import type { Page, Route } from '@playwright/test'
import { address } from './support/addresses.ts'
import { expect, test, visit } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => page.getByRole('main').getByRole('combobox')

async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await dialog(page).getByRole('combobox').fill(text)
}

test.describe('a search page', () => {
  test.use({ baseURL: address.fixture })

  test('"See all {count} results" opens it with the query in `q`', async ({ page }) => {
    await visit(page, '/news')
    await searchFor(page, 'wallets')
    const link = dialog(page).getByRole('link', { name: /^See all \d+ results$/ })
    const count = /\d+/.exec((await link.textContent())!)![0]
    await link.click()
    await expect(page).toHaveURL('/search?q=wallets')
    await expect(field(page)).toHaveValue('wallets')
    await expect(page.locator('.search-page').getByRole('status')).toHaveText(`${count} results`)
    await expect(page.getByRole('main').getByRole('option')).toHaveCount(Number(count))
  })

  test('it reads its query from `q` and updates `q` while typing', async ({ page }) => {
    await visit(page, '/search?q=wallets')
    const options = page.getByRole('main').getByRole('option')
    await expect(options.filter({ hasText: 'Wallets' }).first()).toBeVisible()
    await field(page).fill('limits')
    await expect(page).toHaveURL('/search?q=limits')
    await options.and(page.locator('[href="/limits"]')).first().click()
    await expect(page).toHaveURL('/limits')
    await page.goBack()
    await expect(field(page)).toHaveValue('limits')
  })

  test('the wheel over its results scrolls the page, and the field is in sight for the next letter', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await visit(page, '/search?q=wallet')
    await page.getByRole('main').getByRole('option').first().hover()
    await page.mouse.wheel(0, 900)
    await expect(field(page)).not.toBeInViewport()
    await field(page).evaluate((input) => input.focus({ preventScroll: true }))
    await page.keyboard.press('s')
    await expect(field(page)).toHaveValue('wallets')
    await expect(field(page)).toBeInViewport({ ratio: 1 })
  })

  test('search engines do not index it', async ({ page }) => {
    await visit(page, '/search')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })
})

test.describe('a hosted assistant', () => {
  test.use({ baseURL: address.hosted })

  test('gets a question on Enter, and its answer and sources are shown', async ({ page, watch }) => {
    watch.allow(/algolia/)
    await page.route('https://keywrighttest-dsn.algolia.net/**', (route) => route.abort())
    watch.allow(/Failed to load resource/)
    await visit(page, '/news')
    await page.getByRole('banner').getByRole('button', { name: 'ask a question' }).click()
    await dialog(page).getByRole('combobox', { name: 'ask a question' }).fill('What is a wallet?')
    const offer = dialog(page).getByRole('option', { name: "Ask this site's assistant" })
    await expect(offer).toHaveAttribute('aria-selected', 'true')
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/ask'),
    )
    await page.keyboard.press('Enter')
    expect((await asked).postDataJSON()).toEqual({
      question: 'What is a wallet?',
      language: 'en',
    })
    await expect(dialog(page)).toContainText('A wallet holds the accounts of one seed.')
    await expect(dialog(page).getByRole('link', { name: /Wallets/ })).toHaveAttribute(
      'href',
      '/concepts/wallets',
    )
  })
})

test.describe('a hosted provider', () => {
  test.use({ baseURL: address.hosted })

  interface Asked {
    indexName: string
    query: string
    hitsPerPage: number
    facetFilters: unknown[]
  }

  /** Intercepts requests to the hosted service and records them. */
  async function standIn(
    page: Page,
    answer: (route: Route, asked: Asked) => Promise<void>,
  ): Promise<Asked[]> {
    const requests: Asked[] = []
    await page.route('https://keywrighttest-dsn.algolia.net/1/indexes/*/queries', async (route) => {
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
      const asked = (route.request().postDataJSON() as { requests: [Asked] }).requests[0]
      requests.push(asked)
      return answer(route, asked)
    })
    return requests
  }

  const found = (route: Route, hits: unknown[]) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { results: [{ hits, nbHits: 12 }] },
    })

  const hit = (url: string, lvl1: string, content: string) => ({
    url,
    content,
    hierarchy: { lvl0: 'Guide', lvl1 },
  })

  test('receives key, index, language and docs version, and its results open in place', async ({
    page,
    watch,
  }) => {
    watch.allow(/foreign request: https:\/\/keywrighttest-dsn\.algolia\.net/)
    const requests = await standIn(page, (route) =>
      found(route, [
        hit('https://docs.example/preview/limits#text', 'Limits', 'At most ten wallets &amp; no more'),
        hit('https://code.example/wallets', 'Code', 'The source of wallets'),
      ]),
    )
    await visit(page, '/news')
    const sent = page.waitForRequest('https://keywrighttest-dsn.algolia.net/**')
    await searchFor(page, 'wallets')
    expect((await sent).headers()).toMatchObject({
      'x-algolia-application-id': 'KEYWRIGHTTEST',
      'x-algolia-api-key': 'search-only',
    })
    const inside = dialog(page).getByRole('group', { name: 'Limits' }).getByRole('option')
    await expect(inside).toContainText('At most ten wallets & no more')
    await expect(inside.locator('mark')).toHaveText('wallets')
    expect(requests.at(-1)).toEqual({
      indexName: 'example',
      query: 'wallets',
      hitsPerPage: 5,
      facetFilters: ['language:en', ['docs_version:current']],
    })
    await expect(dialog(page).getByRole('link', { name: 'See all 12 results' })).toBeVisible()
    await expect(dialog(page).getByRole('group', { name: 'Code' }).getByRole('option')).toHaveAttribute(
      'target',
      '_blank',
    )
    await inside.click()
    await expect(page).toHaveURL('/limits#text')
  })

  test('Enter opens the row that arrow keys chose, even after a question', async ({ page, watch }) => {
    watch.allow(/foreign request: https:\/\/keywrighttest-dsn\.algolia\.net/)
    await standIn(page, (route) =>
      found(route, [hit('https://docs.example/limits', 'Limits', 'At most ten')]),
    )
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/ask') && asked.push(request.url()))
    await visit(page, '/news')
    await searchFor(page, 'how many wallets?')
    const row = dialog(page).getByRole('option', { name: 'Limits' })
    await expect(row).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('ArrowDown')
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/limits')
    await expect(dialog(page)).toHaveCount(0)
    expect(asked).toEqual([])
  })

  test('its results stay when the assistant returns something else, which is never shown', async ({
    page,
    watch,
  }) => {
    watch.allow(/foreign request: https:\/\/keywrighttest-dsn\.algolia\.net/)
    await standIn(page, (route) =>
      found(route, [hit('https://docs.example/limits', 'Limits', 'At most ten')]),
    )
    const bodies = [
      'null',
      '[]',
      '"RAW"',
      '<!doctype html><title>RAW</title>',
      '{"text":{"RAW":1}}',
      '{"text":"RAW"',
    ]
    await page.route('**/ask', (route) =>
      route.fulfill({ contentType: 'application/json', body: bodies.shift()! }),
    )
    await visit(page, '/news')
    await searchFor(page, 'how many wallets?')
    await page.keyboard.press('Enter')
    const box = dialog(page).getByRole('alert')
    while (true) {
      await expect(box).toContainText("The service returned something that this site can't read.")
      await expect(dialog(page)).not.toContainText('RAW')
      await expect(dialog(page).getByRole('option', { name: 'Limits' })).toBeVisible()
      if (bodies.length === 0) break
      const left = bodies.length
      await box.getByRole('button', { name: 'Retry' }).click()
      await expect(dialog(page).getByRole('combobox')).toBeFocused()
      await expect.poll(() => bodies.length).toBeLessThan(left)
    }
  })
})
