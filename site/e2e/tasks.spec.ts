/** What a first reader wants to do: ask, and find it with at most one click after the question. */
import type { Page } from '@playwright/test'
import { expect, test, visit } from './support/test.ts'

interface Task {
  /** What the reader types or pastes, in each of the ways that readers do. */
  readonly asked: readonly string[]
  /** Where one click leads. */
  readonly at: RegExp
  /** What stands in the window then, or in the answer before the click. */
  readonly shown: RegExp
}

const TASKS: Readonly<Record<string, Task>> = {
  'require two approvals': {
    asked: ['How do I require two approvals?', 'require two approvals', '2 of 3 approvers'],
    at: /^\/concepts\/policies\//,
    shown: /\.count\(\) >= 2/,
  },
  'sign for the first time': {
    asked: ['How do I sign my first message?', 'first signature', 'quickstart'],
    at: /^\/getting-started\/quickstart/,
    shown: /signRawPayload|sign_raw_payload/,
  },
  'understand an error, pasted whole': {
    asked: [
      'NOT_PERMITTED_BY_POLICY',
      '{"code":7,"message":"no policy evaluated to allow this request","details":[{"errorCode":"NOT_PERMITTED_BY_POLICY"}]}',
      'KeywrightError: no policy evaluated to allow this request (NOT_PERMITTED_BY_POLICY, HTTP 403)\n    at Client.request (file:///app/node_modules/@keywright/client/dist/index.js:412:13)',
    ],
    at: /^\/api-overview\/errors#NOT_PERMITTED_BY_POLICY$/,
    shown: /no policy evaluated to allow this request/,
  },
  'choose a session': {
    asked: ['Which session do I need?', 'compare session types', 'read-only vs read-write session'],
    at: /^\/features\/sessions/,
    shown: /read-only[\s\S]*read-write/i,
  },
  'verify a webhook in Go': {
    asked: ['How do I verify a webhook in Go?', 'verify webhook go', 'webhook golang'],
    at: /^\/sdks\/golang#webhooks$/,
    shown: /verifier\.Verify\(body/,
  },
}

/** The text in the window. */
const textInWindow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, p, li, tr, pre)')]
      .filter((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return one.checkVisibility() && bottom > 0 && top < innerHeight
      })
      .map((one) => one.textContent)
      .join('\n'),
  )

for (const [what, { asked, at, shown }] of Object.entries(TASKS))
  test(`a reader can ${what} one click after the question`, async ({ page }) => {
    for (const question of asked) {
      await visit(page, '/')
      await page.keyboard.press('/')
      const dialog = page.getByRole('dialog', { name: 'Search' })
      await dialog.getByRole('combobox').fill(question)
      await expect(dialog.getByRole('option').first(), question).toBeVisible()
      // An answer comes first, with links to its sources, and moves the results down.
      await expect(dialog.locator('.search-answer')).toHaveAttribute('aria-busy', 'false')
      const links = dialog.locator('.search-answer a, [role=option]')
      const leading = (hrefs: (string | null)[]) => hrefs.slice(0, 3).findIndex((href) => at.test(href ?? ''))
      const hrefs = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      await expect.poll(async () => leading(await hrefs()), { message: question }).toBeGreaterThanOrEqual(0)
      await links.nth(leading(await hrefs())).click()
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => textInWindow(page), { message: question }).toMatch(shown)
    }
  })
