/** MCP over Streamable HTTP, with one session and one engine per client. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { reasonOf } from '../files/files.ts'
import { usageFailure } from '../output/failure.ts'

export interface HttpServer {
  readonly url: string
  close(): Promise<void>
}

const PATH = '/mcp'
/** Upper bound of sessions, because each holds an engine in memory. The least recently used session is closed. */
const MOST_SESSIONS = 16

/** Listens on loopback. @throws Failure (usage) if the port is in use */
export async function serveHttp(port: number, open: () => McpServer): Promise<HttpServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()

  async function begin(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized(id) {
        sessions.set(id, transport)
        const [oldest] = sessions
        if (sessions.size > MOST_SESSIONS) void oldest![1].close()
      },
    })
    const server = open()
    // The SDK's transport types violate `exactOptionalPropertyTypes`.
    await server.connect(transport as Parameters<McpServer['connect']>[0])
    const ended = transport.onclose
    transport.onclose = () => {
      if (transport.sessionId) sessions.delete(transport.sessionId)
      ended?.()
    }
    return transport
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number, text: string) =>
      void response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
    if (!isLocal(request)) return refuse(403, 'only local clients are allowed, at 127.0.0.1 or localhost')
    for (const [name, value] of Object.entries(allowanceOf(request))) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    if (request.url?.split('?')[0] !== PATH) return refuse(404, `not found; the MCP server is at ${PATH}`)
    const id = request.headers['mcp-session-id']
    if (id === undefined) return (await begin()).handleRequest(request, response)
    const session = sessions.get(String(id))
    // The protocol requires 404, after which the client starts a new session.
    if (!session) return refuse(404, 'unknown session')
    sessions.delete(String(id))
    sessions.set(String(id), session)
    return session.handleRequest(request, response)
  }

  const http = createServer((request, response) => {
    answer(request, response).catch(() => response.headersSent || response.writeHead(500).end())
  })
  await new Promise<void>((listening, failed) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        usageFailure(
          error.code === 'EADDRINUSE'
            ? `port ${port} on 127.0.0.1 is in use`
            : `cannot listen on port ${port}: ${reasonOf(error)}`,
          'choose another port with --port',
        ),
      ),
    )
    http.listen(port, '127.0.0.1', listening)
  })
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}${PATH}`,
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.close()))
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
}

/** False for web pages: foreign origins, and host names that resolve to loopback (DNS rebinding). */
const isLocal = ({ headers: { host = '', origin } }: IncomingMessage): boolean =>
  isLoopback(`http://${host}`) && (origin === undefined || isLoopback(origin))

/** Lets a local web page, such as an inspector of the protocol, send requests and read the responses. */
const allowanceOf = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  headers.origin === undefined
    ? {}
    : {
        'access-control-allow-origin': headers.origin,
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
        'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version',
        'access-control-max-age': '600',
        vary: 'origin, access-control-request-headers',
      }

const isLoopback = (address: string): boolean =>
  URL.canParse(address) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
