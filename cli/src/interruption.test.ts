/** Unresponsive servers and interruptions by the user. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestHost } from '../test/testHost.ts'

const env = {
  KEYWRIGHT_ORGANIZATION_ID: '7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10',
  KEYWRIGHT_API_PRIVATE_KEY: '11'.repeat(32),
}
const asking = [
  'whoami',
  'request list_users',
  'sign 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 hello',
  'wallets list',
  'wallets create w',
  'activities list',
  'activities watch',
  'activities approve 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10 --yes',
]

describe.each(['before its response', 'in the middle of its response'])(
  'a server that goes silent %s',
  (when) => {
    const server = createServer((_, response) => {
      if (when === 'before its response') return
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
      response.write('{"acti')
    })
    let url = ''
    beforeAll(async () => {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    })
    afterAll(() => {
      server.closeAllConnections()
      server.close()
    })
    const host = () => createTestHost({ env: { ...env, KEYWRIGHT_BASE_URL: url } })

    it.each(asking)('times out: %s', async (line) => {
      const { err, exitCode } = await host().run(...line.split(' '), '--request-timeout', '0.2')
      expect(err).toMatch(/did not respond within 0\.2 s/)
      expect(exitCode).toBe(3)
    })

    it('is reported by doctor', async () => {
      const { out, exitCode } = await host().run('doctor', '--port', '0', '--request-timeout', '0.2')
      expect(out).toMatch(
        when === 'before its response' ? /wrong server .*did not respond/ : /wrong whoami .*did not respond/,
      )
      expect(exitCode).toBe(1)
    })

    it.each([...asking, 'doctor --port 0'])('can be interrupted: %s', async (line) => {
      const stopping = host()
      setTimeout(stopping.interrupt, 50)
      const { exitCode } = await stopping.run(...line.split(' '))
      expect(exitCode).toBe(130)
    })
  },
)

it('can be interrupted while reading standard input', async () => {
  const host = createTestHost({ env, readInput: () => new Promise(() => undefined) })
  setTimeout(host.interrupt, 10)
  expect((await host.run('request', 'whoami', '-')).exitCode).toBe(130)
})
