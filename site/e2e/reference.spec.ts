/** The API reference at `/api/`: rendered from one static description file. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import { recordShifts, shiftsOf } from './support/layoutShifts.ts'
import { booted, expect, holdBack, isSameDocument, markDocument, test, visit } from './support/test.ts'

const filter = (page: Page) => page.getByLabel('Filter calls')
const list = (page: Page) => page.getByRole('navigation', { name: 'Calls' })
const entry = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true })
const call = (page: Page, name: string) => page.locator(`section.call#${name}`)
const languages = (own: ReturnType<typeof call>) => own.getByRole('tablist', { name: /^Request of/ })
const example = (own: ReturnType<typeof call>) => own.locator('.call-examples').getByRole('tabpanel')
const title = (page: Page, name: string) => call(page, name).getByRole('heading', { level: 3 })
/** Number of calls in the description file. */
async function callCount(page: Page): Promise<number> {
  const { paths } = (await (await page.request.get('/openapi.json')).json()) as { paths: object }
  return Object.keys(paths).length
}
const shownCalls = (page: Page) => page.locator('section.call:visible')

async function openReference(page: Page, hash = ''): Promise<void> {
  await visit(page, `/api/${hash}`)
  await filter(page).waitFor()
}

/** Waits for the description, after which the filter covers every field and its results are stable. */
async function openWithDescription(page: Page): Promise<void> {
  await openReference(page, '#whoami')
  await expect(call(page, 'whoami').getByRole('heading', { name: 'Errors' })).toBeVisible()
}

test('fetches the description once, without anything that the reader does, and offers it as a download', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.json') && !pathname.startsWith('/_p/')) asked.push(pathname)
  })
  await openReference(page)
  await expect(title(page, 'whoami')).toBeVisible()
  await expect.poll(() => asked).toEqual(['/openapi.json'])
  await filter(page).fill('mnemonicLength')
  await expect(entry(page, 'create_wallet')).toBeVisible()
  const first = call(page, 'create_sub_organization')
  await expect(first.getByRole('heading', { name: 'Errors' })).toBeVisible()
  expect(asked).toEqual(['/openapi.json'])
  // The description adds the shared schemas.
  await filter(page).fill('')
  await expect(page.locator('#reference h2').last()).toHaveText('Activity types without a call')
  expect(await page.locator('#reference h2').count()).toBeGreaterThan(5)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'API description file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('openapi.json')
  const { paths } = JSON.parse(readFileSync(await download.path(), 'utf8')) as { paths: object }
  await expect(page.locator('section.call')).toHaveCount(Object.keys(paths).length)
})

test('opening a call shows its fields, and loads everything about the visible calls', async ({ page }) => {
  const release = await holdBack(page, '**/openapi.json')
  await openReference(page)
  const own = call(page, 'get_organization_configs')
  await own.locator('summary', { hasText: 'Fields and errors of get_organization_configs' }).press('Enter')
  await expect(own.getByText('configs', { exact: true })).toBeVisible()
  release()
  // In view, it stays as the reader opened it.
  await page.evaluate(() => scrollTo(0, 20_000))
  await expect(own.getByRole('heading', { name: 'Errors' })).toBeAttached()
})

test('the filter works before the rest of the reference has loaded', async ({ page, watch }) => {
  watch.allow(/preload/)
  const rest = await holdBack(page, /assets\/reference-.*js$/)
  await openReference(page)
  await filter(page).fill('THRESHOLD_TOO_HIGH')
  await expect(entry(page, 'update_root_quorum')).toBeVisible()
  await expect(entry(page, 'whoami')).toBeHidden()
  const listed = await list(page).getByRole('link').count()
  await expect(list(page).getByRole('status')).toHaveText(`${listed} of ${await callCount(page)} calls`)
  await expect(shownCalls(page)).toHaveCount(listed)
  await filter(page).press('ArrowDown')
  await expect(list(page).getByRole('link').first()).toBeFocused()
  rest()
  const first = page.locator('section.call:visible').first()
  await expect(first.getByRole('heading', { name: 'Errors' })).toBeVisible()
  await expect(filter(page)).toHaveValue('THRESHOLD_TOO_HIGH')
  await expect(list(page).getByRole('link').first()).toBeFocused()
})

