import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'
import { fetchAnywhere, socketIn } from './fetchOnSocket.ts'

const folder = mkdtempSync(join(tmpdir(), 'kw-'))
const path = join(folder, 'operator.sock')
const server = createServer(async (incoming, outgoing) => {
  const { method, url, headers } = incoming
  outgoing.statusCode = url === '/missing' ? 404 : 200
  outgoing.end(JSON.stringify({ sealed: true, method, url, host: headers.host, body: await text(incoming) }))
})
beforeAll(() => new Promise<void>((done) => server.listen(path, done)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

it('asks a server on a Unix socket, and others as before', async () => {
  const posted = await fetchAnywhere(`unix:${path}:/unseal`, { method: 'POST', body: '{"share":"…"}' })
  expect(await posted.json()).toMatchObject({
    method: 'POST',
    url: '/unseal',
    host: 'localhost',
    body: '{"share":"…"}',
  })
  expect((await fetchAnywhere(`unix:${path}:/missing`)).status).toBe(404)
  expect(socketIn('http://127.0.0.1:8788/seal')).toBeUndefined()
  expect(socketIn('unix:a:b.sock:/losses/1')).toEqual({ socket: 'a:b.sock', route: '/losses/1' })
})

it('carries a command of an operator, and says which socket has no server', async () => {
  const host = createTestHost({ fetch: fetchAnywhere })
  expect((await host.run('seal', '--operator-url', `unix:${path}`)).out).toMatch(/^sealed: /)
  const nowhere = join(folder, 'none.sock')
  const { err, exitCode } = await host.run('seal', '--operator-url', `unix:${nowhere}`)
  expect(err).toContain(`cannot reach ${nowhere}: no server listens there (ENOENT)\n`)
  expect(exitCode).toBe(3)
})
