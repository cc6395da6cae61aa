/** Clients that disconnect, flood, send too much, or send no HTTP get a clear error, and nothing changes. */
import { deflateRawSync, gzipSync } from 'node:zlib'
import { limits } from '@keywright/contract'
import type { LogEntry } from '@keywright/host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDev, type TestDev } from '../support/devServer.ts'
import { expectError } from './expectError.ts'
import { exchange, openRaw, parseAnswers, type RawConnection } from './rawConnection.ts'

const errors: LogEntry[] = []
let dev: TestDev
let url: string
let before: string
beforeAll(async () => {
  dev = await startTestDev({
    timeouts: { idleMs: 1_000 },
    log: (entry) => void (entry.level === 'error' && errors.push(entry)),
  })
  url = dev.server.url
  before = await exported()
})
afterAll(async () => {
  // After each test: nothing has changed, nothing has failed, and the server still works.
  await expectServed()
  expect(await exported()).toBe(before)
  expect(errors).toEqual([])
  await dev.close()
})

const exported = async () => (await fetch(`${url}/dev/export`)).text()
const expectServed = async () =>
  expect(await dev.root.query('whoami')).toMatchObject({ organizationId: dev.server.organizationId })

const WHOAMI = '/public/v1/query/whoami'
const start = `POST ${WHOAMI} HTTP/1.1\r\nHost: localhost\r\n`
const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n`
const whole = `${start}Content-Length: 2\r\n\r\n{}`
const last = `${start}Content-Length: 2\r\nConnection: close\r\n\r\n{}`

describe('half-closed connections', () => {
  it.each([
    ['nothing', ''],
    ['a part of the headers', start],
    ['a part of the body', `${start}Content-Length: 1000\r\n\r\n{"a":1`],
    ['a part of a chunk', `${chunked}100\r\n{"a":`],
    ['chunks without the last', `${chunked}2\r\n{}\r\n`],
  ])('end after %s', async (_, text) => {
    expect(await exchange(url, text, { end: true })).toMatch(/^($|HTTP\/1\.1 400 )/)
  })

  it('get responses to all complete requests', async () => {
    const answers = parseAnswers(await exchange(url, whole + whole + whole, { end: true }))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  })
})

describe('malformed requests', () => {
  it.each<[string, string | Uint8Array]>([
    ['words', 'hello world\r\n\r\n'],
    ['zeros', new Uint8Array(1_000)],
    ['a TLS handshake', Uint8Array.of(0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3)],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/9.9', `POST ${WHOAMI} HTTP/9.9\r\nHost: a\r\n\r\n`],
    ['bare line feeds', `POST ${WHOAMI} HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}`],
    ['a space before a colon', `${start}X-A : b\r\nContent-Length: 2\r\n\r\n{}`],
    ['a folded header', `${start}X-A: b\r\n c\r\nContent-Length: 2\r\n\r\n{}`],
    ['a zero byte in a header', `${start}X-A: \0\r\nContent-Length: 2\r\n\r\n{}`],
    ['two lengths', `${start}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`],
    ['a negative length', `${start}Content-Length: -2\r\n\r\n{}`],
    ['a length in words', `${start}Content-Length: two\r\n\r\n{}`],
    [
      'a length and chunks',
      `${start}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${last}`,
    ],
    ['another transfer coding', `${start}Transfer-Encoding: gzip\r\n\r\n{}`],
    ['a chunk with an invalid size', `${chunked}zz\r\n{}\r\n0\r\n\r\n`],
    ['a chunk with a huge size', `${chunked}FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n`],
  ])('are rejected: %s', async (_, bytes) => {
    expectError(await exchange(url, bytes), 400, /this is not an HTTP/)
  })

  it.each([
    ['no host', `POST ${WHOAMI} HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`],
    ...['a b', '[::', 'a/b', 'a@b', 'a?b', '%', 'a:port'].map((host) => [
      `the host ${host}`,
      `POST ${WHOAMI} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
    ]),
    ['no version', 'GET /health\r\n\r\n'],
    ['the target *', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ])('are rejected: %s', async (_, text) => {
    expectError(await exchange(url, text!), 400, /the request has an invalid address/)
  })

  it('close the connection after earlier requests are answered', async () => {
    const answers = parseAnswers(await exchange(url, `${whole}${whole}\0\0garbage\r\n\r\n`))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 400])
  })

  it('result from a body that is longer than its Content-Length', async () => {
    const answers = parseAnswers(await exchange(url, `${start}Content-Length: 1\r\n\r\n{"a":1}`))
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect(answers[0]!.body).toContain('BODY_MALFORMED')
  })

  it('with an Expect header get 100 or 417', async () => {
    const expecting = (what: string) => last.replace('\r\n', `\r\nExpect: ${what}\r\n`)
    expectError(await exchange(url, expecting('tea')), 417, /the only supported expectation is 100-continue/)
    expect(await exchange(url, expecting('100-continue'))).toMatch(
      /^HTTP\/1\.1 100 .*\r\n\r\nHTTP\/1\.1 401 /,
    )
  })

  it('that request a tunnel close the connection', async () => {
    expect(await exchange(url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n')).toBe('')
  })
})

