/**
 * Every example that a page may run is run in a browser's sandbox, by the button that a reader presses: those of one folder
 * after each other on one page, as a reader of the gallery does it, each a step of its own.
 */
import { readExamples } from '@keywright/examples'
import { expect, type Page, test, visit } from './support/test.ts'

/** Once the run is over, however it ended. */
const ENDED = /^(Finished|Failed|Stopped|Cut off)/
const RUN_MS = 50_000

const examples = readExamples().filter(({ runsIn }) => runsIn === 'page')
const folderOf = (id: string): string => id.split('/')[0]!

for (const folder of new Set(examples.map(({ id }) => folderOf(id)))) {
  const those = examples.filter(({ id }) => folderOf(id) === folder)
  test(`the examples of ${folder}/ finish in the page`, async ({ page }) => {
    test.setTimeout(RUN_MS * (those.length + 1))
    await visit(page, '/getting-started/examples#all')
    for (const { id, title } of those) await test.step(id, () => run(page, id, title))
  })
}

/** A run that goes wrong is reported, and the next one begins. */
async function run(page: Page, id: string, title: string): Promise<void> {
  await page.getByRole('button', { name: `Run ${title}`, exact: true }).click()
  const place = page.getByRole('region', { name: `Example: ${title}` })
  const status = place.locator('.example-status')
  await expect.soft(status, id).toHaveText(ENDED, { timeout: RUN_MS })
  await expect
    .soft(status, `${id}: ${await place.locator('.example-output').innerText()}`)
    .toHaveText(/^Finished/)
}
