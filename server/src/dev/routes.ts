/** Everything under `/dev` on the socket: this machine only, pages for people, and what the development host answers to programs. */
import {
  aboutOf,
  bodyLimitOf,
  bufferedRequest,
  type Devhost,
  mailDelivered,
  type RouteAbout,
} from '@keywright/devhost'
import { type Context, Hono } from 'hono'
import type { Bindings } from '../http/listen.ts'
import { readBytes } from '../http/readBytes.ts'
import { onlyThisMachine } from './guard.ts'
import { inboxPage } from './pages/inboxPage.ts'
import { overviewPage } from './pages/overviewPage.ts'
import { requestsPage } from './pages/requestsPage.ts'
import { STYLE, STYLE_PATH } from './pages/style.ts'
import { webhooksPage } from './pages/webhooksPage.ts'

type DevContext = Context<{ Bindings: Bindings }>

/** Named in the description of the server, beside what the development host answers. */
export const PAGES: readonly RouteAbout[] = [
  { method: 'GET', path: '/dev/inbox.html', summary: 'Mails and text messages, as a page', isPage: true },
  { method: 'GET', path: '/dev/requests.html', summary: 'The last requests, as a page', isPage: true },
  { method: 'GET', path: '/dev/webhooks.html', summary: 'Webhook deliveries, as a page', isPage: true },
]

/** @param allowedHosts names beside this machine's own, under which other machines reach it */
export function devRoutes(host: Devhost, allowedHosts: readonly string[]) {
  const { running, requestLog } = host
  const routes = new Hono<{ Bindings: Bindings }>()
  routes.use(onlyThisMachine(allowedHosts))

  routes.get('/', async (c) => {
    if (wantsPage(c)) return page(c, overviewPage(host.url, aboutOf(host)))
    const answer = await host.answerDev(c.req.raw)
    answer.headers.set('vary', 'accept')
    return answer
  })
  routes.get('/inbox.html', async (c) => {
    await mailDelivered(host)
    return page(c, inboxPage(await running().inbox.list()))
  })
  routes.get('/requests.html', (c) => page(c, requestsPage(requestLog.list())))
  routes.get('/webhooks.html', async (c) => {
    await host.deliverDue()
    return page(c, webhooksPage(await running().webhooks.list()))
  })
  routes.get(STYLE_PATH, (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))

  routes.all('*', async (c) => {
    const { method, url, headers } = c.req.raw
    const body = await readBytes(c.env.incoming, bodyLimitOf(c.req.path))
    if (body.kind === 'too large') {
      return c.json(refusal(`the body is larger than ${bodyLimitOf(c.req.path)} bytes`), 413)
    }
    if (body.kind === 'incomplete') return c.json(refusal('the body ended too early'), 400)
    const answer = await host.answerDev(bufferedRequest({ method, url, headers }, body.bytes))
    // The button of the page comes back to the page.
    const isFromPage = method === 'POST' && wantsPage(c) && c.req.path.startsWith('/dev/webhooks/')
    return isFromPage && answer.ok ? c.redirect('/dev/webhooks.html', 303) : answer
  })
  return routes
}

const refusal = (message: string) => ({ code: 3, message, details: [] })
const wantsPage = (c: DevContext) => c.req.header('accept')?.includes('text/html') === true

/** Nothing may run or be fetched: what a page shows came from callers. */
function page(c: DevContext, html: Parameters<DevContext['html']>[0]) {
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  c.header('x-content-type-options', 'nosniff')
  return c.html(html)
}