test('text typed before any script has loaded is kept and filters', async ({ page }) => {
  const scripts = await holdBack(page, /assets\/.*\.js$/)
  await page.goto('/api/', { waitUntil: 'commit' })
  await filter(page).pressSequentially('whoami')
  await expect(shownCalls(page)).toHaveCount(await callCount(page))
  scripts()
  await expect(shownCalls(page)).toHaveCount(1)
  await expect(filter(page)).toHaveValue('whoami')
  await expect(filter(page)).toBeFocused()
})

test('the first call is complete in the HTML, and nothing moves when the rest arrives', async ({ page }) => {
  const [width, height] = [375, 812]
  await page.setViewportSize({ width, height })
  await page.addInitScript(recordShifts)
  const release = await holdBack(page, '**/openapi.json')
  await visit(page, '/api/')
  const first = call(page, 'whoami')
  await expect(first.getByRole('heading', { name: 'Errors' })).toBeAttached()
  await expect(first.getByText('"organizationName": "Example treasury"')).toBeAttached()
  const scroll = async (...steps: readonly number[]) => {
    for (const step of steps) {
      await page.mouse.wheel(0, step)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
    }
  }
  await page.mouse.move(width / 2, height / 2)
  await scroll(...Array.from({ length: 10 }, (_, at) => [120, 400, 900, -300][at % 4]!))
  release()
  await expect(page.locator('#errors-of-every-call ~ .error-list').first()).toBeAttached()
  await scroll(...Array.from({ length: 40 }, (_, at) => [120, 400, 900, -300][at % 4]!))
  await scroll(...Array.from({ length: 30 }, () => -500))
  for (const place of [0.5, 0.4, 0.9, 0.2, 0]) {
    await page.evaluate((to) => scrollTo(0, to * document.documentElement.scrollHeight), place)
    await scroll(300, -500)
  }
  const shifts = await shiftsOf(page)
  const sum = shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0)
  expect(sum, shifts.join('\n')).toBeLessThanOrEqual(0.02)
})

