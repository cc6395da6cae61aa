/** A listening socket with bounds. Slow, silent and half-closed clients are disconnected. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer, type ServerOptions } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { ServerError, type ServerErrorCode } from '../serverError.ts'
import { answerNonRequests, respondNoAddress } from './answerNonRequests.ts'
import { boundConnections, CONNECTION_BOUNDS, type ConnectionBounds } from './boundConnections.ts'
import { MAX_HEADER_BYTES } from './bounds.ts'
import { bindSocket } from './operatorSocket.ts'
import { nameRequest } from './requestId.ts'

export type Bindings = HttpBindings

export interface ServeOptions {
  readonly fetch: (request: Request, bindings: Bindings) => Promise<Response> | Response
  readonly timeouts?: Partial<Timeouts>
  /** Default: `CONNECTION_BOUNDS`. */
  readonly connections?: Partial<ConnectionBounds>
  /** Default: plain HTTP. */
  readonly tls?: Certificate | undefined
}

export interface ListenOptions extends ServeOptions {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** Names of the settings in messages. Default: `--port` and `--host`. */
  readonly settings?: Partial<ListenSettings>
}

export interface ListenSettings {
  readonly port: string
  readonly host: string
}

/** A chain of certificates and its private key, in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface Timeouts {
  /** Until all headers have arrived. */
  readonly headersMs: number
  /** Until the whole request has arrived. */
  readonly requestMs: number
  /** How long a connection may be idle between requests. */
  readonly idleMs: number
  /** How long a connection may stall, such as when a client does not read its response. */
  readonly stalledMs: number
}

const TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 30_000, idleMs: 5_000, stalledMs: 120_000 }
const CHECK_MS = 500

export interface ListeningSocket {
  /** Such as `unix:/run/keywright/operator.sock`. */
  readonly url: string
  /** Stops accepting connections and waits for pending responses, up to `graceMs`. */
  close(graceMs?: number): Promise<void>
}

export interface Listening extends ListeningSocket {
  readonly port: number
  /** Such as `http://127.0.0.1:8787`. */
  readonly url: string
  /** Uses the certificate for new connections. @throws Error if it does not match its key */
  renew(certificate: Certificate): void
}

/** @throws ServerError `PORT_TAKEN`, `HOST_UNUSABLE` */
export async function listen({ port, settings = {}, ...options }: ListenOptions): Promise<Listening> {
  // An IPv6 address may have the brackets that it has in a URL.
  const host = options.host.replace(/^\[(.+)\]$/, '$1')
  const server = createBoundedServer(options)
  await bind(server, host, port, { port: '--port', host: '--host', ...settings })
  const address = server.address() as AddressInfo
  const scheme = options.tls ? 'https' : 'http'
  return {
    port: address.port,
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    renew: (certificate) => (server as TlsServer).setSecureContext({ ...certificate, minVersion: 'TLSv1.2' }),
    close: (graceMs = 5_000) => closeGently(server, graceMs),
  }
}

/** @throws ServerError `SOCKET_TAKEN`, `SOCKET_UNUSABLE` */
export async function listenOnSocket(
  path: string,
  options: Omit<ServeOptions, 'tls'>,
): Promise<ListeningSocket> {
  const server = createBoundedServer(options)
  const remove = await bindSocket(server, path)
  return {
    url: `unix:${path}`,
    async close(graceMs = 5_000) {
      remove()
      await closeGently(server, graceMs)
    },
  }
}

function createBoundedServer({ fetch, timeouts = {}, connections = {}, tls }: ServeOptions): Server {
  const { headersMs, requestMs, idleMs, stalledMs } = { ...TIMEOUTS, ...timeouts }
  const listener = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    errorHandler: respondNoAddress,
    // `readBytes` or Node discards what a client sends after the response.
    autoCleanupIncoming: false,
  })
  const options: ServerOptions = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(CHECK_MS, headersMs),
    maxHeaderSize: MAX_HEADER_BYTES,
    // A request without a host gets an error of the catalog instead of one from Node.
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
  // Header size is bounded instead, because Node silently drops headers beyond 2,000, even a stamp.
  server.maxHeadersCount = 0
  server.timeout = stalledMs
  answerNonRequests(server)
  return server
}

function bind(server: Server, host: string, port: number, settings: ListenSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const [code, message, hint] = whyNotBound(error.code ?? error.message, host, port, settings)
      reject(new ServerError(code, message, hint, error))
    })
    server.listen(port, host, resolve)
  })
}

function whyNotBound(
  code: string,
  host: string,
  port: number,
  settings: ListenSettings,
): [ServerErrorCode, string, string] {
  if (code === 'EADDRINUSE') {
    const hint = `Stop the other server, or choose another port with ${settings.port}.`
    return ['PORT_TAKEN', `port ${port} on ${host} is in use`, hint]
  }
  if (code === 'EACCES') {
    const hint = `Choose a port above 1023 with ${settings.port}; lower ports require root.`
    return ['PORT_TAKEN', `this user cannot bind port ${port} on ${host}`, hint]
  }
  const hint = `Pass an address of this machine with ${settings.host}, such as 127.0.0.1 or 0.0.0.0.`
  return ['HOST_UNUSABLE', `cannot listen on ${host} (${code})`, hint]
}

function closeGently(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Keep-alive connections become idle one by one, after their last response.
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
