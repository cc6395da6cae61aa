/** `fetch` that also takes `unix:PATH:/ROUTE`, a route of a server on a Unix socket. */
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The path of the socket and the route; undefined for another URL. */
export function socketIn(url: string): { readonly socket: string; readonly route: string } | undefined {
  const [, socket, route] = /^unix:(.+):(\/[^:]*)$/.exec(url) ?? []
  return socket === undefined ? undefined : { socket, route: route! }
}

export function fetchAnywhere(url: string, init: RequestInit = {}): Promise<Response> {
  const { socket: socketPath, route: path } = socketIn(url) ?? {}
  if (socketPath === undefined) return fetch(url, init)
  const { method = 'GET', headers, body, signal } = init
  return new Promise((resolve, reject) => {
    const asked = request({
      socketPath,
      path,
      method,
      headers: { host: 'localhost', ...Object.fromEntries(new Headers(headers)) },
      ...(signal && { signal }),
    })
    asked.once('error', reject)
    asked.once('response', (response) => {
      const { statusCode: status = 500 } = response
      buffer(response).then((bytes) => resolve(new Response(new Uint8Array(bytes), { status })), reject)
    })
    asked.end(body ?? undefined)
  })
}
