/** Examples that run in the reader's browser. */
import type { Locator, Page } from '@playwright/test'
import { findViolationsInBothModes } from './support/axe.ts'
import { expect, test, visit } from './support/test.ts'

const QUICKSTART = '/getting-started/quickstart'
const example = (page: Page, id: string) => page.locator(`.example[data-example="${id}"]:not([data-region])`)
const tour = (page: Page) => page.locator('.tour')
const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true })
const status = (place: Locator) => place.locator('.example-status')
/** Time for a run to end. */
const ENDED = { timeout: 240_000 }

async function runTour(page: Page): Promise<void> {
  await button(tour(page), 'Run all four').click()
  await expect(tour(page).locator('.tour-status')).toHaveText(/^Done: eight signed requests/, ENDED)
}

const colorOf = (page: Page, selector: string, property: string) =>
  page.locator(selector).evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)
const keyColor = (page: Page) => colorOf(page, '.tour-key', 'stroke')

async function edit(page: Page, place: Locator, text: string): Promise<void> {
  await button(place, 'Edit').click()
  const editor = place.getByRole('textbox')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

test('home page: one button runs four steps to a verified signature, shown in green, and moves nothing', async ({
  page,
}) => {
  await visit(page, '/')
  const steps = tour(page).locator('.tour-steps > li')
  await expect(steps).toHaveCount(4)
  const recorded = await steps.first().locator('.tour-value').textContent()
  const words = ['created', 'signed', 'denied', 'signed']
  await expect(steps.locator('.tour-word')).toHaveText(words.map((word) => `${word}recorded`))
  const slots = () =>
    steps.locator('.tour-value').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  const [colorBefore, slotsBefore] = [await keyColor(page), await slots()]
  await expect(tour(page).getByText('verified by your browser')).toBeHidden()
  await runTour(page)
  await expect(tour(page).getByText('verified by your browser')).toBeVisible()
  await expect(steps.locator('.run-mark')).toHaveText(['created', 'verified', 'denied', 'verified'])
  expect(await keyColor(page)).not.toBe(colorBefore)
  expect(await keyColor(page)).toBe(await colorOf(page, '.tour-verified', 'color'))
  expect(await slots()).toEqual(slotsBefore)
  const address = await steps.first().locator('.tour-value').innerText()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(address).not.toBe(recorded)
  await expect(steps.nth(3)).toContainText('Recovers to the wallet’s address.')
})

test('edits survive a reload, which a new build may cause, until they are reset', {
  tag: '@nightly',
}, async ({ page }) => {
  await visit(page, QUICKSTART)
  const place = example(page, 'quickstart/first-signature')
  await edit(page, place, 'console.log("mine")')
  await page.reload()
  await button(place, 'Edit').click()
  await expect(place.getByRole('textbox')).toHaveText('console.log("mine")')
  await button(place, 'Reset').click()
  await button(place, 'Edit').click()
  await expect(place.getByRole('textbox')).toContainText('KeywrightServer')
})

test('the first signature of the quickstart runs by keyboard, explains itself, and is accessible afterwards', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await visit(page, QUICKSTART)
  const place = example(page, 'quickstart/first-signature')
  await button(place, 'Run').focus()
  await page.keyboard.press('Enter')
  await expect(status(place)).toHaveText('Finished: 2 requests, in your browser', ENDED)
  await expect(place.locator('.run-verdict')).toHaveText(/^ Signed by 0x[0-9a-fA-F]{40}$/)
  await expect(button(place, 'Run')).toBeFocused()
  await expect(place.locator('[data-kind="result"] .run-mark')).toHaveText('verified')
  await expect(place.locator('.example-output')).toContainText('verified: true')

  await test.step('a line of output lights the line of code that wrote it', async () => {
    const lit = place.locator('.example-code [data-lit]')
    await place.locator('[data-kind="console"]', { hasText: 'address' }).hover()
    await expect(lit).toHaveText(['console.log("address", address);'])
    await place.getByRole('button', { name: 'create_wallet' }).hover()
    await expect(lit).toHaveText(['const { addresses } = await client.createWallet({'])
    await button(place, 'Run').hover()
    await expect(lit).toHaveCount(0)
  })

  const own = '[data-example="quickstart/first-signature"]:not([data-region])'
  expect(await findViolationsInBothModes(page, own)).toEqual([])

  const details = page
    .getByRole('region', { name: 'Sandbox console' })
    .getByRole('region', { name: 'Details' })
  await test.step('the console opens on the newest request', async () => {
    await page.getByRole('button', { name: 'Console' }).click()
    await expect(details.getByRole('heading', { level: 2 })).toHaveText('sign_raw_payload')
  })
  await test.step('the line of a request opens the console on it', async () => {
    await place.getByRole('button', { name: 'create_wallet' }).click()
    await expect(details.getByRole('heading', { level: 2 })).toHaveText('create_wallet')
  })
  await test.step('Replay as Bob shows another decision', async () => {
    await place.getByRole('button', { name: 'sign_raw_payload' }).click()
    await expect(details).toContainText('ALLOWED: enough root users approved')
    await expect(details).toContainText('"payload": "Hello, Keywright"')
    await details.getByRole('button', { name: 'Replay as Bob' }).click()
    await expect(details).toContainText('DENIED: no policy allows it')
  })
})

