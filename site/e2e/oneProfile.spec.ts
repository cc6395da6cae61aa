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

interface Presses {
  readonly finished: number
  readonly failures: readonly string[]
}

/** Runs every example of the page in sequence. */
async function pressRuns(page: Page, path: string): Promise<Presses> {
  await visit(page, path)
  const failures: string[] = []
  let finished = 0
  for (const place of await page.locator('.example:has(.run-button)').all()) {
    const status = place.locator('.example-status')
    await place.locator('.run-button').click()
    await expect(status).toHaveText(/^(Finished|Failed|Stopped|Cut off)/, { timeout: RUN_MS })
    if ((await status.innerText()).startsWith('Finished')) finished++
    else failures.push(`${path}: ${await said(place)}`)
  }
  return { finished, failures }
}

const said = async (place: Locator): Promise<string> =>
  `${await place.getAttribute('data-example')}: ${await place.locator('.example-output').innerText()}`

/** Clicks each button of the interactive elements once. The page's watch reports errors. @returns the number of clicks */
async function pressElements(page: Page): Promise<number> {
  let clicks = 0
  const buttons = page.locator('main .element button:visible:enabled')
  for (let at = 0; at < (await buttons.count()); at++) {
    const button = buttons.nth(at)
    if ((await button.getAttribute('aria-disabled')) === 'true') continue
    await button.click()
    clicks++
  }
  return clicks
}

test('the webhooks of one page verify after another page moved its clock', async ({ page }) => {
  test.setTimeout(8 * RUN_MS)
  expect((await pressRuns(page, '/features/sessions')).failures).toEqual([])
  expect((await pressRuns(page, '/features/webhooks')).failures).toEqual([])
})

// The title has no seed: each process of Playwright would draw its own and wouldn't find the test of another.
test('runs in random order finish', { tag: '@nightly' }, async ({ page }) => {
  const seed = Number(process.env.KEYWRIGHT_SEED ?? (takesAll ? Date.now() % 1_000_000 : 29))
  const order = shuffled(pages, randomFrom(seed))
  test.setTimeout((takesAll ? order.length : 20) * 6 * RUN_MS)
  const green = { pages: 0, runs: 0, otherButtons: 0 }
  for (const path of order) {
    // Pages without examples don't count for the sample.
    if (green.pages === SAMPLE && !takesAll) break
    await test.step(path, async () => {
      const { finished, failures } = await pressRuns(page, path)
      expect.soft(failures, `seed ${seed}`).toEqual([])
      green.pages += Math.min(finished, 1)
      green.runs += finished
      green.otherButtons += await pressElements(page)
    })
  }
  console.info(`seed ${seed}: ${green.runs} runs finished, ${green.otherButtons} other buttons clicked`)
  expect(green.runs).toBeGreaterThan(0)
})
