/** A local webhook receiver that records each attempt and fails a given number of times. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookDelivery } from '@keywright/engine'

export interface WebhookReceiver {
  /** Origin, such as `http://127.0.0.1:40000`. */
  readonly url: string
  /** Oldest first. */
  readonly received: readonly WebhookDelivery[]
  /** Number of 503 responses before it accepts a delivery. */
  fail(times: number): void
  close(): Promise<void>
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: WebhookDelivery[] = []
  let failures = 0
  const server = createServer(async (request, response) => {
    received.push(await readDelivery(request, url))
    response.writeHead(failures-- > 0 ? 503 : 204).end()
    failures = Math.max(failures, 0)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    fail: (times) => void (failures = times),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Wire protocol §10. */
async function readDelivery(request: IncomingMessage, origin: string): Promise<WebhookDelivery> {
  let body = ''
  for await (const piece of request.setEncoding('utf8')) body += piece
  const header = (name: string) => String(request.headers[`x-keywright-${name}`])
  return {
    id: header('event-id'),
    url: `${origin}${request.url}`,
    organizationId: header('organization-id'),
    eventType: header('event-type'),
    body,
  }
}
