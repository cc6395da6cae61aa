/** The search dialog with the embedded index. */
import type { Page, Response } from '@playwright/test'
import { SHARED_CHUNK } from '../builder/client/bundle.ts'
import { booted, expect, markDocument, test, visit } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => dialog(page).getByRole('combobox')
const options = (page: Page) => dialog(page).getByRole('option')
const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search' })

async function searchFor(page: Page, text: string): Promise<void> {
  await button(page).click()
  await field(page).fill(text)
}

test.describe('opens', () => {
  test('on Control+k, Meta+k and /', async ({ page }) => {
    await visit(page, '/faq')
    for (const keys of ['Control+k', 'Meta+k', '/']) {
      await page.keyboard.press(keys)
      await expect(field(page), keys).toBeFocused()
      await expect(field(page)).toHaveValue('')
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
  })

  test('while typing in a field on Control+k, but not on /', async ({ page }) => {
    await visit(page, '/api/')
    const filter = page.getByLabel('Filter calls')
    await filter.pressSequentially('a/b')
    await expect(filter).toHaveValue('a/b')
    await expect(dialog(page)).toHaveCount(0)
    await filter.press('Control+k')
    await expect(field(page)).toBeFocused()
  })
})

test.describe('closes', () => {
  test('on Escape, even with text in the field, and restores the focus', async ({ page }) => {
    await visit(page, '/faq')
    await button(page).press('Enter')
    await field(page).fill('wallet')
    await expect(options(page).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(button(page)).toBeFocused()
  })

  test('on its button and on a click outside, and opens on click', async ({ page }) => {
    await visit(page, '/faq')
    await button(page).click()
    await expect(field(page)).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await button(page).click()
    await expect(field(page)).toBeFocused()
    await page.mouse.click(5, 700)
    await expect(dialog(page)).toHaveCount(0)
  })
})

test('a tap outside closes it, and opens no link below', async ({ browser, baseURL }) => {
  const viewport = { width: 900, height: 900 }
  const page = await browser.newPage({ hasTouch: true, viewport, baseURL: baseURL! })
  await visit(page, '/faq')
  await page.keyboard.press('Control+k')
  const { x, y, height } = (await dialog(page).locator('.search-box').boundingBox())!
  const links = await page.locator('main a').all()
  const places = await Promise.all(links.map((link) => link.boundingBox()))
  const below = places.find((place) => place && place.x > x && place.y > y + height)!
  expect(below.y).toBeLessThan(viewport.height)
  await page.touchscreen.tap(below.x + below.width / 2, below.y + below.height / 2)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/faq')
  await page.close()
})

test('the page behind it stays where it is', async ({ page }) => {
  await visit(page, '/faq')
  const heading = page.locator('main h2').nth(1)
  await heading.evaluate((element) => element.scrollIntoView())
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  const place = (await heading.boundingBox())!
  const { x, y, height } = (await dialog(page).locator('.search-box').boundingBox())!
  for (const at of [x - 20, x + 20]) {
    await page.mouse.move(at, y + height / 2)
    await page.mouse.wheel(0, 500)
  }
  await page.keyboard.press('PageDown')
  await field(page).fill('wallet')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await heading.boundingBox()).toEqual(place)
})

test('in a low window, the field is in sight for the next letter', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 })
  await visit(page, '/faq')
  await searchFor(page, 'wallet')
  await expect(options(page).first()).toBeVisible()
  for (let row = 0; row < 5; row++) await page.keyboard.press('ArrowDown')
  await expect(field(page)).not.toBeInViewport()
  await page.keyboard.press('s')
  await expect(field(page)).toHaveValue('wallets')
  await expect(field(page)).toBeInViewport({ ratio: 1 })
})

