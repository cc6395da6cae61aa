/** The assistant on the built site: nothing before the click, an answer with its source, an example that runs. */
import { findViolations } from './support/axe.ts'
import { expect, test, visit } from './support/test.ts'

const MOST_BYTES = 150_000

test('answers from the pages, leads there, and runs what it cites', async ({ page }) => {
  const loaded: { url: string; bytes: Promise<number> }[] = []
  page.on('requestfinished', (request) => {
    const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize)
    loaded.push({ url: request.url(), bytes })
  })
  await visit(page, '/concepts/policies/overview')
  const before = loaded.length
  expect(loaded.filter(({ url }) => /assistant|\/search\//.test(url))).toEqual([])

  await page.getByRole('button', { name: 'Ask a question' }).click()
  const panel = page.getByRole('region', { name: 'Ask the documentation' })
  await panel.getByLabel('Your question').fill('How long does a read-only session last?')
  await panel.getByLabel('Your question').press('Enter')
  await expect(panel.locator('blockquote').first()).toContainText('hour')
  // The page's own fonts come when it has nothing else to do, which may be now.
  const fetched = loaded.slice(before).filter(({ url }) => !url.endsWith('.woff2'))
  const sizes = await Promise.all(fetched.map(({ bytes }) => bytes))
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(MOST_BYTES)

  await panel.getByRole('button', { name: 'Run an example of what is cited' }).click()
  await expect(panel.getByRole('button', { name: 'Run A read-only session' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await panel.locator('figcaption a').first().click()
  await expect(page).toHaveURL(/\/(features\/sessions|getting-started\/resource-limits)/)
  await expect(panel.locator('blockquote').first()).toBeVisible()

  await panel.getByLabel('Your question').fill('Do you support Monero?')
  await panel.getByLabel('Your question').press('Enter')
  await expect(panel.getByText(/I do not know/)).toBeVisible()

  // Near, and no answer: the words come before what is quoted.
  await panel.getByLabel('Your question').fill('SAML single sign-on for our administrators')
  await panel.getByLabel('Your question').press('Enter')
  const unsure = panel.locator('.assistant-answer[data-sure="false"]').last()
  await expect(unsure.locator('p').first()).toContainText('I am not sure that the pages answer this')
  await expect(unsure.locator('blockquote').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})
