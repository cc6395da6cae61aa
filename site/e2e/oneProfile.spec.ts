/** Runs of several pages in one profile are independent. `examples.spec.ts` runs every example in one profile. */
import { expect, type Page, test, visit } from './support/test.ts'

/** Only ends what hangs. */
const RUN_MS = 300_000

/** Runs every example of the page in sequence. */
async function pressRuns(page: Page, path: string): Promise<string[]> {
  await visit(page, path)
  const failures: string[] = []
  for (const place of await page.locator('.example:has(.run-button)').all()) {
    const status = place.locator('.example-status')
    await place.locator('.run-button').click()
    await expect(status).toHaveText(/^(Finished|Failed|Stopped|Cut off)/, { timeout: RUN_MS })
    if (!(await status.innerText()).startsWith('Finished'))
      failures.push(`${path}: ${await place.locator('.example-output').innerText()}`)
  }
  return failures
}

test('the webhooks of one page verify after another page moved its clock', async ({ page }) => {
  test.setTimeout(8 * RUN_MS)
  expect(await pressRuns(page, '/features/sessions')).toEqual([])
  expect(await pressRuns(page, '/features/webhooks')).toEqual([])
})
