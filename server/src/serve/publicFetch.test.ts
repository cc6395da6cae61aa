import { expect, it } from 'vitest'
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

it('fetches https only', async () => {
  await expect(publicFetch('http://example.com/')).rejects.toThrow('https')
})