test('stays open when a selection of its text ends outside', async ({ page }) => {
  await visit(page, '/faq')
  await searchFor(page, 'wallet accounts')
  const { x, y, width, height } = (await field(page).boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(3, y + height / 2, { steps: 5 })
  await page.mouse.up()
  await page.keyboard.type('policy')
  await expect(field(page)).toHaveValue(/^policy/)
  await page.mouse.click(5, 700)
  await expect(dialog(page)).toHaveCount(0)
})

/** What a press of Enter leads to, and at which address. */
async function outcomeOf(page: Page, press: () => Promise<void>): Promise<string> {
  const { href } = new URL(page.url())
  const happened = Promise.race([
    page
      .context()
      .waitForEvent('page')
      .then(async (other) => {
        await other.waitForURL((url) => url.protocol !== 'about:')
        const { pathname } = new URL(other.url())
        await other.close()
        return `another page: ${pathname}`
      }),
    page.waitForEvent('download').then((file) => `a download: ${new URL(file.url()).pathname}`),
    page.waitForURL((url) => url.href !== href).then(() => `this page: ${new URL(page.url()).pathname}`),
  ])
  await press()
  return happened
}

for (const modifier of ['', 'Control+', 'Meta+', 'Shift+', 'Alt+'])
  test(`${modifier}Enter on a result does what it does on a link`, async ({ page }) => {
    await visit(page, '/faq')
    const link = page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Changelog' })
    const onLink = await outcomeOf(page, () => link.press(`${modifier}Enter`))
    expect(onLink).toMatch(/: \/changelog$/)
    await visit(page, '/faq')
    await searchFor(page, 'changelog')
    await expect(options(page).first()).toHaveAttribute('href', '/changelog')
    expect(await outcomeOf(page, () => field(page).press(`${modifier}Enter`))).toBe(onLink)
    // The results stay for the next one, unless this page has changed.
    await expect(dialog(page)).toHaveCount(onLink.startsWith('this page') ? 0 : 1)
  })

test.describe('search code and index load on the first intent', () => {
  for (const [intent, act] of [
    ['hover', (page: Page) => button(page).hover()],
    ['focus', (page: Page) => button(page).focus()],
    ['touch', (page: Page) => button(page).dispatchEvent('touchstart')],
    ['click', (page: Page) => button(page).dispatchEvent('click')],
  ] as const) {
    test(intent, async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
      await page.goto('/faq', { waitUntil: 'networkidle' })
      await booted(page)
      expect(asked.filter((path) => /search|open-/.test(path))).toEqual([])
      const index = page.waitForRequest('**/search/index.json')
      if (intent === 'click') await act(page).then(() => field(page).fill('wallet'))
      else await act(page)
      await index
    })
  }
})

test('results are counted and grouped, move with the keyboard, and open in place at their section', async ({
  page,
  request,
}) => {
  await visit(page, '/faq')
  await markDocument(page)
  await searchFor(page, 'webhook')
  await test.step('counted and grouped by page, with section and highlighted excerpt', async () => {
    const group = dialog(page).getByRole('group', { name: 'Webhooks', exact: true })
    await expect(group.getByRole('option').first()).toBeVisible()
    await expect(group.getByRole('option')).toHaveCount(1)
    await expect(group.locator('mark').first()).toHaveText(/webhook/i)
    await expect(group.getByRole('option').first().locator('.search-hit-heading')).not.toBeEmpty()
    await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results$/)
    // Only a configured search page gets a link.
    await expect(dialog(page).getByText(/See all/)).toHaveCount(0)
    expect((await request.get('/search')).status()).toBe(404)
  })
  await test.step('arrow keys move through them and wrap around, and Enter opens one in place', async () => {
    await field(page).fill('x-stamp')
    await expect(dialog(page).locator('.search-answer')).toBeVisible()
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await options(page).nth(1).getAttribute('id'))!,
    )
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    const href = (await options(page).first().getAttribute('href'))!
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(href)
    await expect(dialog(page)).toHaveCount(0)
    expect(await page.evaluate(() => 'marked' in document.documentElement.dataset)).toBe(true)
  })
  await test.step('a result opens its section', async () => {
    await searchFor(page, 'mnemonic length')
    const option = dialog(page).locator('[role=option][href*="#"]').first()
    const hash = (await option.getAttribute('href'))!.split('#')[1]!
    await option.click()
    await expect(page).toHaveURL(new RegExp(`#${hash}$`))
    await expect(page.locator(`[id="${hash}"]`)).toBeInViewport()
  })
})

