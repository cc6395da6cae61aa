/** A page that arrives piece by piece, as over a slow line, stays where it is: nothing shown moves by what comes later. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from '@playwright/test'
import { address } from './support/addresses.ts'
import { recordShifts, shiftsOf } from './support/layoutShifts.ts'

/** What a server sends before it waits for the first answer: ten segments (RFC 6928). */
const FIRST_PIECE = 14_600

/** Long enough for the browser to paint what is there. */
const PAUSE = 150

const test = base.extend<{ slowSite: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs off this pattern.
  slowSite: async ({}, use) => {
    const server = await serveSlowly()
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
})

for (const [path, pieces] of [
  ['/concepts/wallets', 24],
  ['/concepts/policies/language', 24],
  ['/', 12],
] as const) {
  for (const width of [1440, 375]) {
    test(`${path} in ${pieces} pieces shifts nothing at ${width} px`, async ({ page, slowSite }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript(recordShifts)
      await page.goto(`${slowSite}${path}?pieces=${pieces}`)
      await page.waitForTimeout(PAUSE)
      expect(await shiftsOf(page)).toEqual([])
    })
  }
}

/** The tested site again; a page asked for with `pieces` comes in that many, with pauses between. */
async function serveSlowly(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, address.site)
    const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    const pieces = Number(url.searchParams.get('pieces') ?? 1)
    response.write(body.subarray(0, FIRST_PIECE))
    const rest = body.subarray(FIRST_PIECE)
    const size = Math.ceil(rest.length / pieces)
    for (let start = 0; start < rest.length; start += size) {
      if (pieces > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE))
      response.write(rest.subarray(start, start + size))
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
