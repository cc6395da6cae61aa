/** Receives and records the emails and webhooks of a crash run. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  /** Recipients, one per email. */
  readonly mails: string[]
  /** Activity IDs, one per webhook delivery. */
  readonly activities: string[]
}

export interface Receiver extends Received {
  /** POST `{"to": …}`. */
  readonly mailUrl: string
  /** POST an activity. */
  readonly webhookUrl: string
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const mails: string[] = []
  const activities: string[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as { to: string; id: string }
    if (request.url === '/mail') mails.push(body.to)
    else activities.push(body.id)
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    mails,
    activities,
    mailUrl: `http://127.0.0.1:${port}/mail`,
    webhookUrl: `http://127.0.0.1:${port}/webhook`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
