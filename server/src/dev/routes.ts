/** Everything under `/dev`: exists in development only, answers this machine only, needs no stamp. */
import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Bindings } from '../http/listen.ts'
import { ServerError } from '../serverError.ts'
import { MAX_ADVANCE_MS } from './clock.ts'
import type { FaultKind } from './faults.ts'
import { onlyThisMachine } from './guard.ts'
import { bad, type DevContext, missing, readImport, readInput, readLimit } from './input.ts'
import { CLOCK_STEP, FAULT, TOKEN } from './inputs.ts'
import { devOpenapi } from './openapi.ts'
import { inboxPage } from './pages/inboxPage.ts'
import { overviewPage } from './pages/overviewPage.ts'
import { requestsPage } from './pages/requestsPage.ts'
import { STYLE, STYLE_PATH } from './pages/style.ts'
import { webhooksPage } from './pages/webhooksPage.ts'
import { MAX_REQUESTS } from './requestLog.ts'
import type { DevHost } from './startDevServer.ts'

/** A mail is in the inbox at once. */
const WEBHOOK_PATIENCE_MS = 500

export function devRoutes(host: DevHost) {
  const { running, faults, requestLog, snapshots } = host
  const routes = new Hono<{ Bindings: Bindings }>()
  routes.use(onlyThisMachine)
  routes.onError((error, c) => {
    if (error instanceof HTTPException)
      return c.json(body(error.status === 404 ? 5 : 3, error.message), error.status)
    if (!(error instanceof ServerError)) throw error
    const isMissing = error.code === 'SNAPSHOT_NOT_FOUND'
    return c.json(body(isMissing ? 5 : 3, `${error.message}. ${error.hint}`), isMissing ? 404 : 400)
  })

  routes.get('/', (c) => {
    const { state, engine, issuer, clock } = running()
    const about = {
      development: true,
      organizationId: state.organizationId,
      apiPublicKey: state.apiKey.publicKey,
      signerPublicKey: engine.signerPublicKey,
      issuer: issuer.url,
      now: clock(),
    }
    c.header('vary', 'accept')
    return wantsPage(c) ? page(c, overviewPage(host.url, about)) : c.json(about)
  })
  let description: ReturnType<typeof devOpenapi> | undefined
  routes.get('/openapi.json', (c) => {
    description ??= devOpenapi(host.url)
    return c.json(description)
  })

  /** Mail and SMS only need this server; a receiver of webhooks that does not answer is not waited for. */
  const mailDelivered = () => Promise.race([host.deliverDue(), setTimeout(WEBHOOK_PATIENCE_MS)])
  routes.get('/inbox', async (c) => {
    await mailDelivered()
    const { to, kind } = c.req.query()
    const filter = { ...(to === undefined ? {} : { to }), ...(kind === undefined ? {} : { kind }) }
    return c.json({ messages: await running().inbox.list({ ...filter, limit: readLimit(c, 1_000) }) })
  })
  routes.get('/inbox.html', async (c) => {
    await mailDelivered()
    return page(c, inboxPage(await running().inbox.list()))
  })
  routes.get(STYLE_PATH, (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
  routes.get('/inbox/:id', async (c) =>
    c.json(found('message', await running().inbox.get(c.req.param('id')))),
  )
  routes.delete('/inbox', async (c) => {
    await running().inbox.clear()
    return c.body(null, 204)
  })

  routes.get('/clock', (c) => c.json({ now: running().clock(), isStanding: running().clock.isStanding }))
  routes.post('/clock/advance', async (c) => {
    const { milliseconds = 0, seconds = 0 } = await readInput(c, CLOCK_STEP)
    const step = milliseconds + seconds * 1000
    if (!Number.isInteger(step) || step < 0 || step > MAX_ADVANCE_MS) {
      throw bad('a clock is advanced by a whole number of milliseconds, and never back')
    }
    const now = await running().clock.advance(step)
    await host.deliverDue()
    return c.json({ now, isStanding: running().clock.isStanding })
  })

  routes.get('/requests', (c) => c.json({ requests: requestLog.list(readLimit(c, MAX_REQUESTS)) }))
  routes.get('/requests.html', (c) => page(c, requestsPage(requestLog.list())))
  routes.get('/requests/:id', (c) => c.json(found('request', requestLog.get(c.req.param('id')))))
  routes.delete('/requests', (c) => {
    requestLog.clear()
    return c.body(null, 204)
  })

  routes.get('/faults', (c) => c.json({ faults: faults.list() }))
  routes.post('/faults', async (c) => {
    const { kind, ...rest } = await readInput(c, FAULT)
    return c.json(faults.add({ ...rest, kind: kind as FaultKind }), 201)
  })
  routes.delete('/faults', (c) => c.json({ removed: faults.remove() }))
  routes.delete('/faults/:id', (c) => {
    if (faults.remove(c.req.param('id')) === 0) throw missing('fault')
    return c.body(null, 204)
  })

  routes.get('/webhooks', async (c) => {
    await host.deliverDue()
    return c.json({ deliveries: running().webhooks.list().slice(0, readLimit(c, 500)) })
  })
  routes.get('/webhooks.html', async (c) => {
    await host.deliverDue()
    return page(c, webhooksPage(running().webhooks.list()))
  })
  routes.get('/webhooks/:id', (c) => c.json(found('delivery', running().webhooks.get(c.req.param('id')))))
  routes.post('/webhooks/:id/replay', async (c) => {
    const delivery = found('delivery', await running().webhooks.replay(c.req.param('id')))
    // The button of the page comes back to the page.
    return wantsPage(c) ? c.redirect('/dev/webhooks.html', 303) : c.json(delivery)
  })
  routes.delete('/webhooks', (c) => {
    running().webhooks.clear()
    return c.body(null, 204)
  })

  routes.get('/issuer/.well-known/openid-configuration', (c) => c.json(running().issuer.discovery))
  routes.get('/issuer/jwks', (c) => c.json(running().issuer.jwks))
  routes.post('/issuer/token', async (c) => {
    return c.json(running().issuer.mint(await readInput(c, TOKEN)))
  })

  routes.get('/snapshots', (c) => c.json({ snapshots: snapshots.list() }))
  routes.post('/snapshots/:name', async (c) => {
    const name = c.req.param('name')
    const text = await host.exportState()
    snapshots.write(name, text)
    return c.json({ name, bytes: Buffer.byteLength(text) }, 201)
  })
  routes.post('/snapshots/:name/restore', async (c) => {
    await host.importState(snapshots.read(c.req.param('name')))
    return c.json({ organizationId: running().state.organizationId })
  })
  routes.delete('/snapshots/:name', (c) => {
    snapshots.remove(c.req.param('name'))
    return c.body(null, 204)
  })
  routes.get('/export', async (c) =>
    c.body(await host.exportState(), 200, { 'content-type': 'application/json' }),
  )
  routes.post('/import', async (c) => {
    await host.importState(await readImport(c))
    return c.json({ organizationId: running().state.organizationId })
  })

  routes.all('*', () => {
    throw missing('route under /dev')
  })
  return routes
}

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

function found<T>(what: string, value: T | undefined): T {
  if (value === undefined) throw missing(what)
  return value
}

const body = (code: number, message: string) => ({ code, message, details: [] })
