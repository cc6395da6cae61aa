/** Every example that a page may run is run in a browser's sandbox, by the button that a reader presses. */
import { readExamples } from '@keywright/examples'
import { expect, test, visit } from './support/test.ts'

/** Once the run is over, however it ended. */
const ENDED = /^(Finished|Failed|Stopped|Cut off)/

for (const { id, title, runsIn } of readExamples()) {
  if (runsIn !== 'page') continue
  test(`${id} finishes in the page`, async ({ page }) => {
    await visit(page, '/getting-started/examples')
    await page.getByRole('button', { name: `Run ${title}`, exact: true }).click()
    const place = page.getByRole('region', { name: `Example: ${title}` })
    const status = place.locator('.example-status')
    await expect(status).toHaveText(ENDED, { timeout: 50_000 })
    await expect(status, await place.locator('.example-output').innerText()).toHaveText(/^Finished/)
  })
}
