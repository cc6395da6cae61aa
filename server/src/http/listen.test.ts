/** Requests other than calls. `socket/` has bad clients and races. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDev, type TestDev } from '../testing/devServer.ts'

let dev: TestDev
beforeAll(async () => {
  dev = await startTestDev()
})
afterAll(() => dev.close())

const WHOAMI = '/public/v1/query/whoami'

describe('a socket', () => {
  it('answers preflight requests of any origin', async () => {
    const response = await fetch(`${dev.server.url}${WHOAMI}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toContain('x-stamp-webauthn')
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])('answers %s of a call with 405', async (method) => {
    expect((await fetch(`${dev.server.url}${WHOAMI}`, { method })).status).toBe(405)
  })
})
