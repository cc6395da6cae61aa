import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { makeCertificate } from '../../test/support/certificate.ts'
import { publicFetch } from './publicFetch.ts'

it.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest',
  // A name that every machine resolves to loopback.
  'https://localhost/',
])('does not connect to %s', async (url) => {
  await expect(publicFetch(url)).rejects.toThrow('the address is not public')
})

it('connects to internal hosts that the operator allows, and to no other', async () => {
  const allowed = ['127.0.0.1', 'localhost']
  // Nothing listens on this port.
  for (const host of allowed) {
    await expect(publicFetch(`https://${host}:1/`, {}, allowed)).rejects.toThrow('ECONNREFUSED')
  }
  await expect(publicFetch('https://127.0.0.2/', {}, allowed)).rejects.toThrow('the address is not public')
})

it("doesn't reuse a connection to an internal host for a request that may reach only public addresses", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-fetch-'))
  const { certFile, keyFile } = makeCertificate(folder, 'internal')
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (_, response) =>
    response.end('inside'),
  )
  let connections = 0
  server.on('secureConnection', () => connections++)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  try {
    for (let n = 0; n < 3; n++) {
      expect(await (await publicFetch(url, {}, ['localhost'])).text()).toBe('inside')
      // The connection becomes free after the response.
      await setImmediate()
    }
    expect(connections).toBeLessThan(3)
    await expect(publicFetch(url)).rejects.toThrow('the address is not public')
  } finally {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  }
})

it('fetches https only', async () => {
  await expect(publicFetch('http://example.com/')).rejects.toThrow('https')
})
