import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoggedRequest } from '@keywright/devhost'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDev, type TestDev } from '../../testing/devServer.ts'
import { requestsPage } from './requestsPage.ts'
import { webhooksPage } from './webhooksPage.ts'

let dev: TestDev
let arrived = 0
const receiver = createServer((_, response) => {
  arrived++
  response.end()
})
beforeAll(async () => {
  dev = await startTestDev()
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  await dev.root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
  })
  await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'shown', accounts: [] })
})
afterAll(async () => {
  await dev.close()
  await new Promise((done) => receiver.close(done))
})

const open = async (path: string, headers = { accept: 'text/html,*/*' }) => {
  const response = await fetch(`${dev.server.url}${path}`, { headers })
  return { response, text: await response.text() }
}

describe('the pages of the development server', () => {
  it.each(['/dev', '/dev/inbox.html', '/dev/requests.html', '/dev/webhooks.html'])(
    '%s runs nothing, may fetch nothing, holds no private key, and names itself in the navigation',
    async (path) => {
      const { response, text } = await open(path)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(text).not.toMatch(/<script|\son\w+=|style="/i)
      expect(text).not.toContain(dev.server.apiKey.privateKey)
      expect(text).toContain(`<a href="${path}" aria-current="page">`)
    },
  )

  it('answers programs at /dev with JSON, as before', async () => {
    const { text } = await open('/dev', { accept: '*/*' })
    expect(JSON.parse(text)).toMatchObject({ development: true, organizationId: dev.server.organizationId })
  })

  it('shows the decision and the outcome of a request', async () => {
    const { text } = await open('/dev/requests.html')
    expect(text).toMatch(/create_wallet<\/h2><span class="state done">200 COMPLETED/)
    expect(text).toContain('ALLOWED: ROOT_QUORUM')
  })

  it('sends a delivery again by its button, and comes back to the page', async () => {
    await expect.poll(() => arrived, { timeout: 30_000 }).toBeGreaterThan(0)
    const { text } = await open('/dev/webhooks.html')
    const [, action] = /<form method="post" action="([^"]+)"/.exec(text)!
    const before = arrived
    const answer = await fetch(`${dev.server.url}${action}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', origin: dev.server.url },
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/dev/webhooks.html')
    expect(arrived).toBe(before + 1)
    const foreign = { accept: 'text/html', origin: 'https://example.com' }
    expect((await fetch(`${dev.server.url}${action}`, { method: 'POST', headers: foreign })).status).toBe(403)
  })

  it('escapes what callers wrote', async () => {
    const evil = '"><script>alert(1)</script>'
    const request: LoggedRequest = {
      id: evil,
      at: 0,
      method: evil,
      path: evil,
      call: null,
      organizationId: evil,
      type: evil,
      stamp: { header: 'X-Stamp', publicKey: evil, check: evil },
      explanation: null,
      status: 404,
      milliseconds: 1,
      activity: null,
      error: { code: 5, message: evil, errorCode: null },
    }
    const delivery = { id: evil, url: evil, organizationId: evil, eventType: evil, body: evil, tries: [] }
    for (const page of [requestsPage([request]), webhooksPage([delivery])]) {
      const text = String(await page)
      expect(text).toContain('&lt;script&gt;')
      expect(text).not.toContain('<script')
    }
  })
})