test('on a phone, a verdict is in sight next to Run, and an id takes one line', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await visit(page, QUICKSTART)
  const place = example(page, 'quickstart/first-signature')
  const ids = page.locator('.code.generated .line', { hasText: /^wallet/ }).first()
  expect(
    await ids.evaluate(
      (line) => line.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(line).lineHeight),
    ),
  ).toBeLessThan(1.5)
  expect(await ids.textContent()).toMatch(/[\da-f]{8}-[\da-f-]{27}\s*$/)
  await button(place, 'Run').click()
  await expect(place.locator('.run-verdict')).toHaveText(/^ ?Signed by/, ENDED)
  await expect(place.locator('.run-verdict')).toBeInViewport({ ratio: 1 })
  expect(await place.locator('.example-output').evaluate((box) => box.scrollTop)).toBe(0)
})

test('in a low window, the state of a run and its verdict are in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 640 })
  await visit(page, QUICKSTART)
  const place = example(page, 'quickstart/first-signature')
  await expect(status(place)).not.toBeInViewport()
  await button(place, 'Run').click()
  await expect(status(place)).toHaveText(/^(Starting|Running|Finished)/)
  await expect(status(place)).toBeInViewport({ ratio: 1 })
  await expect(place.locator('.run-verdict')).toBeInViewport({ ratio: 1, ...ENDED })
  await expect(place.locator('.example-output')).not.toBeInViewport()
})

test('an example collapses the lines that create the client and limits a long program to 28rem', async ({
  page,
}) => {
  await visit(page, '/sdks/web3/viem')
  const place = example(page, 'web3/viem')
  const box = place.locator('.example-code')
  const line = (text: string) => place.locator('.line', { hasText: text }).first()
  const { height } = (await place.locator('[data-of="client"]').boundingBox())!
  expect(height).toBeCloseTo(33, 0)
  await expect(line('import { KeywrightServer }')).toBeHidden()
  await expect(line('client.createWallet(')).toBeVisible()
  expect((await box.boundingBox())!.height).toBeLessThanOrEqual(28 * 16)
  await place.getByText('19 lines: create the client').click()
  await expect(line('import { KeywrightServer }')).toBeVisible()
  await place.getByText('Show all 61 lines').click()
  expect((await box.boundingBox())!.height).toBeGreaterThan(32 * 20)
  await place.getByText('Show fewer lines').click()
  await expect.poll(async () => (await box.boundingBox())!.height).toBeLessThanOrEqual(28 * 16)
})

test('a run shifts nothing above its output and leaves no empty space below it', async ({ page }) => {
  await visit(page, QUICKSTART)
  const place = example(page, 'quickstart/first-signature')
  const output = place.locator('.example-output')
  const before = (await output.boundingBox())!
  await button(place, 'Run').click()
  await expect(status(place)).toHaveText(/^Finished/, ENDED)
  expect((await output.boundingBox())!.y).toBe(before.y)
  const free = await output.evaluate((list) => {
    const last = list.querySelector('.run-line:last-of-type, .run-line:has(+ .run-end)')!
    return list.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom
  })
  expect(free).toBeLessThan(20)
})

test('an edited example runs as edited, and Reset restores the recorded one', { tag: '@nightly' }, async ({
  page,
}) => {
  await visit(page, QUICKSTART)
  const place = example(page, 'quickstart/first-signature')
  const recorded = await place.locator('.example-output').innerText()
  await edit(page, place, 'const n: number = 6 * 7; console.log("edited", n)')
  await button(place, 'Run').click()
  await expect(status(place)).toHaveText(/^Finished/, ENDED)
  await expect(place.locator('.example-output')).toContainText('edited 42')
  await button(place, 'Reset').click()
  await expect(place.locator('.example-output')).toHaveText(recorded, { useInnerText: true })
  await expect(place.getByRole('textbox')).toHaveCount(0)
})

test('an endless loop is cut off with an explanation', async ({ page }) => {
  await visit(page, QUICKSTART)
  const place = example(page, 'quickstart/first-signature')
  await edit(page, place, 'for (;;) {}')
  await button(place, 'Run').click()
  await expect(status(place)).toHaveText(/^Cut off/, ENDED)
  await expect(place.locator('[data-kind="outcome"]')).toContainText('without a pause')
})

test('the reader can stop a run', async ({ page }) => {
  await visit(page, QUICKSTART)
  const place = example(page, 'quickstart/first-signature')
  await edit(page, place, 'console.log("waiting"); setInterval(() => undefined, 1000)')
  await button(place, 'Run').click()
  await expect(place.locator('.example-output')).toContainText('waiting', ENDED)
  await button(place, 'Stop').click()
  await expect(status(place)).toHaveText(/^Stopped/)
})

test('the gallery filters examples and runs them in place', async ({ page }) => {
  await visit(page, '/getting-started/examples#all')
  await page.getByLabel('Filter examples').fill('recovered address')
  const entries = page.locator('.gallery-entry')
  await expect(entries.first()).toContainText('The first signature')
  await button(entries.first(), 'Run The first signature').click()
  await expect(entries.first().locator('.example-status')).toHaveText(/^Finished/, ENDED)
})

test('no accessibility violation after the tour, in either color mode', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await visit(page, '/')
  await runTour(page)
  expect(await findViolationsInBothModes(page)).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('source and recorded result are readable, without buttons', async ({ page }) => {
    await page.goto(QUICKSTART)
    const place = example(page, 'quickstart/first-signature')
    await expect(place.locator('.example-code')).toContainText('client.signRawPayload')
    await expect(place.locator('.example-output')).toContainText('verified: true')
    await expect(button(place, 'Run')).toBeHidden()
  })
})
