/** Requests other than calls. `socket/` has bad clients and races. */
import { describe, expect, it } from 'vitest'
import { dev, withTestDev } from '../../test/support/shared.ts'
import { listen } from './listen.ts'

withTestDev()

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

  it('names the settings of a port or an address that it cannot use', async () => {
    const port = Number(new URL(dev.server.url).port)
    const at = { fetch: () => new Response(), host: '127.0.0.1', port }
    await expect(listen(at)).rejects.toMatchObject({ hint: expect.stringContaining('with --port.') })
    const settings = { port: '--metrics', host: '--metrics' }
    await expect(listen({ ...at, settings })).rejects.toMatchObject({
      hint: expect.stringContaining('with --metrics.'),
    })
    // An address for documentation, which no machine has.
    await expect(listen({ ...at, settings, host: '192.0.2.1' })).rejects.toMatchObject({
      hint: expect.stringContaining('with --metrics,'),
    })
  })
})
