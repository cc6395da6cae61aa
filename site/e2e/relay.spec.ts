/** The API console and a real development server: nothing goes there before the reader allows it, and nowhere else ever. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import { type DevServer, startDevServer } from '@keywright/server'
import type { Page } from '@playwright/test'
import { test as base, expect, visit } from './support/test.ts'

const test = base.extend<{ server: DevServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
  server: async ({}, use) => {
    const stateDir = mkdtempSync(join(tmpdir(), 'relay-'))
    const server = await startDevServer({ stateDir, port: 0 })
    await use(server)
    await server.close()
    rmSync(stateDir, { recursive: true })
  },
})

const settingsOf = ({ url, organizationId, apiKey }: DevServer): string =>
  [
    `export KEYWRIGHT_BASE_URL=${url}`,
    `export KEYWRIGHT_ORGANIZATION_ID=${organizationId}`,
    `export KEYWRIGHT_API_PUBLIC_KEY=${apiKey.publicKey}`,
    `export KEYWRIGHT_API_PRIVATE_KEY=${apiKey.privateKey}`,
  ].join('\n')

/** The console of a call, with a server for its target. */
async function openConsole(page: Page, call: string) {
  await visit(page, `/api/#${call}`)
  const own = page.locator(`section.call#${call}`)
  await own.getByRole('tab', { name: 'Try it' }).click()
  const console = page.getByRole('region', { name: `Try ${call}`, exact: true })
  await console.getByLabel('Target').selectOption('Local server')
  return {
    console,
    settings: console.getByLabel('Settings of that server'),
    send: console.getByRole('button', { name: 'Stamp and send' }),
    question: console.frameLocator('iframe.try-relay'),
  }
}

test('sends to a server after the reader allowed it there, and shows what came of it', async ({
  page,
  watch,
  server,
}) => {
  watch.allow(new RegExp(`foreign request: ${server.url}/public/v1/`))
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.setViewportSize({ width: 375, height: 800 })
  const { console, settings, send, question } = await openConsole(page, 'create_wallet')
  const other = generateApiKeyPair(platformRandom)
  await settings.fill(settingsOf({ ...server, apiKey: { ...server.apiKey, publicKey: other.publicKey } }))
  await expect(console).toContainText('The two keys are no pair')
  await settings.fill(settingsOf(server))
  await expect(console).toContainText(server.apiKey.publicKey)
  await expect(console.getByLabel('Base URL')).toHaveValue(server.url)
  await expect(page.locator('body')).not.toContainText(server.apiKey.privateKey)
  await expect(question.getByText('Your private key does not.')).toBeVisible()
  // A script of the page can ask, and press nothing.
  await page.evaluate((origin) => {
    const { contentWindow } = document.querySelector<HTMLIFrameElement>('iframe.try-relay')!
    const { port1, port2 } = new MessageChannel()
    const request = {
      url: `${origin}/public/v1/query/whoami`,
      header: { name: 'X-Stamp', value: '' },
      body: '',
    }
    port1.postMessage({ kind: 'send', id: 1, request })
    contentWindow!.postMessage({ kind: 'ask', origin }, '*', [port2])
  }, server.url)
  await expect(send).toBeDisabled()
  expect(sent).toEqual([])

  await question.getByRole('button', { name: `Allow sending to ${server.url}` }).press('Enter')
  await send.press('Enter')
  await expect(console).toContainText('200 COMPLETED')
  await expect(console).toContainText('No policy was evaluated: the root quorum decided')
  await expect(console.getByRole('link', { name: 'this request in its console' })).toHaveAttribute(
    'href',
    new RegExp(`^${server.url}/dev#requests/`),
  )
  expect(sent).toEqual([
    `${server.url}/public/v1/submit/create_wallet`,
    `${server.url}/public/v1/query/get_policy_evaluations`,
  ])

  // Another origin is another question.
  await console.getByLabel('Base URL').fill('http://127.0.0.1:9')
  await expect(send).toBeDisabled()
  await expect(question.getByRole('button', { name: 'Allow sending to http://127.0.0.1:9' })).toBeVisible()
  await console.getByLabel('Base URL').fill(server.url)
  await expect(send).toBeDisabled()
  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]),
  )
  expect(kept).not.toContain(server.apiKey.privateKey)
})

test('the frame reaches the allowed origin alone, whatever runs in it; a query and a lost server', async ({
  page,
  watch,
  server,
}) => {
  watch.allow(new RegExp(`foreign request: ${server.url}/`))
  watch.allow(
    /Content Security Policy|ERR_CONNECTION_REFUSED|ERR_FAILED|CORS policy|foreign request: http:\/\/127\.0\.0\.1:9\//,
  )
  const { console, settings, send, question } = await openConsole(page, 'whoami')
  await settings.fill(settingsOf(server))
  await question.getByRole('button').click()
  await send.click()
  await expect(console).toContainText('Queries ask no policy')
  await expect(console.getByLabel('Answer', { exact: true })).toContainText(server.organizationId)

  const frame = (await (await page.locator('iframe.try-relay').elementHandle())!.contentFrame())!
  const refused = await frame.evaluate(async (site) => {
    // Taken away, a policy stays.
    for (const meta of document.querySelectorAll('meta')) meta.remove()
    const refusalOf = (address: string) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => {
          if (address.startsWith(event.blockedURI)) resolve(`${event.effectiveDirective} ${event.blockedURI}`)
        })
        fetch(address).then(
          () => resolve(`reached ${address}`),
          () => undefined,
        )
      })
    const addresses = ['http://127.0.0.1:9/', `${site}/openapi.json`, 'https://keys.example/']
    return [self.origin, ...(await Promise.all(addresses.map(refusalOf)))]
  }, new URL(page.url()).origin)
  expect(refused).toEqual([
    'null',
    'connect-src http://127.0.0.1:9/',
    `connect-src ${new URL('/openapi.json', page.url()).href}`,
    'connect-src https://keys.example/',
  ])

  await server.close()
  await send.click()
  await expect(console).toContainText(`Nothing answers at ${server.url}. Start it with npx keywright dev`)

  const stranger = createServer((_, response) => response.end('<!doctype html>'))
  await new Promise<void>((resolve) =>
    stranger.listen(Number(new URL(server.url).port), '127.0.0.1', resolve),
  )
  await send.click()
  await expect(console).toContainText(`Something answers at ${server.url}, but lets this page not read it`)
  stranger.close()
})

test('names nothing of the sandbox to another server, and asks that one for ids when told', async ({
  page,
  watch,
  server,
}) => {
  watch.allow(new RegExp(`foreign request: ${server.url}/public/v1/`))
  const { console, settings, send, question } = await openConsole(page, 'get_user')
  const userId = console.getByLabel(/^userId/)
  await expect(userId).toHaveValue('')
  await settings.fill(settingsOf(server))
  await question.getByRole('button').click()
  await console.getByRole('button', { name: 'Fill in ids from that server' }).click()
  await expect(userId).not.toHaveValue('')
  await send.click()
  await expect(console.getByLabel('Answer', { exact: true })).toContainText(await userId.inputValue())
  await expect(console).toContainText('200')
})
