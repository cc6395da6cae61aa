/** The policy playground. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import { findViolationsInBothModes } from './support/axe.ts'
import { expect, test, visit } from './support/test.ts'

const PLACES = [
  '/playground',
  '/concepts/policies/overview',
  '/concepts/policies/quickstart',
  '/concepts/policies/language',
  '/concepts/policies/examples',
  '/concepts/policies/contract-calls',
  '/features/delegated-access',
  '/signing-automation/overview',
]

async function openPlayground(page: Page, path = '/concepts/policies/quickstart') {
  await visit(page, path)
  const place = page.locator('.playground-place')
  await place.scrollIntoViewIfNeeded()
  const playground = page.getByRole('region', { name: 'Policy playground' })
  await playground.waitFor()
  return playground
}

/** Fields that are smaller than their text. */
const clipped = (playground: Locator): Promise<string[]> =>
  playground
    .locator('input:not([type=range], [type=radio]), textarea')
    .evaluateAll((fields) =>
      (fields as (HTMLInputElement | HTMLTextAreaElement)[])
        .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
        .map(({ value }) => value),
    )

for (const path of everyNth(PLACES.length, PLACES)) {
  test(`decides on ${path}`, async ({ page }) => {
    const playground = await openPlayground(page, path)
    await expect(playground.locator('.playground-band')).toBeVisible()
  })
}

test('by keyboard: a broken policy, what gets through, its example', async ({ page }) => {
  const playground = await openPlayground(page)
  await expect(playground.locator('.playground-band')).toContainText('ALLOWED')
  const condition = playground.getByRole('textbox', { name: 'Condition' }).first()
  const before = await condition.inputValue()
  await condition.fill('eth.tx.color == 1')
  await expect(playground.getByText('no field `color`')).toBeVisible()
  await condition.fill(before)
  await page.keyboard.press('Escape')
  await playground.getByRole('tab', { name: 'Policies' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(playground.getByText('SIGN_TRANSACTION (eth.tx, by wallet)').first()).toBeVisible()
  await playground
    .getByRole('button', { name: /^Show an example/ })
    .first()
    .press('Enter')
  await expect(playground.locator('.playground-band')).toContainText('ALLOWED')
})

test('reads a pasted transaction', { tag: '@nightly' }, async ({ page }) => {
  const playground = await openPlayground(page)
  await playground.getByRole('tab', { name: 'Request' }).click()
  await playground.getByText('Paste an unsigned transaction').click()
  await playground
    .getByLabel('Unsigned transaction')
    .fill(
      '02f283aa36a780843b9aca008504a817c800825208946fac4d18c912343bf86fa7049364dd4e424ab9c0872386f26fc1000080c0',
    )
  await playground.getByRole('button', { name: 'Read the transaction' }).click()
  await expect(playground.getByText('✓ The fields below')).toBeVisible()
  await expect(playground.locator('.playground-band')).toContainText('ALLOWED')
})

test('a slider changes the decision, and Share downloads an image of it', async ({ page }) => {
  const playground = await openPlayground(page)
  await playground.getByRole('slider', { name: 'eth.tx.value' }).press('End')
  await expect(playground.locator('.playground-band')).toContainText('CONSENSUS_NEEDED')
  await playground.getByRole('button', { name: 'Share' }).click()
  await expect(playground.getByRole('img', { name: /^CONSENSUS_NEEDED/ })).toBeVisible()
  const link = playground.getByRole('textbox', { name: /^Link to this playground/ })
  await expect(link).toBeFocused()
  await expect(link).toHaveValue(/^http.*#/)
  const download = page.waitForEvent('download')
  await playground.getByRole('link', { name: 'Download the image' }).click()
  const image = await readFile(await (await download).path())
  // Width and height (PNG, §11.2.2). An empty image would be a tenth of the size.
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630])
  expect(image.length).toBeGreaterThan(20_000)
})

test('on a phone: the verdict, the policies, the amounts, then how it was decided', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const playground = await openPlayground(page, '/playground')
  await expect(page.getByText('Policy playground', { exact: true })).toHaveCount(1)
  const parts = ['.playground-band', '.playground-parts', '.playground-amount', '.playground-trace']
  const tops = []
  for (const part of parts) tops.push((await playground.locator(part).first().boundingBox())!.y)
  expect(tops).toEqual([...tops].sort((a, b) => a - b))
  await playground.getByText('Clause by clause').click()
  await expect(playground.getByRole('list', { name: 'Evaluation' })).toContainText(
    '0.01 ether, limit 0.1 ether',
  )
  await expect(playground).not.toContainText('OUTCOME_')
})

test('no violation at phone width in either color mode', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 375, height: 800 })
  const playground = await openPlayground(page, '/playground')
  await playground.getByRole('button', { name: 'Share' }).click()
  for (const name of everyNth(2, ['Policies', 'What gets through', 'Request', 'Tests'])) {
    await playground.getByRole('tab', { name }).click()
    expect(await findViolationsInBothModes(page, '.playground'), name).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, name).toBeLessThanOrEqual(0)
  }
})

test('the decision comes first and names the policy, next to the policies on wide screens', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const playground = await openPlayground(page)
  const band = playground.locator('.playground-band')
  await expect(band).toHaveText(/ALLOWED by Payouts pays the supplier/)
  expect((await band.boundingBox())!.height).toBeGreaterThanOrEqual(56)
  const parts = (await playground.locator('.playground-parts').boundingBox())!
  expect((await band.boundingBox())!.x).toBeGreaterThan(parts.x + parts.width)
  await playground.getByRole('radiogroup', { name: 'Effect' }).first().getByText('Deny').click()
  await expect(band).toContainText('DENIED')
  const clause = playground.getByRole('list', { name: 'Evaluation' }).locator('ul ul > li').first()
  const [mark, words] = [clause.locator('> [data-role]'), clause.locator('> span').nth(1)]
  expect((await words.boundingBox())!.y - (await mark.boundingBox())!.y, 'mark and clause').toBeLessThan(4)
  expect(await clipped(playground), 'at 1440 px').toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await clipped(playground), 'at 375 px').toEqual([])
  expect((await band.boundingBox())!.y).toBeLessThan(
    (await playground.locator('.playground-parts').boundingBox())!.y,
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})
