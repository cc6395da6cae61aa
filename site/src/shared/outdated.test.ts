// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { inWordsOfUpdate, isOutdated, OUTDATED } from './outdated.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['the host has the script of the document', 200, false],
  ['it is gone', 404, true],
  ['the host is not well', 503, false],
  ['the network is down', undefined, false],
])('where %s', async (_name, status, outdated) => {
  const ask = vi.fn(async (_address: string, _init: RequestInit) => {
    if (status === undefined) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
  vi.stubGlobal('fetch', ask)
  const page = new DOMParser().parseFromString(
    '<script type="module" src="https://docs.example/assets/boot-1.js"></script>',
    'text/html',
  )
  expect(await isOutdated(page)).toBe(outdated)
  expect(ask.mock.calls[0]).toEqual([
    'https://docs.example/assets/boot-1.js',
    { method: 'HEAD', cache: 'no-store' },
  ])
})

it('replaces the message of a fault, and is not checked for other errors', async () => {
  const ask = vi.fn(async () => new Response(null, { status: 404 }))
  vi.stubGlobal('fetch', ask)
  const refusal = Object.assign(new Error('denied'), { code: 'DENIED_BY_POLICY' })
  const fault = Object.assign(new Error('internal error'), { code: 'INTERNAL' })
  expect(await inWordsOfUpdate(refusal)).toBe(refusal)
  expect(ask).not.toHaveBeenCalled()
  expect(await inWordsOfUpdate(fault)).toBe(fault)
  const place = { querySelector: () => ({ src: 'https://docs.example/assets/boot-1.js' }) }
  vi.stubGlobal('document', place)
  for (const error of [fault, new TypeError('Failed to fetch dynamically imported module')])
    expect(await inWordsOfUpdate(error)).toMatchObject({ message: OUTDATED, cause: error })
})
