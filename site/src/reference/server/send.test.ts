/** Sends requests to a local server and checks the message for each failure. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sendLocal } from './send.ts'

const CALL = '/public/v1/query/whoami'
const STAMP = { name: 'X-Stamp', value: 'stamp' } as const
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('sendLocal', () => {
  it('posts body and stamp, and returns status, content type, request id and text', async () => {
    const seen: unknown[] = []
    const origin = await serve((request, response) => {
      request
        .setEncoding('utf8')
        .on('data', (body) => seen.push([request.method, request.url, request.headers['x-stamp'], body]))
      request.on('end', () => {
        response
          .writeHead(403, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r' })
          .end('{"code":7}')
      })
    })
    expect(await sendLocal(origin + CALL, STAMP, '{}')).toEqual({
      status: 403,
      contentType: 'application/json',
      requestId: 'r',
      text: '{"code":7}',
    })
    expect(seen).toEqual([['POST', CALL, 'stamp', '{}']])
  })

  it('follows no redirect', async () => {
    const origin = await serve((_, response) => response.writeHead(307, { location: '/elsewhere' }).end())
    await expect(sendLocal(origin + CALL, STAMP, '{}')).rejects.toThrow(`${origin} redirects the request`)
  })

  it('explains how to start a server that is not running', async () => {
    const origin = await serve(() => undefined)
    await new Promise((resolve) => servers.pop()!.close(resolve))
    await expect(sendLocal(origin + CALL, STAMP, '{}')).rejects.toThrow(
      /No readable response from .*npx keywright dev/,
    )
  })
})
