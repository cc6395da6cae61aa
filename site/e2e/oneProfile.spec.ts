/**
 * Clicks the buttons of many pages in one profile and random order, because runs must be independent. `npm test` uses a
 * sample, `npm run nightly -- pages` every page. KEYWRIGHT_SEED repeats an order.
 */
import type { Locator } from '@playwright/test'
import { routes } from './support/routes.ts'
import { expect, type Page, test, visit } from './support/test.ts'

/** Only ends what hangs. */
const RUN_MS = 300_000
const takesAll = process.env.KEYWRIGHT_NIGHTLY !== undefined
const seed = Number(process.env.KEYWRIGHT_SEED ?? (takesAll ? Date.now() % 1_000_000 : 29))
const SAMPLE = 2

/** mulberry32 */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
}

/** Other specs cover the buttons of the reference and the gallery. */
const pages = routes.filter((route) => route !== '/api/' && route !== '/getting-started/examples')

/** Runs every example of the page in sequence. @returns the runs that didn't finish */
async function pressRuns(page: Page, path: string): Promise<string[]> {
  await visit(page, path)
  const failures: string[] = []
  for (const place of await page.locator('.example:has(.run-button)').all()) {
    const status = place.locator('.example-status')
    await place.locator('.run-button').click()
    await expect(status).toHaveText(/^(Finished|Failed|Stopped|Cut off)/, { timeout: RUN_MS })
    if (!(await status.innerText()).startsWith('Finished')) failures.push(`${path}: ${await said(place)}`)
  }
  return failures
}

const said = async (place: Locator): Promise<string> =>
  `${await place.getAttribute('data-example')}: ${await place.locator('.example-output').innerText()}`

/** Clicks each button of the interactive elements once. The page's watch reports errors. */
async function pressElements(page: Page): Promise<void> {
  const buttons = page.locator('main .element button:visible:enabled')
  for (let at = 0; at < (await buttons.count()); at++) {
    const button = buttons.nth(at)
    if ((await button.getAttribute('aria-disabled')) !== 'true') await button.click()
  }
}

test('the webhooks of one page verify after another page moved its clock', async ({ page }) => {
  test.setTimeout(8 * RUN_MS)
  expect(await pressRuns(page, '/features/sessions')).toEqual([])
  expect(await pressRuns(page, '/features/webhooks')).toEqual([])
})

test(`runs in random order finish, with seed ${seed}`, async ({ page }) => {
  const chosen = shuffled(pages, randomFrom(seed)).slice(0, takesAll ? undefined : SAMPLE)
  test.setTimeout(chosen.length * 6 * RUN_MS)
  for (const path of chosen)
    await test.step(path, async () => {
      expect.soft(await pressRuns(page, path), `seed ${seed}`).toEqual([])
      await pressElements(page)
    })
})
