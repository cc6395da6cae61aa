/**
 * In a fresh profile, the first click on "Stamp and send" succeeds. `everyCall.test.ts` sends each call in process. Here,
 * `npm run nightly -- pages` tries every call.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isNightly } from '../../tools/scripts/lib/tries.ts'
import { expect, test, visit } from './support/test.ts'

const SAMPLE = ['create_authenticators']
const names = isNightly ? callsOfBuiltSite() : SAMPLE

for (const name of names)
  test(`${name} succeeds on the first click`, async ({ page }) => {
    await visit(page, `/api/#${name}`)
    const own = page.locator(`section.call#${name}`)
    await own.getByRole('tab', { name: 'Try it' }).click()
    const form = page.getByRole('form', { name: `Try ${name}`, exact: true })
    await form.getByRole('button', { name: 'Stamp and send' }).click()
    await expect(form.locator('.try-outcome .element-verdict .run-mark')).toHaveText(/^200( COMPLETED)?/)
  })

test('the buttons of the form are in sight next to the call, and in one row on a phone', async ({ page }) => {
  const buttons = page.locator('#create_wallet .try > .element-buttons')
  const open = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    await visit(page, '/api/#create_wallet')
    const call = page.locator('#create_wallet')
    // Readers press what they see, so wait until the page has come to the call.
    await expect(async () => expect((await call.boundingBox())!.y).toBeLessThan(200)).toPass()
    // Without the scrolling that Playwright does before a click, and a reader doesn't.
    await call.getByText('Try it').dispatchEvent('click')
    await expect(buttons.getByRole('button', { name: 'Stamp and send' })).toBeVisible()
  }
  await open(1440, 900)
  await expect(buttons).toBeInViewport({ ratio: 1 })
  await open(375, 800)
  expect((await buttons.boundingBox())!.height).toBeLessThanOrEqual(60)
})

/** Read instead of imported, because Playwright would compile the whole contract first. */
function callsOfBuiltSite(): string[] {
  const file = fileURLToPath(new URL('../dist/openapi.json', import.meta.url))
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, { post: { operationId: string } }>
  }
  return Object.values(paths).map(({ post }) => post.operationId)
}