test('no results: the specified texts, and "Try searching for" with queries that find something', async ({
  page,
}) => {
  await visit(page, '/faq')
  await searchFor(page, 'qqqzzzvvv')
  await expect(dialog(page)).toContainText('No results for “qqqzzzvvv”')
  await expect(dialog(page)).toContainText('Believe this query should return results?')
  await expect(dialog(page).getByRole('link', { name: 'Let us know.' })).toHaveAttribute('href', /issues/)
  await expect(options(page)).toHaveCount(0)
  await expect(dialog(page)).toContainText('Try searching for')
  await dialog(page).getByRole('listitem').getByRole('button').first().click()
  await expect(options(page).first()).toBeVisible()
  // A text that resembles a word of the site finds it, whichever letter is wrong.
  await field(page).fill('urganization')
  await expect(options(page).first()).toContainText(/organization/i)
})

test('after selecting text of an answer, keys go on in the field', async ({ page }) => {
  await visit(page, '/faq')
  await searchFor(page, 'How do I start?')
  const text = dialog(page).locator('.search-answer p').last()
  await expect(text).toBeVisible()
  const { x, y } = (await text.boundingBox())!
  await page.mouse.move(x + 2, y + 8)
  await page.mouse.down()
  await page.mouse.move(x + 120, y + 8, { steps: 5 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  await expect(field(page)).not.toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(field(page)).toBeFocused()
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type(' now')
  await expect(field(page)).toHaveValue('How do I start? now')
})

test('a failed fetch shows "Unable to fetch results", and Retry loads them', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await page.route('**/search/index.json', (route) => route.abort())
  await visit(page, '/faq')
  await searchFor(page, 'wallet')
  await expect(dialog(page).getByRole('alert')).toContainText('Unable to fetch results')
  await expect(dialog(page).getByRole('alert')).toContainText(
    'You might want to check your network connection.',
  )
  await page.unroute('**/search/index.json')
  await dialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect(options(page).first()).toBeVisible()
})

test('first results need at most 7 files, and 80 KB besides React', async ({ page }) => {
  await visit(page, '/faq')
  await page.waitForLoadState('networkidle')
  const files: Response[] = []
  page.on('response', (response) => {
    if (!/\/search\/(?:texts|answers)\//.test(response.url())) files.push(response)
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('wallet')
  await options(page).first().waitFor()
  // One of them is the bundler's helper for React's CommonJS modules, 0.4 KB.
  expect(files.length).toBeLessThanOrEqual(7)
  expect(
    await page
      .locator('body > div')
      .last()
      .evaluate((host) => Object.keys(host).some((key) => key.startsWith('__reactContainer$'))),
  ).toBe(true)
  const sizes = files
    .filter((response) => !response.url().includes(`/${SHARED_CHUNK}-`))
    .map(async (response) => (await response.request().sizes()).responseBodySize)
  expect(sizes.length).toBe(files.length - 1)
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(80_000)
})

test('excerpts are fetched per page for visible results', async ({ page }) => {
  const texts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/search/texts/')) texts.push(pathname)
  })
  await visit(page, '/faq')
  await searchFor(page, 'wallet')
  await expect(dialog(page).locator('.search-hit-excerpt mark').first()).toBeVisible()
  const groups = await dialog(page).getByRole('group').count()
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.length).toBeLessThan(groups)
  await options(page).last().scrollIntoViewIfNeeded()
  await expect(options(page).last().locator('.search-hit-excerpt')).not.toBeEmpty()
})

test('finds fields and errors of the API, and the definition of an SDK method', async ({ page }) => {
  await visit(page, '/faq')
  await button(page).click()
  for (const [query, href] of [
    ['mnemonicLength', '/api/#create_wallet'],
    ['rootQuorumThreshold', '/api/#create_sub_organization'],
    ['THRESHOLD_TOO_HIGH', '/api-overview/errors#THRESHOLD_TOO_HIGH'],
    ['canApprove', '/api/#schema-Activity'],
  ] as const) {
    await field(page).fill(query)
    const option = dialog(page).locator(`[role=option][href="${href}"]`)
    await option.scrollIntoViewIfNeeded()
    await expect(option).toContainText(query)
  }
  await field(page).fill('loginWithOtp')
  await options(page).first().click()
  await expect(page).toHaveURL('/sdks/javascript-browser#KeywrightBrowser.loginWithOtp')
  const definition = page.locator('[id="KeywrightBrowser.loginWithOtp"]')
  await expect(definition.locator('.sdk-signature')).toBeVisible()
})

test('Back closes search and returns to the previous page', { tag: '@nightly' }, async ({ page }) => {
  await visit(page, '/faq')
  await page.getByRole('link', { name: 'Quickstart' }).first().click()
  await expect(page).toHaveURL(/quickstart$/)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/faq$/)
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})

