/**
 * Runs examples in the browser's sandbox with their Run buttons. `npm test` runs the first example of every
 * fifth folder, `npm run nightly` all of them. One page runs the examples of several folders in turn, each as a step.
 */
import { readExamples } from '@keywright/examples'
import { everyNth, isNightly } from '../../tools/scripts/lib/tries.ts'
import { expect, type Page, test, visit } from './support/test.ts'

/** Status of a finished run. */
const ENDED = /^(Finished|Failed|Stopped|Cut off)/
/** Only ends what hangs. */
const RUN_MS = 300_000

const folderOf = (id: string): string => id.split('/')[0]!
const inPage = readExamples().filter(({ runsIn }) => runsIn === 'page')
const folders = everyNth(5, [...new Set(inPage.map(({ id }) => folderOf(id)))])
const firstOfFolders = folders.map((folder) => inPage.find(({ id }) => folderOf(id) === folder)!)
const examples = isNightly ? inPage : firstOfFolders
/** Few galleries, because starting a sandbox takes as long as running the examples of one folder. */
const GALLERIES = isNightly ? 4 : 1

for (let gallery = 0; gallery < GALLERIES; gallery++) {
  const here = folders.filter((_, at) => at % GALLERIES === gallery)
  const those = examples.filter(({ id }) => here.includes(folderOf(id)))
  test(`the examples of ${here.join('/, ')}/ finish in the page`, async ({ page }) => {
    test.setTimeout(RUN_MS * (those.length + 1))
    await visit(page, '/getting-started/examples#all')
    for (const { id, title } of those) await test.step(id, () => run(page, id, title))
  })
}

/** Reports a failed run and continues with the next one. */
async function run(page: Page, id: string, title: string): Promise<void> {
  await page.getByRole('button', { name: `Run ${title}`, exact: true }).click()
  const place = page.getByRole('region', { name: `Example: ${title}`, exact: true })
  const status = place.locator('.example-status')
  await expect.soft(status, id).toHaveText(ENDED, { timeout: RUN_MS })
  await expect
    .soft(status, `${id}: ${await place.locator('.example-output').innerText()}`)
    .toHaveText(/^Finished/)
}