describe('bodies in pieces', () => {
  it('are read as a whole', async () => {
    const pieces = [...'{"a":1}'].map((piece) => `1\r\n${piece}\r\n`).join('')
    expectError(await exchange(url, `${chunked}${pieces}0\r\n\r\n`, { end: true }), 401, /stamp/)
  })
})

describe('oversized bodies', () => {
  it.each([
    ['announces a huge length', `${start}Content-Length: 10000000000\r\nConnection: close\r\n\r\n{`, true],
    ['sends endless chunks', chunked, false],
  ])('are not read to their end if a client %s', async (_, head, isShort) => {
    const connection = openRaw(url)
    connection.write(head)
    if (!isShort) pour(connection)
    else connection.end()
    const answers = parseAnswers(await connection.answer)
    expect(answers.map(({ status }) => status)).toEqual([400])
    expect(answers[0]!.body).toContain('BODY_TOO_LARGE')
  })

  it('get a response even if the client reads it only after sending everything', async () => {
    const bytes = 24 * 1024 * 1024
    const connection = openRaw(url)
    connection.socket.pause()
    connection.write(`${start}Connection: close\r\nContent-Length: ${bytes}\r\n\r\n`)
    await new Promise((sent) => connection.socket.write(new Uint8Array(bytes).fill(0x20), sent))
    connection.socket.resume()
    expectError(await connection.answer, 400, /request body is larger than 1048576 bytes/)
  })

  it('start above exactly the size limit', async () => {
    const response = await fetch(`${url}${WHOAMI}`, {
      method: 'POST',
      body: `${' '.repeat(limits.smallBodyBytes - 2)}{}`,
    })
    expect(response.status).toBe(401)
  })

  function pour({ socket }: RawConnection): void {
    const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const more = () => {
      while (socket.writable && socket.write(piece));
    }
    socket.on('drain', more)
    more()
  }
})

