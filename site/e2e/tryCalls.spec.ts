/**
 * In a fresh profile, the first click on "Stamp and send" succeeds. `everyCall.test.ts` sends each call in process. Here,
 * `npm run nightly -- pages` tries every call.
 */
import { callList } from '@keywright/contract'
import { expect, test, visit } from './support/test.ts'

const SAMPLE = ['create_authenticators']
const names = process.env.KEYWRIGHT_NIGHTLY ? callList.map(({ name }) => name) : SAMPLE

for (const name of names)
  test(`${name} succeeds on the first click`, async ({ page }) => {
    await visit(page, `/api/#${name}`)
    const own = page.locator(`section.call#${name}`)
    await own.getByRole('tab', { name: 'Try it' }).click()
    const form = page.getByRole('region', { name: `Try ${name}`, exact: true })
    await form.getByRole('button', { name: 'Stamp and send' }).click()
    await expect(form.locator('.try-outcome .element-verdict .run-mark')).toHaveText(/^200( COMPLETED)?/)
  })
