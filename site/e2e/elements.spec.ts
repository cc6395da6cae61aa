/** Tries every interactive element once in a browser at phone width, on the demo page `/markdown-page`. */
import type { Locator } from '@playwright/test'
import { findViolationsInBothModes } from './support/axe.ts'
import { expect, test, visit } from './support/test.ts'

type Try = (element: Locator) => Promise<void>

/** Presses a button by keyboard and waits for text. */
const pressing =
  (button: string, words: string | RegExp): Try =>
  async (element) => {
    await element.getByRole('button', { name: button, exact: true }).press('Enter')
    await expect(element).toContainText(words)
  }

const TRIES: Readonly<Record<string, Try>> = {
  'Try a passkey': pressing('Create a passkey', 'The engine verified the attestation'),
  'Address explorer': pressing('Generate a random phrase', /0x[0-9a-fA-F]{40}/),
}

test('each works, fits a phone and is accessible in both color modes', async ({ page, watch }) => {
  // All in one visit, because separate pages would take longer than the tests themselves.
  test.slow()
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await visit(page, '/markdown-page')
  for (const [title, tryIt] of Object.entries(TRIES)) {
    await test.step(title, async () => {
      await page
        .locator('.element-place')
        .filter({ has: page.getByText(title, { exact: true }) })
        .scrollIntoViewIfNeeded()
      await tryIt(page.getByRole('region', { name: title, exact: true }))
    })
  }
  expect.soft(await findViolationsInBothModes(page, '.element-place'), 'accessibility').toEqual([])
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('.element-body')]
      .filter((body) => body.scrollWidth > body.clientWidth)
      .map((body) => body.previousElementSibling!.textContent),
  )
  expect.soft(wide, 'elements that scroll sideways').toEqual([])
  expect.soft(watch.complaints(), 'complaints').toEqual([])
})
