/** Browsers that lack or block a platform API: features that need it explain the problem, and the rest works. */
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import {
  expect,
  isSameDocument,
  markDocument,
  navbarLink,
  type Page,
  shownTheme,
  test,
  visit,
} from './support/test.ts'

/** Script that removes a member before the page's own scripts run. */
const without = (owner: string, name: string): string =>
  `delete ${owner}.${name}; if ('${name}' in ${owner}) Object.defineProperty(${owner}, '${name}', { value: undefined })`
/** Script that makes access throw, as with a blocking policy or setting. */
const forbidden = (owner: string, name: string): string =>
  `Object.defineProperty(${owner}, '${name}', { get() { throw new DOMException('forbidden', 'SecurityError') } })`

interface Lack {
  readonly what: string
  readonly script: string
  /** Allowed console messages. */
  readonly said?: RegExp
}

const LACKS: readonly Lack[] = [
  { what: 'no workers', script: without('window', 'Worker') },
  {
    what: 'no caches, locks and WebAssembly, as in a locked-down mode',
    script: [
      without('Navigator.prototype', 'locks'),
      without('window', 'caches'),
      without('window', 'WebAssembly'),
    ].join(';'),
  },
  { what: 'no clipboard', script: without('Navigator.prototype', 'clipboard') },
  {
    what: 'storage that is full',
    script: "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
    said: /Browser storage is unavailable/,
  },
  {
    what: 'storage that may not be looked at',
    script: ['localStorage', 'sessionStorage', 'indexedDB']
      .map((name) => forbidden('window', name))
      .join(';'),
    said: /Browser storage is unavailable/,
  },
]

for (const { what, script, said } of everyNth(4, LACKS)) {
  test(`${what}: the page is readable, and navigation, search and reference work`, async ({
    page,
    watch,
  }) => {
    if (said) watch.allow(said)
    await page.addInitScript(script)
    await worksAsEver(page)
  })
}

async function worksAsEver(page: Page): Promise<void> {
  await visit(page, '/faq')
  await page.getByRole('button', { name: 'Switch between light and dark mode' }).click()
  expect(await shownTheme(page)).toBe('dark')
  await markDocument(page)
  await navbarLink(page, 'Changelog').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
  expect(await isSameDocument(page)).toBe(true)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('wallet')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByLabel('More for this page').click()
  await page.getByRole('button', { name: 'Ask a question', exact: true }).click()
  await expect(page.getByRole('combobox')).toBeFocused()

  await page.goto('/api/#create_wallet')
  await page.getByLabel('Filter calls').fill('policy')
  await expect(page.locator('#create_policy')).toBeVisible()
}

test('without workers, a run explains what to do', { tag: '@nightly' }, async ({ page }) => {
  await page.addInitScript(without('window', 'Worker'))
  const words = /^This browser blocks the worker that the sandbox runs in\. Allow workers/
  await visit(page, '/')
  const tour = page.locator('.tour')
  await tour.getByRole('button', { name: 'Run all four' }).click()
  await expect(tour.locator('.tour-status')).toHaveText(words)

  await visit(page, '/getting-started/quickstart')
  const example = page
    .locator('.example[data-example="quickstart/first-signature"]:not([data-region])')
    .first()
  await example.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(example.locator('.example-status')).toContainText('Failed')
  await expect(example.locator('.example-output')).toContainText('This browser blocks the worker')
})