test('the focus moves on when its element is gone: a question, a suggestion, the menu below the dialog', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await visit(page, '/concepts/wallets')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await page.locator('.search-suggestions button').first().press('Enter')
  await expect(field).toBeFocused()
  await field.fill('qqqzzzvvv')
  await page.locator('.search-suggestions button').first().press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Search or ask a question', exact: true })).toBeFocused()
  await expect(page.locator('[inert]')).toHaveCount(0)
})

test('a question shows its written answer whole, announced, with code and source, and the row of its page has a note', async ({
  page,
}) => {
  await visit(page, '/concepts/policies/overview')
  await page.getByLabel('More for this page').click()
  await page.getByRole('button', { name: 'Ask a question', exact: true }).click()
  await field(page).fill('How do I require two approvals?')
  const answer = dialog(page).locator('.search-answer')
  await expect(answer).toBeVisible()
  await expect(answer).toHaveAttribute('aria-live', 'polite')
  await expect(answer).toContainText('How do I require two approvals?')
  await expect(answer.locator('pre')).toContainText('.count() >= 2')
  // Whole: nothing is cut off or scrolls inside.
  expect(await answer.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
  const source = answer.locator('> .button')
  const href = (await source.getAttribute('href'))!
  // Its row stays, because the reader may be about to open it.
  await expect(dialog(page).locator(`[role=option][href="${href}"] .search-hit-excerpt`)).toHaveText([
    'The answer above is from this section.',
  ])
  await source.click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(href)
})

test('a pasted error shows its card, and what the site doesn’t answer shows pages without a claim', async ({
  page,
}) => {
  await visit(page, '/faq')
  await searchFor(page, '{"code":7,"message":"no policy evaluated to allow this request","details":[]}')
  const answer = dialog(page).locator('.search-answer')
  await expect(answer).toContainText('NOT_PERMITTED_BY_POLICY')
  await expect(answer).toContainText('Fix:')
  await field(page).fill('')
  const log = `[2026-11-29T10:12:45.123Z] payouts/worker-7 ERROR ${'the transfer was not sent, '.repeat(9)}`
  // As the reader pastes it, up to the most that the field takes.
  await field(page).evaluate(
    (_, text) => document.execCommand('insertText', false, text),
    `${log}no policy evaluated to allow this request`,
  )
  await expect(answer).toContainText('NOT_PERMITTED_BY_POLICY')
  for (const text of ['how to', 'Do you support Monero?', 'webhook']) {
    await field(page).fill(text)
    await expect(answer, text).toBeHidden()
    await expect(dialog(page)).not.toContainText('doesn’t cover')
  }
})
