/**
 * Every example that a page may run is run in a browser's sandbox, by the button that a reader presses: those of some
 * folders after each other on one page, as a reader of the gallery does it, each a step of its own.
 */
import { readExamples } from '@keywright/examples'
import { expect, type Page, test, visit } from './support/test.ts'

/** Once the run is over, however it ended. */
const ENDED = /^(Finished|Failed|Stopped|Cut off)/
const RUN_MS = 50_000

const examples = readExamples().filter(({ runsIn }) => runsIn === 'page')
const folderOf = (id: string): string => id.split('/')[0]!
const folders = [...new Set(examples.map(({ id }) => folderOf(id)))]
/** A gallery of its own for each folder, with a sandbox that starts, took as long as its examples. */
const GALLERIES = 4

for (let gallery = 0; gallery < GALLERIES; gallery++) {
  const here = folders.filter((_, at) => at % GALLERIES === gallery)
  const those = examples.filter(({ id }) => here.includes(folderOf(id)))
  test(`the examples of ${here.join('/, ')}/ finish in the page`, async ({ page }) => {
    test.setTimeout(RUN_MS * (those.length + 1))
    await visit(page, '/getting-started/examples#all')
    for (const { id, title } of those) await test.step(id, () => run(page, id, title))
  })
}

/** A run that goes wrong is reported, and the next one begins. */
async function run(page: Page, id: string, title: string): Promise<void> {
  await page.getByRole('button', { name: `Run ${title}`, exact: true }).click()
  const place = page.getByRole('region', { name: `Example: ${title}`, exact: true })
  const status = place.locator('.example-status')
  await expect.soft(status, id).toHaveText(ENDED, { timeout: RUN_MS })
  await expect
    .soft(status, `${id}: ${await place.locator('.example-output').innerText()}`)
    .toHaveText(/^Finished/)
}
