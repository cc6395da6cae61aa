/** The API reference at `/api/`: rendered from one static description file. */
import type { Page } from '@playwright/test'
import { booted, expect, isSameDocument, markDocument, test, visit } from './support/test.ts'

const filter = (page: Page) => page.getByLabel('Filter calls')
const call = (page: Page, name: string) => page.locator(`section.call#${name}`)
const toggle = (page: Page, name: string) =>
  call(page, name).getByRole('button', { name: new RegExp(`^${name}\\b`) })

async function openReference(page: Page, hash = ''): Promise<void> {
  await visit(page, `/api/${hash}`)
  await filter(page).waitFor()
}

test('loads the static description file, once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/openapi.json')) asked.push(request.method())
  })
  await openReference(page)
  expect(asked).toEqual(['GET'])
})

test('says that it is loading, with the outline of all calls to read meanwhile', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/openapi.json', async (route) => {
    await held
    await route.continue()
  })
  await visit(page, '/api/')
  await expect(page.getByText('Loading the API description…')).toBeVisible()
  await expect(page.locator('h3#create_wallet')).toBeVisible()
  release()
  await filter(page).waitFor()
  await expect(page.getByText('Loading the API description…')).toHaveCount(0)
})

test('a failed load: error text and Retry, with the outline still there', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 503, body: '' }))
  await visit(page, '/api/')
  const box = page.getByRole('alert')
  await expect(box).toContainText('The API description could not be loaded')
  await expect(box).toContainText('/openapi.json answered 503')
  await expect(page.locator('h3#create_wallet')).toBeVisible()
  await page.unroute('**/openapi.json')
  await box.getByRole('button', { name: 'Retry' }).click()
  await filter(page).waitFor()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('shows every call of the description, grouped', async ({ page, request }) => {
  await openReference(page)
  const { paths } = (await (await request.get('/openapi.json')).json()) as { paths: object }
  await expect(page.locator('section.call')).toHaveCount(Object.keys(paths).length)
  const groups = await page.locator('#reference h2').allTextContents()
  expect(groups.length).toBeGreaterThan(5)
})

test('the filter finds calls by name, field and activity type', async ({ page }) => {
  await openReference(page)
  for (const [query, name] of [
    ['createWallet', 'create_wallet'],
    ['mnemonicLength', 'create_wallet'],
    ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', 'sign_raw_payload'],
    ['list users', 'list_users'],
  ] as const) {
    await filter(page).fill(query)
    await expect(toggle(page, name)).toBeVisible()
    const shown = await page.locator('section.call').count()
    await expect(page.locator('#reference').getByRole('status')).toHaveText(
      new RegExp(`^${shown} of \\d+ calls$`),
    )
    expect(shown).toBeLessThan(40)
  }
  await filter(page).fill('no such call')
  await expect(page.locator('#reference').getByRole('status')).toHaveText(/^0 of/)
})

test('a call opens and closes by mouse and by keyboard', async ({ page }) => {
  await openReference(page)
  await toggle(page, 'create_wallet').click()
  await expect(toggle(page, 'create_wallet')).toHaveAttribute('aria-expanded', 'true')
  await expect(call(page, 'create_wallet')).toContainText('POST /public/v1/submit/create_wallet')
  await toggle(page, 'create_wallet').press('Enter')
  await expect(toggle(page, 'create_wallet')).toHaveAttribute('aria-expanded', 'false')
})

test('a deep link opens its call and brings it into view', async ({ page }) => {
  await openReference(page, '#sign_transaction')
  await expect(toggle(page, 'sign_transaction')).toHaveAttribute('aria-expanded', 'true')
  await expect(toggle(page, 'sign_transaction')).toBeInViewport()
})

test('a link to a call from another page opens it in place', async ({ page }) => {
  await visit(page, '/markdown-page')
  await markDocument(page)
  await page.getByRole('main').getByRole('link', { name: 'link to a call' }).click()
  await expect(page).toHaveURL('/api/#create_wallet')
  await expect(toggle(page, 'create_wallet')).toHaveAttribute('aria-expanded', 'true')
  await expect(toggle(page, 'create_wallet')).toBeInViewport()
  expect(await isSameDocument(page)).toBe(true)
})

