/** A page that arrives in pieces, as over a slow connection, has no layout shifts. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from '@playwright/test'
import { everyNth } from '../../tools/scripts/lib/tries.ts'
import { address } from './support/addresses.ts'
import { recordShifts, shiftsOf } from './support/layoutShifts.ts'

/** Long enough for the browser to paint. */
const PAUSE = 20

/** Number of characters of the visible part of `<main>`, sent tag by tag. */
const IN_SIGHT = 5_000

const test = base.extend<{ slowSite: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs off this pattern.
  slowSite: async ({}, use) => {
    const server = await serveSlowly()
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
})

for (const path of everyNth(4, ['/concepts/wallets', '/concepts/policies/language', '/api/', '/'])) {
  for (const width of everyNth(2, [375, 1440])) {
    test(`${path} shifts nothing at ${width} px while it arrives tag by tag`, async ({ page, slowSite }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript(recordShifts)
      await page.goto(`${slowSite}${path}`)
      await page.waitForTimeout(PAUSE)
      expect(await shiftsOf(page)).toEqual([])
    })
  }
}

/** Serves the tested site with documents in pieces and pauses in between. */
async function serveSlowly(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url!, address.site), {
      headers: { 'accept-encoding': 'identity' },
    })
    const type = answer.headers.get('content-type') ?? 'text/plain'
    response.writeHead(answer.status, { 'content-type': type })
    if (type.startsWith('text/html')) await writeSlowly(response, await answer.text())
    else response.write(Buffer.from(await answer.arrayBuffer()))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Sends head and bars in large pieces, the visible part of the page tag by tag, and the rest as one piece. */
async function writeSlowly(response: ServerResponse, html: string): Promise<void> {
  const body = html.indexOf('<body')
  const main = html.indexOf('<main')
  let at = 0
  while (at < html.length) {
    const least = at < body ? body - at : at < main ? 800 : at < main + IN_SIGHT ? 1 : html.length
    const end = html.indexOf('>', at + least) + 1 || html.length
    response.write(html.slice(at, end))
    at = end
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}