test('the list is one tab stop with keyboard support, and its filter finds calls by name, field, activity type and error', async ({
  page,
}) => {
  await openWithDescription(page)
  await filter(page).focus()
  await page.keyboard.type('wallet_account')
  await expect(list(page).getByRole('link')).not.toHaveCount(await callCount(page))
  await page.keyboard.press('ArrowDown')
  await expect(list(page).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(list(page).getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(list(page).getByRole('link').last()).toBeFocused()
  const name = (await list(page).getByRole('link').last().textContent())!
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/api/#${name}`)
  await expect(title(page, name)).toBeInViewport()
  await entry(page, name).focus()
  await page.keyboard.press('Escape')
  await expect(filter(page)).toBeFocused()
  expect(await list(page).locator('a[tabindex="0"]').count()).toBe(1)
  for (const [query, name] of [
    ['createWallet', 'create_wallet'],
    ['mnemonicLength', 'create_wallet'],
    ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', 'sign_raw_payload'],
    ['list users', 'list_users'],
    ['THRESHOLD_TOO_HIGH', 'update_root_quorum'],
  ] as const) {
    await filter(page).fill(query)
    await expect(entry(page, name)).toBeVisible()
    await expect(title(page, name)).toBeVisible()
    const listed = await list(page).getByRole('link').count()
    await expect(list(page).getByRole('status')).toHaveText(new RegExp(`^${listed} of \\d+ calls$`))
    await expect(shownCalls(page)).toHaveCount(listed)
    expect(listed).toBeLessThan(40)
  }
  await filter(page).fill('no such call')
  await expect(list(page).getByRole('status')).toHaveText(/^0 of/)
  await expect(shownCalls(page)).toHaveCount(0)
  await filter(page).press('Escape')
  await expect(list(page).getByRole('status')).toHaveText(/^(\d+) of \1 calls$/)
  // A link or "back" shows a call that the filter hides.
  await entry(page, 'whoami').click()
  await filter(page).fill('create_wallet')
  await call(page, 'create_wallet').getByRole('link', { name: 'common frame' }).click()
  await expect(page.locator('#schema-frame')).toBeInViewport()
  await filter(page).fill('create_wallet')
  await page.goBack()
  await expect(title(page, 'whoami')).toBeInViewport()
})

test('typing in the filter shows the call of that name', async ({ page }) => {
  await openWithDescription(page)
  await title(page, 'sign_raw_payload').evaluate((heading) => heading.scrollIntoView())
  await filter(page).fill('quorum')
  await expect(title(page, 'update_root_quorum')).toBeInViewport()
})

test('at 1024 px, the tools of a call follow its first paragraph', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openReference(page, '#create_policy')
  await expect(call(page, 'create_policy').locator('.call-tools')).toBeVisible()
  // In one step, because calls above are still being completed.
  const gap = await call(page, 'create_policy').evaluate((own) => {
    const box = (selector: string) => own.querySelector(selector)!.getBoundingClientRect()
    return box('.call-tools').top - box('.call-summary').bottom
  })
  expect(gap).toBeLessThan(40)
})

test('the console marks an empty required field instead of sending, and shows the result first', {
  tag: '@nightly',
}, async ({ page }) => {
  await openReference(page, '#sign_raw_payload')
  const own = call(page, 'sign_raw_payload')
  await own.getByRole('tab', { name: 'Try it' }).click()
  const send = own.getByRole('button', { name: 'Stamp and send' })
  const signWith = own.getByLabel(/^signWith/)
  // The sandbox fills the form.
  await expect(own.locator('.try-context summary')).toContainText('API key')
  const wallet = await signWith.inputValue()
  await signWith.fill('')
  await send.click()
  await expect(signWith).toBeFocused()
  await expect(signWith).toHaveAttribute('aria-invalid', 'true')
  await expect(own.locator('.try-outcome')).toHaveCount(0)
  await signWith.fill(wallet)
  await signWith.press('Enter')
  const outcome = own.locator('.try-outcome')
  await expect(outcome.locator('dt').first()).toHaveText('r')
  await expect(outcome.getByRole('region', { name: 'Response' })).toBeVisible()
  await expect(outcome.getByRole('region', { name: 'Stamped and posted bytes' })).toBeHidden()
  await signWith.fill('0x0000000000000000000000000000000000000000')
  await send.click()
  await expect(outcome.getByRole('link', { name: /^[A-Z_]+$/ })).toHaveAttribute(
    'href',
    /^\/api-overview\/errors#[A-Z_]+$/,
  )
})

test('a call shows its fields, errors and a recorded response, and its example is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const write = Clipboard.prototype.writeText
    Object.assign(window, { writes: 0 })
    Clipboard.prototype.writeText = function (text) {
      ;(window as unknown as { writes: number }).writes++
      return write.call(this, text)
    }
  })
  await openReference(page, '#create_wallet')
  await test.step('its request fields, its errors and a recorded response with votes', async () => {
    const fields = call(page, 'create_wallet').getByRole('list', { name: 'Request fields' })
    const length = fields
      .getByRole('listitem')
      .filter({ has: page.locator('> .field-head', { hasText: 'mnemonicLength' }) })
    await expect(length).toContainText('optional')
    await expect(length).toContainText('one of 12, 15, 18, 21, 24')
    await expect(length).toContainText('Default: 12.')
    const accounts = fields
      .getByRole('listitem')
      .filter({ has: page.locator('> .field-head', { hasText: 'accounts' }) })
    await expect(accounts.first()).toContainText('required')
    await accounts.locator('summary').first().click()
    await expect(accounts.first()).toContainText('pathFormat')

    const errors = call(page, 'create_wallet').getByRole('list', { name: 'Errors' }).getByRole('listitem')
    expect(await errors.count()).toBeGreaterThan(1)
    await expect(errors.filter({ hasText: 'NAME_TAKEN' })).toContainText('HTTP 4')

    const text = await call(page, 'create_wallet')
      .getByRole('region', { name: 'Response of create_wallet' })
      .textContent()
    const { activity } = JSON.parse(text!)
    expect(activity).toMatchObject({
      status: 'ACTIVITY_STATUS_COMPLETED',
      votes: [{ selection: 'VOTE_SELECTION_APPROVED', activityId: activity.id }],
    })
    const request = await example(call(page, 'create_wallet')).locator('code').textContent()
    expect(activity.votes[0].message).toBe(JSON.stringify(JSON.parse(request!)))
  })
  await test.step('an example is copied completely, and the button resets', async () => {
    const panel = example(call(page, 'create_wallet'))
    const copy = panel.getByRole('button')
    await copy.click()
    await expect(copy).toHaveText(/^Copied/)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(JSON.parse(copied)).toMatchObject({ type: 'ACTIVITY_TYPE_CREATE_WALLET' })
    expect(await page.evaluate(() => (window as unknown as { writes: number }).writes)).toBe(1)
    await expect(copy).toHaveText(/^Copy /)
  })
})

