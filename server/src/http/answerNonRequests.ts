/** Answers bytes that are no HTTP request, or never become a whole one, in the shape of every other error. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'

interface Refusal {
  readonly status: number
  readonly reason: string
  readonly message: string
}

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'
const REFUSALS: Readonly<Record<string, Refusal>> = {
  [TIMEOUT]: {
    status: 408,
    reason: 'Request Timeout',
    message: 'the request did not arrive in time',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'the headers are too large',
  },
}
const NO_HTTP: Refusal = { status: 400, reason: 'Bad Request', message: 'this is no HTTP/1.1 request' }

/** As all errors have them: pages of any origin may read what was wrong. */
const HEADERS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }

/** Every refusal ends the connection, after the answers that are under way on it. */
export function answerNonRequests(server: Server): void {
  const newest = new WeakMap<Duplex, { incoming: IncomingMessage; outgoing: ServerResponse }>()
  server.prependListener('request', (incoming, outgoing) => {
    newest.set(incoming.socket, { incoming, outgoing })
  })
  server.on('checkExpectation', (_, outgoing) => {
    const body = JSON.stringify(bodyOf('nothing but 100-continue can be expected'))
    outgoing.writeHead(417, { ...HEADERS, 'content-length': body.length, connection: 'close' }).end(body)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const refusal = REFUSALS[error.code ?? ''] ?? NO_HTTP
    const { incoming, outgoing } = newest.get(socket) ?? {}
    const isUnderWay = outgoing !== undefined && !outgoing.writableFinished
    const isWhole = incoming?.complete ?? true
    if (isUnderWay && isWhole && error.code !== TIMEOUT) {
      socket.pause()
      outgoing.once('close', () => refuse(socket, refusal))
    } else if (outgoing?.headersSent && (isUnderWay || !isWhole)) {
      // It would be a second answer to one request, or stand amid another.
      socket.destroy()
    } else refuse(socket, refusal)
  })
}

/** The answer to a request whose address is none, such as one with a host that no name can be; 500 for other errors. */
export function respondNoAddress(error: unknown): Response {
  if (!(error instanceof RequestError)) return new Response(null, { status: 500 })
  return Response.json(bodyOf(`the address of the request cannot be read: ${error.message}`), {
    status: 400,
    headers: HEADERS,
  })
}

function refuse(socket: Duplex, { status, reason, message }: Refusal): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(bodyOf(message))
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

const bodyOf = (message: string) => ({ code: 3, message, details: [] })
