/** The routes, on Hono. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { explain, type Service, show, statusOf } from './answers.ts'

export function createApp({ payouts, check, token }: Service): Hono {
  const app = new Hono()
  app.use('/payouts/*', bearerAuth({ token }))
  app.post('/payouts', async (context) => {
    const payout = await payouts.pay(await context.req.json().catch(() => undefined))
    return context.json(show(payout), statusOf(payout))
  })
  app.get('/payouts', (context) => context.json({ payouts: payouts.list().map(show) }))
  app.get('/payouts/:id', async (context) => {
    const seconds = Number(context.req.query('wait') ?? 0)
    return context.json(show(await payouts.wait(context.req.param('id'), seconds * 1000)))
  })
  app.post('/webhook', bodyLimit({ maxSize: 1024 * 1024 }), async (context) => {
    const delivery = await check(await context.req.text(), context.req.raw.headers).catch(() => undefined)
    // Keywright retries after a 5xx: the check may lack a new key.
    if (!delivery) return context.body(null, 503)
    await payouts.heard(delivery.activity.id)
    return context.body(null, 204)
  })
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    const { status, ...body } = explain(error)
    return context.json(body, status)
  })
  return app
}

/** Only this machine reaches it: put your own gateway in front. */
export async function serve(service: Service, port: number): Promise<{ url: string; close(): void }> {
  const server = createServer(getRequestListener(createApp(service).fetch))
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', done)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}
