/** The API console and a development server on this machine. */
import { createECDH } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type StartedServer, startServer } from '../../tools/scripts/lib/devServer.ts'
import { test as base, expect, visit } from './support/test.ts'

// A process, because Playwright would compile each module of the server first.
const test = base.extend<{ server: StartedServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
  server: async ({}, use) => {
    const server = await startServer()
    await use(server)
    await server.stop()
  },
})

const settingsOf = (env: StartedServer['env']): string =>
  Object.entries(env)
    .map(([name, value]) => `export ${name}=${value}`)
    .join('\n')

/** Opens the console of a call with the local server as its target. */
async function openConsole(page: Page, call: string) {
  await visit(page, `/api/#${call}`)
  return chooseServer(page, call)
}

async function chooseServer(page: Page, call: string) {
  const own = page.locator(`section.call#${call}`)
  await own.getByRole('tab', { name: 'Try it' }).click()
  const console = page.getByRole('region', { name: `Try ${call}`, exact: true })
  await console.getByText('Change', { exact: true }).click()
  await console.getByLabel('Target').selectOption('Local server')
  return {
    console,
    settings: console.getByLabel('Settings of the server'),
    send: console.getByRole('button', { name: 'Stamp and send' }),
  }
}

/** The directive that blocks a request. */
const violationBy = (page: Page, url: string) =>
  page.evaluate(
    (url) =>
      new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
        fetch(url).catch(() => undefined)
      }),
    url,
  )

// One test, because starting a server takes as long as the rest.
test('sends a stamped request to loopback only, shows the decision, and reports a server that stopped', async ({
  page,
  watch,
  server,
}) => {
  watch.allow(new RegExp(`foreign request: ${server.url}/`))
  watch.allow(/Content Security Policy|ERR_CONNECTION_REFUSED|foreign request: https:\/\/keys\.example/)
  await test.step('sends a stamped request and shows the decision', async () => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await page.setViewportSize({ width: 375, height: 800 })
    // Other pages can't reach the server. The reference can, also through a link of such a page.
    await visit(page, '/markdown-page')
    expect(await violationBy(page, `${server.url}/public/v1/query/whoami`)).toBe('connect-src')
    await page.getByRole('main').getByRole('link', { name: 'link to a call' }).click()
    await expect(page).toHaveURL('/api/#create_wallet')
    const { console, settings, send } = await chooseServer(page, 'create_wallet')
    const other = createECDH('prime256v1').generateKeys('hex', 'compressed')
    await settings.fill(settingsOf({ ...server.env, KEYWRIGHT_API_PUBLIC_KEY: other }))
    await expect(console).toContainText('The two keys don’t match')
    await expect(send).toBeDisabled()
    await settings.fill(settingsOf(server.env))
    await expect(console).toContainText(server.env.KEYWRIGHT_API_PUBLIC_KEY)
    await expect(console.getByLabel('Base URL')).toHaveValue(server.url)
    await expect(page.locator('body')).not.toContainText(server.env.KEYWRIGHT_API_PRIVATE_KEY)
    expect(sent).toEqual([])

    await send.press('Enter')
    await expect(console).toContainText('200 COMPLETED')
    await expect(console).toContainText('No policy was evaluated: the root quorum decided')
    await expect(console.getByRole('link', { name: 'this request in the inspector' })).toHaveAttribute(
      'href',
      new RegExp(`^${server.url}/dev#requests/`),
    )
    expect(sent).toEqual([
      `${server.url}/public/v1/submit/create_wallet`,
      `${server.url}/public/v1/query/get_policy_evaluations`,
    ])
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]),
    )
    expect(kept).not.toContain(server.env.KEYWRIGHT_API_PRIVATE_KEY)
  })
  await test.step('sends to loopback only, and reports a server that stopped', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('about:blank')
    const { console, settings, send } = await openConsole(page, 'whoami')
    await settings.fill(settingsOf(server.env))
    await send.click()
    await expect(console).toContainText('Policies don’t apply to queries')
    await expect(console.getByLabel('Response', { exact: true })).toContainText(
      server.env.KEYWRIGHT_ORGANIZATION_ID,
    )

    await console.getByLabel('Base URL').fill('https://keys.example')
    await expect(console).toContainText('use the curl or SDK code')
    await expect(send).toBeDisabled()
    expect(await violationBy(page, 'https://keys.example/')).toBe('connect-src')

    await console.getByLabel('Base URL').fill(server.url)
    await server.stop()
    await send.click()
    await expect(console).toContainText(`No readable response from ${server.url}`)
  })
})

test('fills in ids from the server, not from the sandbox', { tag: '@nightly' }, async ({
  page,
  watch,
  server,
}) => {
  watch.allow(new RegExp(`foreign request: ${server.url}/public/v1/`))
  const { console, settings, send } = await openConsole(page, 'get_user')
  const userId = console.getByLabel(/^userId/)
  await expect(userId).toHaveValue('')
  await settings.fill(settingsOf(server.env))
  await console.getByRole('button', { name: 'Fill in ids from the server' }).click()
  await expect(userId).not.toHaveValue('')
  await send.click()
  await expect(console.getByLabel('Response', { exact: true })).toContainText(await userId.inputValue())
  await expect(console).toContainText('200')
})
