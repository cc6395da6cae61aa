/** Slow or silent issuers: the time that one request spends on them is bounded. */
import { getEventListeners } from 'node:events'
import { limits } from '@keywright/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openFetchJson } from './fetchJson.ts'

let timeIsUp: AbortController
let timeout: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  timeIsUp = new AbortController()
  timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeIsUp.signal)
})

afterEach(() => void vi.restoreAllMocks())

function dripping(onDrip: (count: number) => void) {
  let drips = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      // A macrotask, so that the test continues between two bytes.
      await new Promise((resolve) => setTimeout(resolve, 0))
      stream.enqueue(Uint8Array.of(0x20))
      onDrip(++drips)
    },
    cancel() {
      isCancelled = true
    },
  })
  return { response: new Response(body), isCancelled: () => isCancelled }
}

it('gives up on a dripping issuer when the time of the whole request is over', async () => {
  const drip = dripping((count) => {
    if (count === 3) timeIsUp.abort(new Error('time is up'))
  })
  const fetchJson = openFetchJson(async (url) =>
    url.endsWith('first') ? Response.json({ here: true }) : drip.response,
  )
  expect(await fetchJson('https://id.example/first')).toEqual({ here: true })
  await expect(fetchJson('https://id.example/dripping')).rejects.toThrow('time is up')
  expect(drip.isCancelled()).toBe(true)
  // Later fetches of the same request fail too.
  await expect(fetchJson('https://id.example/later')).rejects.toThrow('time is up')
  expect(timeout.mock.calls).toEqual([[limits.issuerSeconds * 1000]])
})

it('gives up on a fetch that ignores its signal', async () => {
  const fetchJson = openFetchJson(() => new Promise(() => {}))
  const answer = fetchJson('https://id.example/never')
  timeIsUp.abort(new Error('time is up'))
  await expect(answer).rejects.toThrow('time is up')
})

it('fetches at most twenty documents for one request', async () => {
  const fetchJson = openFetchJson(async () => Response.json(1))
  const fetchAll = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, (_, n) => fetchJson(`https://id${n}.example/`)))
  const outcomes = [...(await fetchAll(25)), ...(await fetchAll(5))]
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    ...Array(20).fill(true),
    ...Array(5).fill(false),
    ...Array(5).fill(true),
  ])
  // Node warns about more than ten.
  expect(getEventListeners(timeIsUp.signal, 'abort')).toHaveLength(1)
})

it('stops reading an endless response at the limit', async () => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      sent += 16_384
      stream.enqueue(new Uint8Array(16_384).fill(0x20))
    },
  })
  const fetchJson = openFetchJson(async () => new Response(body))
  await expect(fetchJson('https://id.example/endless')).rejects.toThrow('too large')
  expect(sent).toBeLessThanOrEqual(limits.issuerBytes + 3 * 16_384)
})
