// @vitest-environment happy-dom

import { afterEach, expect, it, vi } from 'vitest'
import { fetchSearchFile } from './files.ts'

afterEach(() => void vi.unstubAllGlobals())

it('fetches texts once, after a failure again, and after an index again', async () => {
  let isOnline = false
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (address: string | URL) => {
    fetched.push(new URL(address, 'https://docs.example').pathname)
    if (!isOnline) throw new TypeError('offline')
    return Response.json({ at: fetched.length })
  })
  const texts = () => fetchSearchFile('texts/0')
  await expect(texts()).rejects.toThrow()
  isOnline = true
  const first = await texts()
  expect(await texts()).toEqual(first)
  await fetchSearchFile('index')
  expect(await texts()).not.toEqual(first)
})
