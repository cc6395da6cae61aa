/** Everything under `/dev` on the socket: this machine only, the console for people, and what the development host answers to programs. */
import { bodyLimitOf, bufferedRequest, type Devhost } from '@keywright/devhost'
import { Hono } from 'hono'
import type { Bindings } from '../http/listen.ts'
import { readBytes } from '../http/readBytes.ts'
import { readConsolePage } from './consolePage.ts'
import { onlyThisMachine } from './guard.ts'

/** @param allowedHosts names beside this machine's own, under which other machines reach it */
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
    if (body.kind === 'too large') {
      return c.json(refusal(`the body is larger than ${bodyLimitOf(c.req.path)} bytes`), 413)
    }
    if (body.kind === 'incomplete') return c.json(refusal('the body ended too early'), 400)
    return host.answerDev(bufferedRequest({ method, url, headers }, body.bytes))
  })
  return routes
}

const refusal = (message: string) => ({ code: 3, message, details: [] })
