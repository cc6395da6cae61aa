/** The routes, on Express. */
import { timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { explain, type Service, show, statusOf } from './answers.ts'

export function createApp({ payouts, check, token }: Service): Express {
  const app = express()
  app.use('/payouts', withToken(token), express.json())
  app.post('/payouts', async (request, response) => {
    const payout = await payouts.pay(request.body)
    response.status(statusOf(payout)).json(show(payout))
  })
  app.get('/payouts', (_request, response) => {
    response.json({ payouts: payouts.list().map(show) })
  })
  app.get('/payouts/:id', async (request, response) => {
    const seconds = Number(request.query['wait'] ?? 0)
    response.json(show(await payouts.wait(request.params.id, seconds * 1000)))
  })
  // The body as it came: parsing and writing it again would change the signed bytes.
  app.post('/webhook', express.text({ type: () => true, limit: '1mb' }), async (request, response) => {
    const delivery = await check(request.body, request.headers).catch(() => undefined)
    // Keywright retries after a 5xx: the check may lack a new key.
    if (!delivery) return void response.status(503).end()
    await payouts.heard(delivery.activity.id)
    response.status(204).end()
  })
  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    // Express explains what it can't parse.
    const { status, ...body } = error.expose
      ? { status: error.status, code: 'INPUT_INVALID', message: error.message }
      : explain(error)
    response.status(status).json(body)
  }
  app.use(onError)
  return app
}

const withToken =
  (token: string): RequestHandler =>
  ({ headers }, response, next) => {
    const [given, expected] = [headers.authorization ?? '', `Bearer ${token}`].map((text) =>
      Buffer.from(text),
    )
    if (given!.length === expected!.length && timingSafeEqual(given!, expected!)) next()
    else response.status(401).end()
  }

/** Only this machine reaches it: put your own gateway in front. */
export async function serve(service: Service, port: number): Promise<{ url: string; close(): void }> {
  const app = createApp(service)
  return new Promise((done, failed) => {
    const server = app.listen(port, '127.0.0.1', (error) => {
      if (error) return failed(error)
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      done({ url, close: () => void server.close() })
    })
  })
}
