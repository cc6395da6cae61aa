/**
 * The server that a client talks to: a socket that records the bytes of each request and answers with a script, in
 * front of the real engine.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { need } from './finding.ts'

export interface Seen {
  readonly path: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Milliseconds since 1970. */
  readonly at: number
  /** The response; empty if the connection was broken or there was no response. */
  answer: string
  status: number
}

/** `reset` breaks the connection, `silence` never answers. */
export type Reply = Response | 'reset' | 'silence'
export type Script = (request: Seen, next: () => Promise<Response>) => Promise<Reply>
export type Device = (path: string, question: Record<string, string>) => Promise<object>

export interface Observer {
  readonly url: string
  /** Oldest first. */
  readonly requests: readonly Seen[]
  close(): Promise<void>
}

/**
 * @param engine answers the requests that the script passes through
 * @param device answers requests under `/device/`
 */
export async function openObserver(
  engine: (request: Request) => Promise<Response>,
  script: Script = (_, next) => next(),
  device: Device = async () => ({}),
): Promise<Observer> {
  const requests: Seen[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request)
    const path = request.url ?? '/'
    if (path.startsWith('/device/')) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(await device(path, JSON.parse(new TextDecoder().decode(body)))))
      return
    }
    const seen: Seen = { path, headers: headersOf(request), body, at: Date.now(), answer: '', status: 0 }
    requests.push(seen)
    const next = () => engine(new Request(`http://keywright.test${path}`, requestOf(request, seen)))
    const reply = await script(seen, next)
    if (reply === 'reset') request.socket.resetAndDestroy()
    if (!(reply instanceof Response)) return
    seen.answer = await reply.text()
    seen.status = reply.status
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    response.end(seen.answer)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function readAll(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return new Uint8Array(Buffer.concat(chunks))
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function requestOf({ method = 'GET' }: IncomingMessage, { headers, body }: Seen): RequestInit {
  const { host, connection, 'content-length': length, 'transfer-encoding': encoding, ...rest } = headers
  return method === 'POST'
    ? { method, headers: rest, body: body as Uint8Array<ArrayBuffer> }
    : { method, headers: rest }
}

/** The first request that arrived. @throws Finding if none did */
export function firstOf([seen]: readonly Seen[]): Seen {
  need(seen !== undefined, 'nothing was posted')
  return seen
}
