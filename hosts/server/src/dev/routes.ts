/** Routes under `/dev`, for clients on this machine: the console page and the API of the development host. */
import { closeSync, openAsBlob, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bad, bodyLimitOf, type Devhost, tooLarge } from '@keywright/devhost'
import { bufferedRequest, newId, respondError } from '@keywright/host'
import { Hono } from 'hono'
import { onlyThisMachine } from '../http/guard.ts'
import type { Bindings } from '../http/listen.ts'
import { readBytes, readEach } from '../http/readBytes.ts'
import { readConsolePage } from './consolePage.ts'
import { IMPORT } from './stateFolder.ts'

/**
 * @param allowedHosts additional host names, under which other machines reach the server
 * @param folder the state folder, for bodies that are too large for memory
 */
export function devRoutes(host: Devhost, allowedHosts: readonly string[], folder: string) {
  const routes = new Hono<{ Bindings: Bindings }>()
  routes.use(onlyThisMachine(allowedHosts))

  routes.get('/', async (c) => {
    if (c.req.header('accept')?.includes('text/html') !== true) {
      const answer = await host.answerDev(c.req.raw)
      answer.headers.set('vary', 'accept')
      return answer
    }
    const { html, contentSecurityPolicy } = await readConsolePage()
    return c.html(html, 200, {
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: 'accept',
    })
  })

  // The body is written to a file first, so that a slow client doesn't keep the state locked.
  routes.post('/import', async (c) => {
    const { method, url, headers } = c.req.raw
    const file = join(folder, `${IMPORT}${newId()}`)
    const handle = openSync(file, 'wx', 0o600)
    try {
      const limit = bodyLimitOf(c.req.path)
      const end = await readEach(c.env.incoming, limit, (piece) => writeFileSync(handle, piece))
      if (end !== 'whole') return refusalOf(end, c.req.path)
      return await host.answerDev(new Request(url, { method, headers, body: await openAsBlob(file) }))
    } finally {
      closeSync(handle)
      rmSync(file, { force: true })
    }
  })

  routes.all('*', async (c) => {
    const { method, url, headers } = c.req.raw
    const body = await readBytes(c.env.incoming, bodyLimitOf(c.req.path))
    if (body.kind !== 'bytes') return refusalOf(body.kind, c.req.path)
    return host.answerDev(bufferedRequest({ method, url, headers }, body.bytes))
  })
  return routes
}

const refusalOf = (end: 'too large' | 'incomplete', path: string): Response =>
  respondError(end === 'too large' ? tooLarge(path) : bad('the body ended too early'))
