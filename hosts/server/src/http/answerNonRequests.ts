/** Answers malformed and incomplete HTTP requests in the format of every other error. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { ApiError } from '@keywright/contract'
import { newId, REQUEST_ID } from '@keywright/host'
import { MAX_HEADER_BYTES } from './bounds.ts'

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

function refusalOf(code: string | undefined): ApiError {
  switch (code) {
    case TIMEOUT:
      return new ApiError('HTTP_TIMEOUT') as ApiError
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('HTTP_HEADERS_TOO_LARGE', { limit: MAX_HEADER_BYTES }) as ApiError
    default:
      return new ApiError('HTTP_MALFORMED') as ApiError
  }
}

/** Headers of all errors. Pages of any origin may read errors. */
const HEADERS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }

/** Every such error closes the connection, after pending responses. */
export function answerNonRequests(server: Server): void {
  const newest = new WeakMap<Duplex, { incoming: IncomingMessage; outgoing: ServerResponse }>()
  server.prependListener('request', (incoming, outgoing) => {
    newest.set(incoming.socket, { incoming, outgoing })
  })
  server.on('checkExpectation', (_, outgoing) => {
    const error = new ApiError('HTTP_EXPECTATION_UNKNOWN')
    const body = JSON.stringify(error.toBody())
    outgoing
      .writeHead(error.status, {
        ...HEADERS,
        [REQUEST_ID]: newId(),
        'content-length': body.length,
        connection: 'close',
      })
      .end(body)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const refusal = refusalOf(error.code)
    const { incoming, outgoing } = newest.get(socket) ?? {}
    const isUnderWay = outgoing !== undefined && !outgoing.writableFinished
    const isWhole = incoming?.complete ?? true
    if (isUnderWay && isWhole && error.code !== TIMEOUT) {
      socket.pause()
      outgoing.once('close', () => refuse(socket, refusal))
    } else if (outgoing?.headersSent && (isUnderWay || !isWhole)) {
      // An error now would be a second response, or corrupt a pending one.
      socket.destroy()
    } else refuse(socket, refusal)
  })
}

/** The response to a request with a malformed URL, such as an invalid host name; 500 for other errors. */
export function respondNoAddress(error: unknown): Response {
  if (!(error instanceof RequestError)) return new Response(null, { status: 500 })
  const refusal = new ApiError('HTTP_ADDRESS_MALFORMED', { reason: error.message })
  return Response.json(refusal.toBody(), { status: refusal.status, headers: HEADERS })
}

function refuse(socket: Duplex, refusal: ApiError): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(refusal.toBody())
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    ...Object.entries({ ...HEADERS, [REQUEST_ID]: newId() }).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
