/** Browsers that lack or forbid a part of the platform: what needs it says so in plain words, and everything else works. */
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

/** In the page, before any script of it: takes a member away. */
const without = (owner: string, name: string): string =>
  `delete ${owner}.${name}; if ('${name}' in ${owner}) Object.defineProperty(${owner}, '${name}', { value: undefined })`
/** What a look at it comes to where a policy or a setting forbids it. */
const forbidden = (owner: string, name: string): string =>
  `Object.defineProperty(${owner}, '${name}', { get() { throw new DOMException('forbidden', 'SecurityError') } })`
const throwing = (method: string): string =>
  `${method} = () => { throw new DOMException('forbidden', 'InvalidStateError') }`

interface Lack {
  readonly what: string
  readonly script: string
  /** What the console may say of it. */
  readonly said?: RegExp
}

const STORAGE_SAID = /Browser storage is unavailable/

const LACKS: readonly Lack[] = [
  { what: 'no workers', script: without('window', 'Worker') },
  { what: 'no CSS object', script: without('window', 'CSS') },
  {
    what: 'service workers that may not be looked at',
    script: forbidden('Navigator.prototype', 'serviceWorker'),
  },
  {
    what: 'no service workers, caches and locks',
    script: [
      without('Navigator.prototype', 'serviceWorker'),
      without('window', 'caches'),
      without('Navigator.prototype', 'locks'),
    ].join(';'),
  },
]

for (const { what, script, said } of LACKS) {
  test(`${what}: the page reads, goes on, and opens search, reference and assistant`, async ({
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

  await page.getByRole('button', { name: 'Ask a question' }).click()
  await expect(page.getByLabel('Your question')).toBeVisible()

  await page.goto('/api/#create_wallet')
  await page.getByLabel('Filter calls').fill('policy')
  await expect(page.locator('#create_policy')).toBeVisible()
}
