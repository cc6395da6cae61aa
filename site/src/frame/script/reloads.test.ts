// @vitest-environment happy-dom
/** Parts of the site that fail to load: timeout and retry. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReloads } from './reloads.ts'

const kept = new Map<string, string>()
const tab = {
  read: (key: string) => kept.get(key) ?? null,
  write: (key: string, value: string | null) =>
    void (value === null ? kept.delete(key) : kept.set(key, value)),
}
/** Triggers the timeout. */
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

it('times out on a part that does not load, without a reload', async () => {
  const loading = createReloads(tab).load('search', () => new Promise(() => {}))
  timeIsUp()
  await expect(loading).rejects.toThrow('signal timed out')
  expect(reload).not.toHaveBeenCalled()
})

it('reloads the page if the part is requested again while it is still loading', async () => {
  const reloads = createReloads(tab)
  const loading = reloads.load('search', () => new Promise(() => {}))
  timeIsUp()
  await expect(loading).rejects.toThrow()
  void reloads.load('search', () => new Promise(() => {}))
  expect(reload).toHaveBeenCalledOnce()
})

it('returns the part if it arrived after the timeout', async () => {
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

it('ignores a timeout after the part has arrived', async () => {
  const reloads = createReloads(tab)
  expect(await reloads.load('search', async () => 'search')).toBe('search')
  timeIsUp()
  expect(await reloads.load('search', async () => 'search')).toBe('search')
  expect(reload).not.toHaveBeenCalled()
})

it('reloads the page once if a part fails while online', async () => {
  const reloads = createReloads(tab)
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))
  void reloads.load('search', fail)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await expect(reloads.load('search', fail)).rejects.toThrow('Failed to fetch')
  expect(reload).toHaveBeenCalledOnce()
})

it('never reloads a page on which the reader typed, and says that a reload may help', async () => {
  const reloads = createReloads(tab)
  const field = document.body.appendChild(document.createElement('input'))
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(reloads.load('search', fail)).rejects.toThrow(/Failed to fetch\n\n.* reload the page/)
  const loading = reloads.load('editor', () => new Promise(() => {}))
  timeIsUp()
  await expect(loading).rejects.toThrow(/signal timed out\n\n.* reload the page/)
  const again = reloads.load('editor', () => new Promise(() => {}))
  timeIsUp()
  await expect(again).rejects.toThrow()
  expect(reload).not.toHaveBeenCalled()
  // Its text went with the page.
  history.pushState(null, '', '/other')
  void reloads.load('search', fail)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  history.pushState(null, '', '/')
  field.remove()
})
