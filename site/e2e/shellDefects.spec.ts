/** Regression tests for past defects of the shell. */
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import { address } from './support/addresses.ts'
import {
  booted,
  expect,
  holdBack,
  isSameDocument,
  markDocument,
  navbarLink,
  type Page,
  test,
  visit,
} from './support/test.ts'

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName)

for (const hash of everyNth(4, ['#100%', '#%E0%A4%A', '#%', '#%zz'])) {
  test(`a URL ending in \`${hash}\` breaks neither navigation nor the rest of the page`, async ({ page }) => {
    await visit(page, `/concepts/wallets${hash}`)
    await markDocument(page)
    await navbarLink(page, 'Changelog').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wallets and private keys')
    // Follow a link to it from a swapped-in page.
    await page.evaluate((href) => {
      const link = document.createElement('a')
      link.href = href
      link.textContent = 'Odd link'
      document.getElementById('main')!.prepend(link)
    }, `/faq${hash}`)
    await page.getByRole('link', { name: 'Odd link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
    expect(await isSameDocument(page)).toBe(true)
  })

  test(`the reference opens at \`${hash}\``, { tag: '@nightly' }, async ({ page }) => {
    await visit(page, `/api/${hash}`)
    await expect(page.getByLabel('Filter calls')).toBeVisible()
  })
}

for (const [what, value] of everyNth(3, [
  ['invalid JSON', '{"a":'],
  ['null', 'null'],
  ['a list', '[1]'],
  ['of another shape', '{"a":"b"}'],
] as const)) {
  test(`stored values that are ${what} break nothing`, { tag: '@nightly' }, async ({ page }) => {
    await page.addInitScript((damaged) => {
      for (const key of [
        'theme',
        'announcement.id',
        'announcement.dismissed',
        'docs-preferred-version-default',
        'tabs.language',
        'reference.language',
        'search.recent',
      ])
        localStorage.setItem(key, damaged)
      sessionStorage.setItem('scroll', damaged)
    }, value)
    await visit(page, '/api/')
    await expect(page.getByLabel('Filter calls')).toBeVisible()
    await visit(page, '/faq')
    await markDocument(page)
    await navbarLink(page, 'Changelog').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
    expect(await isSameDocument(page)).toBe(true)
  })
}

test('offline, a link in the phone menu closes it, so that error box and Retry are reachable', {
  tag: '@nightly',
}, async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await page.setViewportSize({ width: 375, height: 700 })
  await visit(page, '/faq')
  await page.route('**/_p/changelog.json', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Changelog' }).click()
  const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' })
  await expect(retry).toBeFocused()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0)
  await expect(page).toHaveURL('/changelog')
  await page.unroute('**/_p/changelog.json')
  await retry.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
})

test('following a link in the phone menu moves the focus to the new page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await visit(page, '/faq')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Changelog' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  await expect(page.locator('main')).toBeFocused()
})

test('with reduced motion the color switch starts no transition', { tag: '@nightly' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page, '/concepts/policies/language')
  const running = await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-color-switch]')!.click()
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(running).toBe(0)
  const [ground, text] = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return [backgroundColor, color]
  })
  expect([ground, text]).toEqual(['rgb(15, 18, 22)', 'rgb(232, 229, 221)'])
})

test("a link to another page's section moves the focus there for the next Tab", async ({ page }) => {
  const target = page.locator('main h2').nth(2)
  await page.goto('/concepts/wallets')
  const id = await target.getAttribute('id')
  await page.goto('/faq')
  await page.evaluate((hash) => {
    const link = document.createElement('a')
    link.href = `/concepts/wallets#${hash}`
    link.textContent = 'To the section'
    document.getElementById('main')!.prepend(link)
  }, id)
  await page.getByRole('link', { name: 'To the section' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wallets and private keys')
  await expect.poll(() => focused(page)).toBe(id)
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(300)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)
  expect(
    await page.evaluate((from) => {
      const heading = document.getElementById(from!)!
      return Boolean(
        heading.contains(document.activeElement) ||
          heading.compareDocumentPosition(document.activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING,
      )
    }, id),
  ).toBe(true)
  // The `tabindex` is removed when it loses the focus.
  expect(await page.locator(`[id="${id}"]`).getAttribute('tabindex')).toBeNull()
})

test('an unknown URL shows the not-found page each time, and later pages are indexable again', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 404/)
  const link = page.getByRole('link', { name: 'Nowhere' })
  const addLink = () =>
    page.evaluate(() => {
      const anchor = document.createElement('a')
      anchor.href = '/concepts/nowhere'
      anchor.textContent = 'Nowhere'
      document.getElementById('main')!.prepend(anchor)
    })
  await visit(page, '/faq')
  for (const _ of ['first', 'second', 'third']) {
    await addLink()
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
    await booted(page)
    await navbarLink(page, 'Changelog').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/changelog$/)
  }
})

test('print shows every tab below its label', async ({ page }) => {
  await visit(page, '/markdown-page')
  const panels = page.getByRole('tabpanel', { includeHidden: true })
  const count = await panels.count()
  expect(count).toBeGreaterThan(1)
  expect(await page.locator('[role="tabpanel"]:visible').count()).toBeLessThan(count)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[role="tabpanel"]:visible')).toHaveCount(count)
  await expect(page.locator('.tab-label:visible')).toHaveCount(count)
  for (const list of await page.getByRole('tablist', { includeHidden: true }).all())
    await expect(list).toBeHidden()
})

