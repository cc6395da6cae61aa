import { afterEach, expect, it, vi } from 'vitest'
import { fetchJson } from './fetchJson.ts'

const answering = (answer: (signal: AbortSignal) => Promise<Response> | Response) =>
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => answer(signal!))
/** Ends as the browser ends a request whose time is up. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('gives what a file says', async () => {
  answering(() => Response.json({ paths: 1 }))
  expect(await fetchJson('/a.json', { member: 'paths' })).toEqual({ paths: 1 })
})

it.each([
  ['an error of the host', () => new Response('', { status: 503 }), '/a.json answered 503'],
  ['a page in its place', () => new Response('<!doctype html>'), '/a.json came as something that is no JSON'],
  [
    'a file that was cut off',
    () => new Response('{"paths":{"a'),
    '/a.json came as something that is no JSON',
  ],
  ['nothing', () => new Response(''), '/a.json came as something that is no JSON'],
  ['another file', () => Response.json({ a: 1 }), '/a.json is another file than was asked for'],
  ['null', () => Response.json(null), '/a.json is another file than was asked for'],
])('says what is wrong with %s', async (_, answer, words) => {
  answering(answer)
  await expect(fetchJson('/a.json', { member: 'paths' })).rejects.toThrow(words)
})

it('leaves the words of the browser where there is no network', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetchJson('/a.json')).rejects.toThrow('Failed to fetch')
})

it.each([
  ['does not begin', untilAborted],
  [
    'does not end',
    (signal: AbortSignal) => {
      const body = new ReadableStream({
        start: (its) => void untilAborted(signal).catch((e) => its.error(e)),
      })
      return new Response(body)
    },
  ],
])('gives up a file that %s', async (_, answer) => {
  const clock = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
  answering(answer)
  const coming = fetchJson('/a.json')
  clock.abort(new DOMException('time', 'TimeoutError'))
  await expect(coming).rejects.toThrow('/a.json did not come within 30 seconds')
})
