/** Slow and silent clients are disconnected while others are served. */
import { afterAll, expect, it } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { dev, withTestDev } from '../support/shared.ts'
import { expectError } from './expectError.ts'
import { exchange, openRaw, parseAnswers, type RawConnection } from './rawConnection.ts'

/** Milliseconds for starting and stopping databases and servers on a busy machine. */
const PATIENCE = 120_000

/** How long a connection may stall before the client is disconnected. */
const STALLED_MS = 1_000

withTestDev({ timeouts: { headersMs: 4_000, requestMs: 5_000, idleMs: 1_000 } })
afterAll(async () => {
  await dev.root.query('whoami')
}, PATIENCE)

const start = 'POST /public/v1/query/whoami HTTP/1.1\r\nHost: localhost\r\n'
const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n`
const body = `${start}Content-Length: 1000\r\n\r\n{"a":"`

const many = (open: () => RawConnection) => Array.from({ length: 20 }, open)
/** Sends a text once, and then another repeatedly. */
const slow = (first: string, bytes: string) => () => {
  const connection = openRaw(dev.server.url)
  if (first !== '') connection.write(first)
  if (bytes !== '') connection.trickle(bytes, 100)
  return connection
}

it('slow requests get 408 while others are served', async () => {
  const late = [
    ...many(slow('', '')),
    ...many(slow('P', '')),
    ...many(slow(start, '')),
    ...many(slow(start, 'a')),
    ...many(slow(start, 'a: b\r\n')),
    ...many(slow(body, '')),
    ...many(slow(body, 'b')),
    ...many(slow(chunked, '1\r\na\r\n')),
    ...many(slow(`${start}Content-Length: 2\r\n\r\n{}${start}`, '')),
  ]
  await dev.root.query('whoami')
  expect(late.every(({ isOpen }) => isOpen())).toBe(true)
  const answers = await Promise.all(late.map(({ answer }) => answer))
  const [whole, slowed] = [answers.slice(-20), answers.slice(0, -20)]
  for (const answer of slowed) expectError(answer, 408, /did not arrive in time/)
  // After a complete request, the connection may only be idle for so long.
  for (const answer of whole) {
    expect([[401], [401, 408]]).toContainEqual(parseAnswers(answer).map(({ status }) => status))
  }
})

it('unread responses are abandoned', async () => {
  // More than the buffers of both sockets.
  const answer = 'x'.repeat(64 * 1024 * 1024)
  const listening = await listen({
    host: '127.0.0.1',
    port: 0,
    timeouts: { stalledMs: STALLED_MS },
    fetch: () => new Response(answer),
  })
  const connection = openRaw(listening.url)
  connection.socket.pause()
  connection.write(`${start}Content-Length: 0\r\n\r\n`)
  // A client that does not read learns of the end only by writing.
  connection.trickle('\r\n', 3 * STALLED_MS)
  await connection.answer
  await listening.close()
})

it('oversized bodies are not read indefinitely', async () => {
  const connection = openRaw(dev.server.url, { staysOpen: true })
  connection.write(`${start}Content-Length: 100000000\r\n\r\n{`)
  connection.trickle(' ', 100)
  expectError(await connection.answer, 400, /larger than/)
})

it('idle connections are closed', async () => {
  const answers = parseAnswers(await exchange(dev.server.url, `${start}Content-Length: 2\r\n\r\n{}`))
  expect(answers.map(({ status }) => status)).toEqual([401])
})
