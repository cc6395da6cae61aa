/** A listening socket with bounds: slow, silent and half-closed clients are let go. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer, type ServerOptions } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { ServerError, type ServerErrorCode } from '../serverError.ts'
import { answerNonRequests, respondNoAddress } from './answerNonRequests.ts'
import { boundConnections, CONNECTION_BOUNDS, type ConnectionBounds } from './boundConnections.ts'
import { MAX_HEADER_BYTES } from './bounds.ts'
import { nameRequest } from './requestId.ts'

export type Bindings = HttpBindings

export interface ListenOptions {
  readonly fetch: (request: Request, bindings: Bindings) => Promise<Response> | Response
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  readonly timeouts?: Partial<Timeouts>
  /** Default: `CONNECTION_BOUNDS`. */
  readonly connections?: Partial<ConnectionBounds>
  /** Default: plain HTTP. */
  readonly tls?: Certificate | undefined
}

/** A chain of certificates and its private key, in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface Timeouts {
  /** For all headers to arrive. */
  readonly headersMs: number
  /** For the whole request to arrive. */
  readonly requestMs: number
  /** For a connection between requests. */
  readonly idleMs: number
  /** For a connection on which nothing moves, as when a client does not take its answer. */
  readonly stalledMs: number
}

const TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 30_000, idleMs: 5_000, stalledMs: 120_000 }
/** How often Node looks for clients that are too slow. */
const CHECK_MS = 500

export interface Listening {
  readonly port: number
  /** Like `http://127.0.0.1:8787`. */
  readonly url: string
  /** Shows this certificate to connections from now on; those that stand go on. @throws for one that does not fit its key */
  renew(certificate: Certificate): void
  /** Takes no more connections, and waits for the answers that are under way, at most so long. */
  close(graceMs?: number): Promise<void>
}

/** @throws ServerError `PORT_TAKEN`, `HOST_UNUSABLE` */
export async function listen({
  fetch,
  host,
  port,
  timeouts = {},
  connections = {},
  tls,
}: ListenOptions): Promise<Listening> {
  const { headersMs, requestMs, idleMs, stalledMs } = { ...TIMEOUTS, ...timeouts }
  const listener = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    errorHandler: respondNoAddress,
    // What a client still sends after its answer is read by `readBytes`, or thrown away by Node.
    autoCleanupIncoming: false,
  })
  const options: ServerOptions = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(CHECK_MS, headersMs),
    maxHeaderSize: MAX_HEADER_BYTES,
    // A request without a host gets an answer that says so.
    requireHostHeader: false,
  }
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    nameRequest(outgoing)
    void listener(incoming, outgoing)
  }
  const server = tls
    ? createTlsServer({ ...options, ...tls, minVersion: 'TLSv1.2' }, answer)
    : createServer(options, answer)
  boundConnections(server, { ...CONNECTION_BOUNDS, ...connections })
  // Their size is bounded; Node would drop those above 2,000 without a word, a stamp among them.
  server.maxHeadersCount = 0
  server.timeout = stalledMs
  answerNonRequests(server)
  await bind(server, host, port)
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    renew: (certificate) => (server as TlsServer).setSecureContext({ ...certificate, minVersion: 'TLSv1.2' }),
    close: (graceMs = 5_000) => closeGently(server, graceMs),
  }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const [code, message, hint] = whyNotBound(error.code ?? error.message, host, port)
      reject(new ServerError(code, message, hint, error))
    })
    server.listen(port, host, resolve)
  })
}

function whyNotBound(code: string, host: string, port: number): [ServerErrorCode, string, string] {
  if (code === 'EADDRINUSE') {
    const hint = 'Stop the other server, or choose another port with --port.'
    return ['PORT_TAKEN', `port ${port} is taken on ${host}`, hint]
  }
  if (code === 'EACCES') {
    const hint = 'Choose a port from 1024 on with --port: those below are for root.'
    return ['PORT_TAKEN', `port ${port} on ${host} is not for this user`, hint]
  }
  const hint = 'Give --host an address of this machine, such as 127.0.0.1 or 0.0.0.0.'
  return ['HOST_UNUSABLE', `${host} cannot be listened on (${code})`, hint]
}

function closeGently(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Connections that are kept alive become idle one by one, with their last answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const force = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}
