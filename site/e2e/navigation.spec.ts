/** In-site navigation. */
import type { Page } from '@playwright/test'
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import {
  booted,
  expect,
  holdBack,
  isSameDocument,
  markDocument,
  navbarLink,
  test,
  visit,
} from './support/test.ts'

test('the head after in-site navigation equals that of a page load, also after back and after a failed page', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const head = () =>
    page.evaluate(() =>
      [...document.head.querySelectorAll('title, meta, link:not([rel=stylesheet], [rel*=preload])')].map(
        ({ outerHTML }) => outerHTML,
      ),
    )
  await visit(page, '/changelog')
  const changelog = await head()
  await visit(page, '/concepts/wallets')
  const wallets = await head()
  await navbarLink(page, 'Changelog').click()
  await expect(page).toHaveTitle(/^Changelog/)
  expect(await head()).toEqual(changelog)
  await page.goBack()
  await expect(page).toHaveTitle(/^Wallets/)
  expect(await head()).toEqual(wallets)

  await page.context().setOffline(true)
  await page.locator('.pager a').last().click()
  await expect(page).toHaveTitle('This page could not be loaded | Keywright')
  expect((await head()).join()).not.toContain('wallets')
  await page.context().setOffline(false)
  await navbarLink(page, 'Changelog').click()
  await expect(page).toHaveTitle(/^Changelog/)
  expect(await head()).toEqual(changelog)
})

test('the new page starts at the top, with the focus on its content, and is announced', async ({ page }) => {
  await visit(page, '/concepts/wallets')
  const next = page.getByRole('navigation', { name: 'Previous and next page' }).getByRole('link').last()
  await next.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await next.click()
  await expect(page).not.toHaveURL('/concepts/wallets')
  await expect(page.locator('main')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await expect(page.locator('#announcer')).toHaveText(heading!)
  await expect(page.locator('#announcer')).toHaveAttribute('role', 'status')
})

test('back during a transition keeps page, URL and scroll position consistent', async ({ page }) => {
  await visit(page, '/concepts/wallets')
  await page.evaluate(() => scrollTo(0, 700))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
  // Delay the swap, as a view transition does.
  await swapAfter(page, 50)
  await page.evaluate(() => {
    addEventListener('popstate', () => (document.documentElement.dataset['went'] = ''), { once: true })
    const push = history.pushState.bind(history)
    history.pushState = (...entry) => {
      push(...entry)
      setTimeout(() => history.back())
    }
  })
  await page.route('**/_p/*.json', async (route) => {
    await route.fulfill({ response: await route.fetch() })
  })
  await navbarLink(page, 'Changelog').dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('data-went', '')
  await expect(page).toHaveURL('/concepts/wallets')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Wallets/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
  // The reader left this page before it arrived, so it was never scrolled.
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('a link within the page scrolls to its section, and back returns', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 800 })
  await visit(page, '/concepts/wallets')
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  const hash = (await link.getAttribute('href'))!
  await link.click()
  await expect(page).toHaveURL(`/concepts/wallets${hash}`)
  await page.goBack()
  await expect(page).toHaveURL('/concepts/wallets')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

for (const { way, follow } of everyNth(2, [
  { way: 'a link within the page', follow: (page: Page) => page.locator('#here').click() },
  { way: 'a reload', follow: reloadFromThere },
  { way: 'a link from another page', follow: followFromElsewhere },
  { way: 'the address itself', follow: (page: Page) => booted(page) },
]))
  test(`a target in another tab, or in closed details within it, becomes visible: by ${way}`, async ({
    page,
  }) => {
    // No page has such a target, so the test adds one.
    await page.route(/\/markdown-page$|\/_p\/markdown-page\.json$/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: withHiddenPlace(await answer.text()) })
    })
    await visit(page, `/markdown-page${way === 'the address itself' ? '#hidden-place' : ''}`)
    await follow(page)
    await expect(page).toHaveURL('/markdown-page#hidden-place')
    await expect(page.locator('#hidden-place')).toBeInViewport()
    const tabs = page.locator('.tabs', { has: page.locator('#hidden-place') }).getByRole('tab')
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  })

