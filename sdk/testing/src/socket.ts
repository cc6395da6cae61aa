/** A socket for the engine, for clients that don't accept a `fetch`. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

export interface Socket {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** Waits for open connections. */
  answerWith(handle: (request: Request) => Promise<Response>): void
  close(): Promise<void>
}

/** Listens on loopback. @param port 0 picks a free port */
export async function listen(port: number): Promise<Socket> {
  let answerWith: Socket['answerWith'] = () => undefined
  const handler = new Promise<(request: Request) => Promise<Response>>((found) => {
    answerWith = found
  })
  const server = createServer(
    getRequestListener(async (request, bindings) => {
      const response = await (await handler)(request)
      if (response.type !== 'error')
        return response
        // An injected fault that breaks the connection.
      ;(bindings as HttpBindings).outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    }),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith,
    close: () => closeNow(server),
  }
}

function closeNow(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
