/** Clients that hold connections open without finishing a request. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openRaw, type RawConnection } from '../../test/socket/rawConnection.ts'
import { makeCertificate } from '../../test/support/certificate.ts'
import { clientOf } from './clientAddress.ts'
import { type Listening, type ListenOptions, listen } from './listen.ts'

const HALF = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{'
const LONG = 600_000
const patient = { headersMs: LONG, requestMs: LONG, idleMs: LONG, stalledMs: LONG }

let listening: Listening
let held: RawConnection[] = []
afterEach(async () => {
  for (const { socket } of held) socket.destroy()
  held = []
  await listening.close(0)
})

async function start(options: Partial<ListenOptions> = {}) {
  listening = await listen({
    host: '127.0.0.1',
    port: 0,
    timeouts: patient,
    fetch: async (request) => new Response(await request.text()),
    ...options,
  })
}

const connected = ({ socket }: RawConnection) =>
  new Promise<void>((resolve) => {
    if (socket.connecting) socket.once('connect', () => resolve())
    else resolve()
  })

async function hold(count: number, bytes: string) {
  for (let n = 0; n < count; n++) {
    const connection = openRaw(listening.url)
    held.push(connection)
    await connected(connection)
    connection.write(bytes)
  }
}

function askFrom(localAddress: string): Promise<string> {
  const { hostname, port } = new URL(listening.url)
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}')
  })
}

describe('half-sent requests', () => {
  it('of 1,000 connections do not block other clients', async () => {
    await start()
    await hold(1_000, HALF)
    expect(await askFrom('127.0.0.1')).toContain('200 OK')
    await held[0]!.answer
    expect(held.at(-1)!.isOpen()).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['a part of the headers', 'POST / HTTP/1.1\r\nHos'],
    ['a part of the body', HALF],
  ])(
    'with %s sent give way to a new connection of the same client, the oldest first',
    async (_what, bytes) => {
      await start({ connections: { perClient: 3, proxies: [] } })
      await hold(3, bytes)
      await hold(1, bytes)
      await held[0]!.answer
      expect(held.slice(1).every(({ isOpen }) => isOpen())).toBe(true)
      expect(await askFrom('127.0.0.1')).toContain('200 OK')
    },
  )

  it('of one address do not affect the connections of another address', async () => {
    await start({ connections: { perClient: 3, total: 5, proxies: [] } })
    const other = askHeld('127.0.0.2')
    await hold(9, HALF)
    expect(await askFrom('127.0.0.3')).toContain('200 OK')
    expect(await other.finish()).toContain('200 OK')
  })

  it('of a trusted proxy are bounded in total only', async () => {
    await start({ connections: { perClient: 3, proxies: ['127.0.0.1'] } })
    await hold(9, HALF)
    expect(await askFrom('127.0.0.1')).toContain('200 OK')
    expect(held.every(({ isOpen }) => isOpen())).toBe(true)
  })
})

it.each(['http', 'https'])('keeps %s connections whose request is being answered', async (protocol) => {
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let begun: () => void = () => undefined
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  await start({
    connections: { perClient: 1, proxies: [] },
    ...(protocol === 'https' && { tls: certificate() }),
    fetch: async (request) => {
      const text = await request.text()
      begun()
      await finished
      return new Response(text)
    },
  })
  const first = ask(protocol)
  await isBegun
  await expect(ask(protocol)).rejects.toThrow()
  finish()
  expect(await first).toBe(200)
})

function ask(protocol: string): Promise<number | undefined> {
  const { port } = new URL(listening.url)
  const options = { host: '127.0.0.1', port, method: 'POST', agent: false, rejectUnauthorized: false }
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https' ? httpsRequest : httpRequest)(options, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end('{}')
  })
}

function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-tls-'))
  const { certFile, keyFile } = makeCertificate(folder, 'bounds')
  const files = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  rmSync(folder, { recursive: true })
  return files
}

it.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:DB8:1:2:ffff::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
])('counts %s as the client %s', async (address, client) => {
  await start()
  expect(clientOf(address)).toBe(client)
})

function askHeld(localAddress: string) {
  const { hostname, port } = new URL(listening.url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  let text = ''
  socket.on('data', (piece) => {
    text += piece
  })
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{')
  return {
    finish() {
      socket.write('}')
      return closed
    },
  }
}