test('a call has its examples in five languages, and keeps the chosen one', {
  tag: '@nightly',
}, async ({ page }) => {
  await openReference(page, '#create_wallet')
  const own = call(page, 'create_wallet')
  await expect(languages(own).getByRole('tab')).toHaveText([
    'JSON',
    'curl',
    'TypeScript',
    'Command line',
    'Go',
  ])
  const request = example(own)
  expect(JSON.parse((await request.locator('code').textContent()) ?? '')).toMatchObject({
    parameters: { walletName: expect.any(String) },
  })
  await own.getByRole('tab', { name: 'curl' }).click()
  await expect(request).toContainText('curl')
  await own.getByRole('tab', { name: 'curl' }).press('ArrowRight')
  await expect(own.getByRole('tab', { name: 'TypeScript' })).toBeFocused()
  await expect(request).toContainText('client.createWallet({')
  await own.getByRole('tab', { name: 'TypeScript' }).press('End')
  await expect(own.getByRole('tab', { name: 'Go' })).toBeFocused()
  await own.getByRole('tab', { name: 'Command line' }).click()
  await expect(request).toContainText('npx keywright request create_wallet')
  await page.reload()
  await booted(page)
  await expect(own.getByRole('tab', { name: 'Command line' })).toHaveAttribute('aria-selected', 'true')
  await entry(page, 'update_wallet').click()
  await expect(call(page, 'update_wallet').getByRole('tab', { name: 'Command line' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('on the narrowest phone, each endpoint is one line in a bar of 40 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await visit(page, '/api/')
  const heights = await page
    .locator('.call-endpoint')
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height))
  expect(heights).toEqual(Array(await callCount(page)).fill(40))
  const name = page.locator('.call-endpoint code').first().locator('span').last()
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test('a deep link to a call scrolls to it, the list follows the current call, and the example is sticky', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openReference(page, '#sign_transaction')
  await expect(title(page, 'sign_transaction')).toBeInViewport()
  await expect(call(page, 'sign_transaction')).toContainText('POST /public/v1/submit/sign_transaction')
  await expect(entry(page, 'sign_transaction')).toHaveAttribute('aria-current', 'true')
  await expect(entry(page, 'sign_transaction')).toBeInViewport()
  await page.mouse.move(700, 500)
  await expect(async () => {
    await page.mouse.wheel(0, 1500)
    await expect(entry(page, 'sign_transaction')).not.toHaveAttribute('aria-current', 'true', {
      timeout: 200,
    })
  }).toPass()
  await expect(list(page).locator('a[aria-current]')).toHaveCount(1)
  await expect(list(page).locator('a[aria-current]')).toBeInViewport()
  // A wide screen shows list, call and a sticky example next to each other.
  await entry(page, 'create_sub_organization').click()
  const example = call(page, 'create_sub_organization').getByRole('complementary')
  const text = call(page, 'create_sub_organization').locator('.call-text')
  await expect(title(page, 'create_sub_organization')).toBeInViewport()
  const [left, middle, right] = await Promise.all([
    list(page).boundingBox(),
    text.boundingBox(),
    example.boundingBox(),
  ])
  expect(left!.x + left!.width).toBeLessThanOrEqual(middle!.x)
  expect(middle!.x + middle!.width).toBeLessThanOrEqual(right!.x)
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 600)
  await expect.poll(async () => (await text.boundingBox())!.y).toBeLessThan(-200)
  expect((await example.boundingBox())!.y).toBeGreaterThan(50)
  expect((await list(page).boundingBox())!.y).toBeGreaterThan(50)
})

test('a narrow screen has one column in the same order', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await visit(page, '/api/#create_wallet')
  const text = (await call(page, 'create_wallet').locator('.call-text').boundingBox())!
  const example = (await call(page, 'create_wallet').getByRole('complementary').boundingBox())!
  // Compare whole pixels, because layout rounds to fractions.
  expect(Math.round(example.y)).toBeGreaterThanOrEqual(Math.round(text.y + text.height))
  await expect(list(page)).toBeHidden()
  await page.getByRole('button', { name: 'Find a call' }).click()
  await filter(page).fill('export_wallet_account')
  await entry(page, 'export_wallet_account').click()
  await expect(list(page)).toBeHidden()
  await expect(title(page, 'export_wallet_account')).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})

test('a deep link to a field expands and marks it, at any depth', async ({ page }) => {
  const ids = [
    'create_wallet.parameters.accounts.addressFormat',
    'create_wallet.parameters.walletName',
    'create_wallet.result.walletId',
    'schema-Activity.votes.user.userName',
    'list_wallets.answer.wallets.walletName',
    'ACTIVITY_TYPE_CREATE_POLICY.parameters.selectors.operator',
  ]
  for (const id of everyNth(ids.length, ids)) {
    await openReference(page, `#${id}`)
    const field = page.locator(`[id="${id}"]`)
    await expect(field).toBeInViewport()
    await expect(field).toHaveAttribute('data-target', 'true')
    await page.goto('about:blank')
  }
})

test('a deep link to a version shows its fields', { tag: '@nightly' }, async ({ page }) => {
  await openReference(page, '#ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION')
  const own = call(page, 'create_sub_organization')
  await expect(
    own.getByRole('link', { name: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION', exact: true }),
  ).toBeInViewport()
  await expect(own.getByRole('list', { name: 'Request fields' })).not.toContainText('disableOtpEmailAuth')
  // Types without a call have an anchor too.
  await page.evaluate(() => {
    location.hash = 'ACTIVITY_TYPE_SET_PAYMENT_METHOD_V2'
  })
  await expect(page.locator('#ACTIVITY_TYPE_SET_PAYMENT_METHOD_V2')).toBeInViewport()
})

test('a link to a call from another page, leaving and returning load documents, at the right place', async ({
  page,
}) => {
  await visit(page, '/markdown-page')
  await markDocument(page)
  await page.getByRole('main').getByRole('link', { name: 'link to a call' }).click()
  await expect(page).toHaveURL('/api/#create_wallet')
  await expect(title(page, 'create_wallet')).toBeInViewport()
  expect(await isSameDocument(page)).toBe(false)
  await markDocument(page)
  await page.getByRole('banner').getByRole('link', { name: 'Changelog' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changelog')
  expect(await isSameDocument(page)).toBe(false)
  await page.goBack()
  await expect(title(page, 'create_wallet')).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL('/markdown-page')
  await expect(page.getByRole('main').getByRole('link', { name: 'link to a call' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an outline of all calls is readable and linkable, and their fields and errors expand', async ({
    page,
    request,
  }) => {
    await page.goto('/api/#create_wallet')
    const { paths } = (await (await request.get('/openapi.json')).json()) as {
      paths: Record<string, { post: { operationId: string } }>
    }
    const headings = await page
      .locator('#reference .call')
      .evaluateAll((elements) => elements.map(({ id }) => id))
    expect(headings.toSorted()).toEqual(
      Object.values(paths)
        .map(({ post }) => post.operationId)
        .toSorted(),
    )
    await expect(title(page, 'create_wallet')).toBeInViewport()

    const fields = call(page, 'create_wallet').locator('details')
    await expect(fields.getByText('mnemonicLength', { exact: true })).toBeHidden()
    await fields.locator('summary').click()
    await expect(fields.getByText('mnemonicLength', { exact: true })).toBeVisible()
    await expect(fields.getByText('addressFormat', { exact: true })).toBeVisible()
    await expect(fields.getByText('MNEMONIC_LENGTH_INVALID', { exact: true })).toBeVisible()
    // The first call is complete.
    expect(await page.locator('.call details').count()).toBe(headings.length - 1)
  })

  test('the calls are listed by resource', async ({ page }) => {
    await page.goto('/api/')
    await list(page).getByRole('link', { name: 'sign_transaction', exact: true }).click()
    await expect(title(page, 'sign_transaction')).toBeInViewport()
  })
})
