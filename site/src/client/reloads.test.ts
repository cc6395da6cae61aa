// @vitest-environment happy-dom
/** Parts of the site that do not come: given up after a while, and asked for again. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReloads } from './reloads.ts'

const kept = new Map<string, string>()
const tab = {
  read: (key: string) => kept.get(key) ?? null,
  write: (key: string, value: string | null) =>
    void (value === null ? kept.delete(key) : kept.set(key, value)),
}
/** Ends the patience of whoever waits. */
let clock: AbortController
const timeIsUp = () => clock.abort(new DOMException('signal timed out', 'TimeoutError'))
const reload = vi.fn()

beforeEach(() => {
  kept.clear()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    clock = new AbortController()
    return clock.signal
  })
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  vi.restoreAllMocks()
  reload.mockClear()
})

it('a part that does not come is given up, and does not reload the page of a reader who reads', async () => {
  const loading = createReloads(tab).load('search', () => new Promise(() => {}))
  timeIsUp()
  await expect(loading).rejects.toThrow('signal timed out')
  expect(reload).not.toHaveBeenCalled()
})

it('asked for again while it is still on its way, the page reloads', async () => {
  const reloads = createReloads(tab)
  const loading = reloads.load('search', () => new Promise(() => {}))
  timeIsUp()
  await expect(loading).rejects.toThrow()
  void reloads.load('search', () => new Promise(() => {}))
  expect(reload).toHaveBeenCalledOnce()
})

it('asked for again once it has come after all, it is there', async () => {
  const reloads = createReloads(tab)
  let arrive = (_: string) => {}
  const part = new Promise<string>((resolve) => {
    arrive = resolve
  })
  const loading = reloads.load('search', () => part)
  timeIsUp()
  await expect(loading).rejects.toThrow()
  arrive('search')
  await new Promise((turn) => setTimeout(turn))
  expect(await reloads.load('search', () => part)).toBe('search')
  expect(reload).not.toHaveBeenCalled()
})

it('time that is up after a part has come is nobody’s concern', async () => {
  const reloads = createReloads(tab)
  expect(await reloads.load('search', async () => 'search')).toBe('search')
  timeIsUp()
  expect(await reloads.load('search', async () => 'search')).toBe('search')
  expect(reload).not.toHaveBeenCalled()
})

it('a part that fails while the network is there reloads the page, once', async () => {
  const reloads = createReloads(tab)
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))
  void reloads.load('search', fail)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await expect(reloads.load('search', fail)).rejects.toThrow('Failed to fetch')
  expect(reload).toHaveBeenCalledOnce()
})
