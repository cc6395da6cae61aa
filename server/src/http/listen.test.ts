/** Clients that are slow, silent, gone, or send what they should not. */
import { connect } from 'node:net'
import { limits } from '@keywright/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDev, type TestDev } from '../testing/devServer.ts'

let dev: TestDev
beforeAll(async () => {
  dev = await startTestDev({ timeouts: { headersMs: 400, requestMs: 800, idleMs: 500 } })
})
afterAll(async () => {
  // Whatever was sent before, the server still works.
  expect(await dev.root.query('whoami')).toMatchObject({ organizationId: dev.server.organizationId })
  await dev.close()
})

const WHOAMI = '/public/v1/query/whoami'
const post = (body: BodyInit, headers = {}) =>
  fetch(`${dev.server.url}${WHOAMI}`, { method: 'POST', body, headers })

/** Sends text on a bare connection; gives everything that came back until the server closed it. */
function exchange(text: string, { end = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    // Half open: `end` sends our FIN, and what the server still says is read.
    const socket = connect({
      port: Number(new URL(dev.server.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(text)
    if (end) socket.end()
  })
}

const head = (length: number) => `POST ${WHOAMI} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n`

describe('a socket', () => {
  it.each([
    ['', 400],
    ['{', 400],
    ['[]', 400],
    ['null', 400],
    [new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ['['.repeat(5_000), 400],
    [' '.repeat(limits.bodyBytes + 1), 400],
  ])('answers bad body %# with a JSON error', async (body, status) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      code: 3,
      message: expect.any(String),
      details: expect.any(Array),
    })
  })

  it('stops reading a body of unknown length when it grows too large', async () => {
    const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const answer = await exchange(
      `POST ${WHOAMI} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${piece.repeat(20)}0\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('BODY_TOO_LARGE')
  })

  it('lets a client go that sends its headers too slowly', async () => {
    expect(await exchange('POST / HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('lets a client go that sends its body too slowly', async () => {
    expect(await exchange(`${head(1000)}\r\n{"organizationId":`)).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  it('answers a client that closed its half after a whole request', async () => {
    expect(await exchange(`${head(2)}Connection: close\r\n\r\n{}`, { end: true })).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('ends with a client that closed its half within a request', async () => {
    expect(await exchange(`${head(1000)}\r\n{"a":1`, { end: true })).toMatch(/^(HTTP\/1\.1 400 |$)/)
  })

  it('refuses headers that are too large', async () => {
    expect((await post('{}', { 'x-stamp': 'a'.repeat(40_000) })).status).toBe(431)
  })

  it('answers a preflight of any origin', async () => {
    const response = await fetch(`${dev.server.url}${WHOAMI}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toContain('x-stamp-webauthn')
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('answers %s of a call with 405', async (method) => {
    expect((await fetch(`${dev.server.url}${WHOAMI}`, { method })).status).toBe(405)
  })
})

describe('many at once', () => {
  it('executes fifty requests of the same bytes once', async () => {
    const posted = dev.root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'raced', accounts: [] })
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await dev.root.post(posted)).json()),
    )
    const ids = new Set(answers.map((answer) => answer.activity.id))
    const wallets = new Set(answers.map((answer) => answer.activity.result.createWalletResult.walletId))
    expect([ids.size, wallets.size]).toEqual([1, 1])
    const { wallets: all } = await dev.root.query('list_wallets')
    expect(all.filter(({ walletName }) => walletName === 'raced')).toHaveLength(1)
  })
})