test('request fields state type, need, limits and default, and unfold', async ({ page }) => {
  await openReference(page, '#create_wallet')
  const fields = call(page, 'create_wallet').getByRole('list', { name: 'Request fields' })
  const length = fields
    .getByRole('listitem')
    .filter({ has: page.locator('> .field-head', { hasText: 'mnemonicLength' }) })
  await expect(length).toContainText('optional')
  await expect(length).toContainText('one of 12, 15, 18, 21, 24')
  await expect(length).toContainText('Left out: 12.')
  const accounts = fields
    .getByRole('listitem')
    .filter({ has: page.locator('> .field-head', { hasText: 'accounts' }) })
  await expect(accounts.first()).toContainText('required')
  await accounts.locator('summary').first().click()
  await expect(accounts.first()).toContainText('pathFormat')
})

test('older activity type versions can be chosen', async ({ page }) => {
  await openReference(page, '#create_sub_organization')
  const own = call(page, 'create_sub_organization')
  const versions = own.getByRole('combobox', { name: 'Activity type' })
  await expect(versions).toHaveValue(/_V\d$/)
  await expect(own.getByRole('list', { name: 'Request fields' })).toContainText('disableOtpEmailAuth')
  await versions.selectOption('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION')
  await expect(own.getByRole('list', { name: 'Request fields' })).not.toContainText('disableOtpEmailAuth')
})

test('examples in JSON, curl and TypeScript, the choice remembered', async ({ page }) => {
  await openReference(page, '#create_wallet')
  const own = call(page, 'create_wallet')
  await expect(own.getByRole('tab')).toHaveText(['JSON', 'curl', 'TypeScript'])
  const request = own.getByRole('tabpanel')
  expect(JSON.parse((await request.locator('code').textContent()) ?? '')).toMatchObject({
    parameters: { walletName: expect.any(String) },
  })
  await own.getByRole('tab', { name: 'curl' }).click()
  await expect(request).toContainText('curl')
  await own.getByRole('tab', { name: 'curl' }).press('ArrowRight')
  await expect(own.getByRole('tab', { name: 'TypeScript' })).toBeFocused()
  await expect(request).toContainText('stampBody')
  await page.reload()
  await booted(page)
  await expect(own.getByRole('tab', { name: 'TypeScript' })).toHaveAttribute('aria-selected', 'true')
})

test('examples are copied whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openReference(page, '#create_wallet')
  const panel = call(page, 'create_wallet').getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Copy' }).click()
  await expect(panel.getByRole('button')).toHaveText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(copied)).toMatchObject({ type: 'ACTIVITY_TYPE_CREATE_WALLET' })
})

test('lists the errors that a call can raise', async ({ page }) => {
  await openReference(page, '#create_wallet')
  const errors = call(page, 'create_wallet').getByRole('region', { name: 'Errors' }).getByRole('row')
  expect(await errors.count()).toBeGreaterThan(1)
})

test('the description file can be downloaded', async ({ page }) => {
  await openReference(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'API description file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('openapi.json')
})

test('leaving the reference and coming back works without a page load', async ({ page }) => {
  await openReference(page)
  await markDocument(page)
  await page.getByRole('banner').getByRole('link', { name: 'Changelog' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  await page.goBack()
  await filter(page).waitFor()
  expect(await isSameDocument(page)).toBe(true)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an outline of all calls with their summaries can be read and linked', async ({ page, request }) => {
    await page.goto('/api/#create_wallet')
    const { paths } = (await (await request.get('/openapi.json')).json()) as {
      paths: Record<string, { post: { operationId: string } }>
    }
    const headings = await page
      .locator('#reference h3')
      .evaluateAll((elements) => elements.map(({ id }) => id))
    expect(headings.toSorted()).toEqual(
      Object.values(paths)
        .map(({ post }) => post.operationId)
        .toSorted(),
    )
    await expect(page.locator('h3#create_wallet')).toBeInViewport()
  })
})
