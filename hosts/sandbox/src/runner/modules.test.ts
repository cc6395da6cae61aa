import { expect, it, vi } from 'vitest'
import { openAssets } from './modules.ts'

vi.stubGlobal('location', { href: 'https://docs.example/page' })

it.each<[string, () => Promise<Response>]>([
  ['a lost request', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an error of the host', async () => new Response(null, { status: 502 })],
  ["a proxy's page", async () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
])('fetches files again after %s, and keeps them after that', async (how, fails) => {
  const manifest = { modules: { a: ['a.js'] }, format: 'format.js' }
  let lost = 'manifest.json'
  const fetch = vi.fn(async (address: string) =>
    lost !== '' && address.endsWith(lost)
      ? fails()
      : new Response(address.endsWith('.json') ? JSON.stringify(manifest) : address),
  )
  const { scriptsFor } = openAssets(`/${encodeURIComponent(how)}/`, fetch as never)
  const scripts = async () => [...(await scriptsFor('require("a")')).keys()]
  await expect(scripts()).rejects.toThrow()
  lost = 'a.js'
  await expect(scripts()).rejects.toThrow()
  lost = ''
  expect(await scripts()).toEqual(['format.js', 'a.js'])
  lost = '.js'
  expect(await scripts()).toEqual(['format.js', 'a.js'])
})