describe('bodies in another encoding', () => {
  const text = '{"organizationId":"é€𝄞"}'
  const utf16be = Buffer.from(text, 'utf16le').swap16()
  it.each<[string, Uint8Array, Record<string, string>, RegExp]>([
    ['gzip', gzipSync(text), { 'content-encoding': 'gzip' }, /is compressed/],
    ['gzip without content-encoding', gzipSync(text), {}, /not UTF-8/],
    ['deflate', deflateRawSync(text), { 'content-encoding': 'deflate' }, /is compressed/],
    ['plain text declared as gzip', Buffer.from(text), { 'content-encoding': 'gzip' }, /is compressed/],
    ['two codings', gzipSync(gzipSync(text)), { 'content-encoding': 'gzip, gzip' }, /is compressed/],
    ['UTF-16', Buffer.from(text, 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }, /JSON/],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le'), {}, /not UTF-8/],
    ['big-endian UTF-16', utf16be, {}, /JSON/],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), {}, /JSON/],
    [
      'Latin-1',
      Buffer.from('{"a":"é"}', 'latin1'),
      { 'content-type': 'application/json; charset=latin1' },
      /UTF-8/,
    ],
    ['an overlong zero', Buffer.from([0x7b, 0xc0, 0x80, 0x7d]), {}, /not UTF-8/],
    ['a lone surrogate', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]), {}, /not UTF-8/],
    ['a lone continuation byte', Buffer.from([0x7b, 0x80, 0x7d]), {}, /not UTF-8/],
    ['a truncated character', Buffer.from('{"a":"€').subarray(0, -1), {}, /not UTF-8/],
    [
      'a form',
      Buffer.from('organizationId=1'),
      { 'content-type': 'application/x-www-form-urlencoded' },
      /JSON/,
    ],
    ['XML', Buffer.from('<a/>'), { 'content-type': 'application/xml' }, /JSON/],
  ])('are rejected: %s', async (_, body, headers, message) => {
    const init = { method: 'POST', body: new Uint8Array(body), headers }
    const response = await fetch(`${url}${WHOAMI}`, init)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 3,
      message: expect.stringMatching(message),
      details: [{ errorCode: 'BODY_MALFORMED' }],
    })
  })

  it.each(['application/xml', 'text/plain', 'image/png', ';;;', ''])(
    'are parsed regardless of the content type: %j',
    async (type) => {
      const stamped = await stampOf('{}')
      const headers = { 'content-type': type, 'x-stamp': stamped, 'content-encoding': 'identity' }
      const response = await fetch(`${url}${WHOAMI}`, { method: 'POST', body: '{}', headers })
      expect(await response.json()).toMatchObject({
        details: [{ errorCode: 'MEMBER_MISSING' }, expect.anything()],
      })
    },
  )

  async function stampOf(body: string): Promise<string> {
    const { apiKeyStamper } = await import('@keywright/engine/test')
    return apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...dev.server.apiKey })(Buffer.from(body))[1]
  }
})

describe('clients that disconnect', () => {
  it.each([
    ['immediately', ''],
    ['within the headers', start],
    ['within the body', `${start}Content-Length: 100000\r\n\r\n${' '.repeat(50_000)}`],
    ['within a chunk', `${chunked}10000\r\n${' '.repeat(1000)}`],
    ['within an oversized body', `${start}Content-Length: 9999999\r\n\r\n${' '.repeat(50_000)}`],
    ['before they are answered', whole.repeat(4)],
  ])('%s, fifty concurrently', async (_, text) => {
    const connections = Array.from({ length: 50 }, () => openRaw(url))
    await Promise.all(
      connections.map(({ socket }) => new Promise((sent) => socket.write(text || '\r', sent))),
    )
    for (const connection of connections) connection.reset()
    await Promise.all(connections.map(({ answer }) => answer))
    await expectServed()
  })
})

describe('floods', () => {
  it.each([
    ['one long header value', `${start}X-A: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['one long header name', `${start}${'a'.repeat(40_000)}: b\r\n\r\n`],
    ['many headers', `${start}${`x-a: ${'b'.repeat(40)}\r\n`.repeat(1_000)}\r\n`],
    ['headers without an end', start + `x-a: ${'b'.repeat(40)}\r\n`.repeat(1_000)],
    ['a long URL', `POST /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])('are rejected: %s', async (_, text) => {
    expectError(await exchange(url, text), 431, /headers are too large/)
  })

  it('of small headers are accepted up to the bound', async () => {
    const text = last.replace('\r\n', `\r\n${'a:1\r\n'.repeat(4_000)}`)
    expect(parseAnswers(await exchange(url, text)).map(({ status }) => status)).toEqual([401])
  })

  it('of stamp headers are not a valid stamp', async () => {
    const text = last.replace('\r\n', `\r\n${'X-Stamp: e30\r\n'.repeat(1_000)}`)
    expectError(await exchange(url, text), 401, /stamp/)
  })

  it('of silent connections do not block other clients', async () => {
    const silent = Array.from({ length: 400 }, () => openRaw(url))
    await Promise.all(silent.map(({ socket }) => new Promise((done) => socket.on('connect', done))))
    await expectServed()
    for (const connection of silent) connection.reset()
    await Promise.all(silent.map(({ answer }) => answer))
  })
})