/** Adds a target in closed details of a second tab, and a link to it before the text. */
function withHiddenPlace(text: string): string {
  // Fragments contain the HTML as JSON.
  const inText = (html: string) => (text.startsWith('{') ? JSON.stringify(html).slice(1, -1) : html)
  const role = inText(' role="tabpanel"')
  const panel = text.indexOf('>', text.indexOf(role, text.indexOf(role) + 1)) + 1
  const place = inText('<details><summary>More</summary><p id="hidden-place">Here</p></details>')
  const content = inText('<div class="content">')
  const link = inText('<a id="here" href="#hidden-place">There</a>')
  return (text.slice(0, panel) + place + text.slice(panel)).replace(content, () => link + content)
}

async function reloadFromThere(page: Page): Promise<void> {
  await page.locator('#here').click()
  await page.reload()
  await booted(page)
}

async function followFromElsewhere(page: Page): Promise<void> {
  await navbarLink(page, 'Changelog').click()
  await expect(page).toHaveTitle(/^Changelog/)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), {
      id: 'there',
      href: '/markdown-page#hidden-place',
    })
    link.textContent = 'There'
    document.getElementById('main')!.prepend(link)
  })
  await page.locator('#there').click()
}

test('links with a modifier key and links to files are left to the browser', async ({ page, context }) => {
  await visit(page, '/faq')
  await markDocument(page)
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    navbarLink(page, 'Changelog').click({ modifiers: ['ControlOrMeta'] }),
  ])
  await opened.waitForURL('**/changelog')
  expect(new URL(page.url()).pathname).toBe('/faq')
  expect(await isSameDocument(page)).toBe(true)
})

test('the last of overlapping navigations wins', async ({ page }) => {
  await visit(page, '/concepts/wallets')
  const release = await holdBack(page, '**/_p/changelog.json')
  await navbarLink(page, 'Changelog').click()
  await navbarLink(page, 'Quickstart').click()
  await expect(page).toHaveURL('/getting-started/quickstart')
  const late = page.waitForResponse('**/_p/changelog.json')
  release()
  await late
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Quickstart/)
  await expect(page).toHaveURL('/getting-started/quickstart')
})

test.describe('prefetch', () => {
  const fragment = '**/_p/changelog.json'

  test('a link is prefetched on hover', async ({ page }) => {
    await visit(page, '/concepts/wallets')
    const request = page.waitForRequest(fragment)
    await navbarLink(page, 'Changelog').hover()
    await request
    expect(new URL(page.url()).pathname).toBe('/concepts/wallets')
  })

  test('a link is prefetched on focus, and a prefetched page needs no further request', async ({ page }) => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/_p/changelog.json')) asked++
    })
    await visit(page, '/concepts/wallets')
    const answer = page.waitForResponse(fragment)
    await navbarLink(page, 'Changelog').focus()
    await answer
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
    expect(asked).toBe(1)
  })

  test('the next page is prefetched when its link comes into view', async ({ page }) => {
    await visit(page, '/concepts/wallets')
    const next = page.getByRole('navigation', { name: 'Previous and next page' }).getByRole('link').last()
    const request = page.waitForRequest(`**/_p${await next.getAttribute('href')}.json`)
    await next.scrollIntoViewIfNeeded()
    await request
  })
})

/** Delays the next swap by some milliseconds. The document records when it happens. */
async function swapAfter(page: Page, delay: number): Promise<void> {
  await page.evaluate((milliseconds) => {
    document.startViewTransition = ((swap: () => void) => ({
      ready: Promise.resolve(),
      updateCallbackDone: new Promise<void>((done) =>
        setTimeout(() => {
          swap()
          document.documentElement.dataset['swapped'] = ''
          done()
        }, milliseconds),
      ),
    })) as unknown as typeof document.startViewTransition
  }, delay)
}