test('print breaks long tables between rows and code between lines, without cutting any off', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 680, height: 900 })
  await visit(page, '/concepts/policies/language')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.code').first()).toHaveCSS('break-inside', 'auto')
  await expect(page.locator('.code .line').first()).toHaveCSS('break-inside', 'avoid')
  const cut = await page
    .locator('main pre')
    .evaluateAll((boxes) =>
      boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((box) => box.textContent),
    )
  expect(cut).toEqual([])
  await expect(page.locator('table').first()).toHaveCSS('break-inside', 'auto')
  await expect(page.locator('table tr').first()).toHaveCSS('break-inside', 'avoid')
})

for (const route of everyNth(3, [
  '/getting-started/quickstart',
  '/concepts/policies/language',
  '/passkeys/options',
  '/api/',
]))
  test(`print has no controls: ${route}`, { tag: '@nightly' }, async ({ page }) => {
    await visit(page, route)
    const buttons = page.getByRole('button').filter({ visible: true })
    await expect(buttons).not.toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(buttons).toHaveCount(0)
  })

test('an error in one part of the script does not stop the others', async ({ page, watch }) => {
  watch.allow(/part `(?:menus|problemReport)` failed/)
  await page.addInitScript(() => {
    // Only menus and problem reports listen for this on the document.
    const listen = Document.prototype.addEventListener
    Document.prototype.addEventListener = function (...args: Parameters<typeof listen>) {
      if (args[0] === 'pointerdown') throw new Error('a slip')
      return listen.apply(this, args)
    }
  })
  await visit(page, '/faq')
  await markDocument(page)
  await navbarLink(page, 'Changelog').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  expect(await isSameDocument(page)).toBe(true)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
})

for (const first of everyNth(2, [
  '/category/getting-started',
  '/embedded-wallets/overview',
  '/sdks/introduction',
])) {
  test(`following Next from ${first} visits every page of its sidebar`, { tag: '@nightly' }, async ({
    page,
    request,
  }) => {
    await visit(page, first)
    const listed = await page
      .locator('.sidebar a')
      .evaluateAll((links: HTMLAnchorElement[]) => links.map((link) => link.pathname))
    const walked = [first]
    for (let at: string | undefined = first; at; ) {
      const { main }: { main: string } = await (await request.get(`/_p${at}.json`)).json()
      at = /<a href="([^"]+)" rel="next"/.exec(main)?.[1]
      if (at) walked.push(at)
    }
    expect(walked).toEqual(listed)
  })
}

test('forward while the previous page is still loading shows the page of the URL', async ({ page }) => {
  await visit(page, '/concepts/wallets')
  await navbarLink(page, 'Changelog').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  const release = await holdBack(page, '**/_p/concepts/wallets.json')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/concepts/wallets')
  await page.evaluate(() => history.forward())
  await expect(page).toHaveURL('/changelog')
  release()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
})

test.describe('with docs versions', () => {
  test.use({ baseURL: address.fixture })

  test('the menu uses the navbar’s name for the sidebar', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 })
    await visit(page, '/1.0/concepts/wallets')
    await expect(page.locator('[data-sidebar-label]')).toHaveText('Guide')
  })
})

test('the first page that a new browser shows has the brand faces, for code too', async ({ page }) => {
  await page.addInitScript(() => {
    // What Chromium says before it has measured anything.
    Object.defineProperty(navigator, 'connection', { value: { rtt: 100, downlink: 1.5 } })
  })
  await visit(page, '/faq')
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Keywright Text"/)
  await expect(page.locator('main code').first()).toHaveCSS('font-family', /^"Keywright Code"/)
  for (const face of ['Text', 'Code'])
    expect(await page.evaluate((face) => document.fonts.check(`1em "Keywright ${face}"`), face)).toBe(true)
})

test('on a slow line, documents preload and use the fonts as soon as the browser has them', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { rtt: 150 } })
  })
  const preloads = page.locator('head link[rel=preload][as=font]')
  await visit(page, '/faq')
  await expect(preloads).toHaveCount(0)
  // Text that waits for a font isn't painted, and text that changes its font moves.
  await expect(page.locator('body')).not.toHaveCSS('font-family', /Keywright Text"/)
  await page.waitForFunction(() => localStorage.getItem('fonts') !== null)
  await expect(page.locator('main code').first()).toHaveCSS('font-family', /^"Keywright Code"/)
  await expect(page.locator('body')).not.toHaveCSS('font-family', /Keywright Text"/)
  await visit(page, '/concepts/wallets')
  await expect(preloads).toHaveCount(2)
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Keywright Text"/)
  await expect(page.locator('main code').first()).toHaveCSS('font-family', /^"Keywright Code"/)
})

test('controls draw `==` and `<=` as two characters', async ({ page }) => {
  await visit(page, '/faq')
  const ligatures = await page.evaluate(() =>
    ['code', 'input', 'textarea'].map((name) => {
      const control = document.body.appendChild(document.createElement(name))
      const { fontVariantLigatures, fontFeatureSettings } = getComputedStyle(control)
      return `${name}: ${fontVariantLigatures}, ${fontFeatureSettings}`
    }),
  )
  expect(ligatures).toEqual(['code', 'input', 'textarea'].map((name) => `${name}: none, "calt" 0`))
})

for (const path of everyNth(2, ['/', '/getting-started/quickstart']))
  test(`on a phone, Copy fits into the blocks of ${path}`, { tag: '@nightly' }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await visit(page, path)
    const copies = page.locator('.code:not([data-of] + *) > .copy:visible')
    await expect(copies.first()).toBeVisible()
    const outside = await copies.evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const block = button.parentElement!
        const part = block.querySelector('figcaption') ?? block
        const over = button.getBoundingClientRect().bottom - part.getBoundingClientRect().bottom
        return over > 0 ? [`${over} px below ${part.textContent?.slice(0, 40)}`] : []
      }),
    )
    expect(outside).toEqual([])
  })
