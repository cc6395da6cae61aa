import { afterEach, expect, it, vi } from 'vitest'
import { fetchJson } from './fetchJson.ts'

const answering = (answer: (signal: AbortSignal) => Promise<Response> | Response) =>
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => answer(signal!))
/** Rejects as the browser does when a request times out. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    if (signal.aborted) fail(signal.reason)
    signal.addEventListener('abort', () => fail(signal.reason))
  })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('returns the content of a file', async () => {
  answering(() => Response.json({ paths: 1 }))
  expect(await fetchJson('/a.json', { member: 'paths' })).toEqual({ paths: 1 })
})

it.each([
  ['an HTTP error', () => new Response('', { status: 503 }), '/a.json returned 503'],
  ['a page instead', () => new Response('<!doctype html>'), '/a.json is not JSON'],
  ['a truncated file', () => new Response('{"paths":{"a'), '/a.json is not JSON'],
  ['an empty file', () => new Response(''), '/a.json is not JSON'],
  ['another file', () => Response.json({ a: 1 }), '/a.json is not the requested file'],
  ['null', () => Response.json(null), '/a.json is not the requested file'],
])('explains what is wrong with %s', async (_, answer, words) => {
  answering(answer)
  await expect(fetchJson('/a.json', { member: 'paths' })).rejects.toThrow(words)
})

it('keeps the browser’s message without a network', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetchJson('/a.json')).rejects.toThrow('Failed to fetch')
})

it.each([
  ['does not start', untilAborted],
  [
    'does not end',
    (signal: AbortSignal) => {
      const body = new ReadableStream({
        start: (its) => void untilAborted(signal).catch((e) => its.error(e)),
      })
      return new Response(body)
    },
  ],
])('times out on a file that %s', async (_, answer) => {
  const clock = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
  answering(answer)
  const coming = fetchJson('/a.json')
  clock.abort(new DOMException('time', 'TimeoutError'))
  await expect(coming).rejects.toThrow('/a.json did not load within 30 seconds')
})
