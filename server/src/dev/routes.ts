/** Routes under `/dev`, for clients on this machine: the console page and the API of the development host. */

import { bad, bodyLimitOf, type Devhost, tooLarge } from '@keywright/devhost'
import { bufferedRequest, respondError } from '@keywright/host'
import { Hono } from 'hono'
import { onlyThisMachine } from '../http/guard.ts'
import type { Bindings } from '../http/listen.ts'
import { readBytes } from '../http/readBytes.ts'
import { readConsolePage } from './consolePage.ts'

/** @param allowedHosts additional host names, under which other machines reach the server */
export function devRoutes(host: Devhost, allowedHosts: readonly string[]) {
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

  routes.all('*', async (c) => {
    const { method, url, headers } = c.req.raw
    const body = await readBytes(c.env.incoming, bodyLimitOf(c.req.path))
    if (body.kind === 'too large') return respondError(tooLarge(c.req.path))
    if (body.kind === 'incomplete') return respondError(bad('the body ended too early'))
    return host.answerDev(bufferedRequest({ method, url, headers }, body.bytes))
  })
  return routes
}
