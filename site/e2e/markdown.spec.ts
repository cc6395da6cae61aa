/** The page as Markdown: link, copy button and metadata. */
import { expect, test } from './support/test.ts'

test('a link in the page menu opens the Markdown, even without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/concepts/wallets')
  await expect(page.getByRole('button', { name: 'Copy page' })).toBeHidden()
  await page.getByLabel('More for this page').click()
  const link = page.getByRole('link', { name: 'View as Markdown' })
  const answer = await page.request.get((await link.getAttribute('href'))!)
  expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8')
  expect(answer.headers()['x-robots-tag']).toBe('noindex')
  expect(await answer.text()).toContain('# Wallets and private keys')
  await context.close()
})

test('a button copies the page', async ({ page, context, watch }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/concepts/wallets')
  await page.getByRole('button', { name: 'Copy page' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await (await page.request.get('/concepts/wallets.md')).text())

  // Offline, the twin is unavailable, so the page's text is copied.
  watch.allow(/Failed to load resource/)
  await page.route('**/*.md', (route) => route.abort())
  await expect(page.getByRole('button', { name: 'Copy page' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy page' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const shown = await page.evaluate(() => navigator.clipboard.readText())
  expect(shown).toContain('Wallets and private keys')
  expect(shown).toContain('From seed to address')
  expect(shown).not.toMatch(/^Copy$/m)
  expect(shown).toContain(`Source: ${page.url()}`)
})

test('if copying fails, the button refers to the link and focuses it', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    Object.defineProperty(navigator, 'clipboard', { value: { write: refuse, writeText: refuse } })
  })
  await page.goto('/concepts/wallets')
  await page.getByRole('button', { name: 'Copy page' }).click()
  await expect(page.getByRole('button', { name: "Couldn't copy. Use the link instead." })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View as Markdown' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Copy page' })).toBeVisible()
})

test('indexes for machines are served', async ({ request }) => {
  for (const path of ['/llms.txt', '/llms-full.txt', '/.well-known/agent-skills/index.json'])
    expect((await request.get(path)).status(), path).toBe(200)
  const catalog = await request.get('/.well-known/api-catalog')
  expect(catalog.headers()['content-type']).toBe('application/linkset+json')
})
