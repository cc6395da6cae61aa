/** The frame's one function that sends: to the allowed origin, calls alone, and a word for every way it fails. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { send } from './inside/send.ts'
import { MAX_ANSWER_BYTES, type RelayRequest } from './messages.ts'

const CALL = '/public/v1/query/whoami'
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

const ports = { fetch, isOnline: () => true, timeout: (ms: number) => AbortSignal.timeout(ms) }
const requestTo = (url: string, more: Partial<RelayRequest> = {}): RelayRequest => ({
  url,
  header: { name: 'X-Stamp', value: 'stamp' },
  body: '{}',
  ...more,
})

describe('send', () => {
  it('posts body and stamp, and tells status, kind and name of the answer', async () => {
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
    expect(await send(requestTo(origin + CALL), origin, ports)).toEqual({
      status: 403,
      contentType: 'application/json',
      requestId: 'r',
      text: '{"code":7}',
    })
    expect(seen).toEqual([['POST', CALL, 'stamp', '{}']])
  })

  it.each([
    ['another origin', `http://127.0.0.2:1${CALL}`, {}],
    ['another port', `http://127.0.0.1:2${CALL}`, {}],
    ['another scheme', `https://127.0.0.1:1${CALL}`, {}],
    ['a user of the same name', `http://127.0.0.1:1@evil.example${CALL}`, {}],
    ['a name in the address', `http://me:pass@127.0.0.1:1${CALL}`, {}],
    ['a path that is no call', 'http://127.0.0.1:1/dev/reset', {}],
    ['a path that climbs', 'http://127.0.0.1:1/public/v1/query/../../../dev/reset', {}],
    ['a query', `http://127.0.0.1:1${CALL}?key=1`, {}],
    ['no address', 'nowhere', {}],
    ['another header', `http://127.0.0.1:1${CALL}`, { header: { name: 'Authorization', value: 'x' } }],
    ['a body that is no text', `http://127.0.0.1:1${CALL}`, { body: new Blob() as unknown as string }],
  ] as const)('sends nothing to %s', async (_, url, more) => {
    const fetch = vi.fn()
    await expect(send(requestTo(url, more), 'http://127.0.0.1:1', { ...ports, fetch })).rejects.toMatchObject(
      {
        failure: 'NOT_ALLOWED',
      },
    )
    expect(fetch).not.toHaveBeenCalled()
  })

  it('follows no redirect', async () => {
    const led = vi.fn()
    const elsewhere = await serve((_, response) => void led(response.end()))
    const origin = await serve(
      (_, response) => void response.writeHead(307, { location: elsewhere + CALL }).end(),
    )
    await expect(send(requestTo(origin + CALL), origin, ports)).rejects.toMatchObject({
      failure: 'REDIRECTED',
    })
    expect(led).not.toHaveBeenCalled()
  })

  it('reads no answer without an end', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(' '.repeat(MAX_ANSWER_BYTES + 1))
    })
    await expect(send(requestTo(origin + CALL), origin, ports)).rejects.toMatchObject({
      failure: 'TOO_LARGE',
    })
  })

  const timedOut = () => Promise.reject(new DOMException('late', 'TimeoutError'))
  const failed = () => Promise.reject(new TypeError('Failed to fetch'))
  it.each([
    ['TIMEOUT', true, timedOut, failed],
    ['UNREACHABLE', true, failed, failed],
    ['OFFLINE', false, failed, failed],
    // Somebody is there, and the answer is kept from the page.
    ['UNREADABLE', true, failed, () => Promise.resolve(new Response())],
  ] as const)('tells %s from the others', async (failure, isOnline, post, probe) => {
    const fetch = vi.fn<typeof globalThis.fetch>((_, init) => (init?.method === 'POST' ? post() : probe()))
    const sent = send(requestTo(`http://here.example${CALL}`), 'http://here.example', {
      ...ports,
      fetch,
      isOnline: () => isOnline,
    })
    await expect(sent).rejects.toMatchObject({ failure })
    for (const [, init] of fetch.mock.calls)
      expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  })
})
