// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "disableCSSFileLoading": true, "handleDisabledFileLoadingAsSuccess": true } }
import { afterEach, expect, it, vi } from 'vitest'
import { __vitePreload as load } from './withFiles.ts'

/** Links that the helper added to the head, which a browser would fetch. */
const links = () => [...document.head.querySelectorAll('link')]
const settle = (type: 'load' | 'error') => links().at(-1)!.dispatchEvent(new Event(type))

afterEach(() => document.head.replaceChildren())

it('loads scripts and style sheets in parallel with the part and waits for the style sheets', async () => {
  const part = vi.fn(async () => 'part')
  let given: string | undefined
  const loading = load(part, ['assets/a.js', 'assets/a.css']).then((one) => {
    given = one
  })
  expect(part).toHaveBeenCalledOnce()
  expect(links().map((link) => [link.rel, link.getAttribute('href')])).toEqual([
    ['modulepreload', '/assets/a.js'],
    ['stylesheet', '/assets/a.css'],
  ])
  await new Promise((done) => setTimeout(done))
  expect(given).toBeUndefined()
  settle('load')
  await loading
  expect(given).toBe('part')
  await load(part, ['assets/a.js', 'assets/a.css'])
  expect(links()).toHaveLength(2)
})

it('retries a failed style sheet', async () => {
  const first = load(async () => 'part', ['assets/b.css'])
  const together = load(async () => 'other', ['assets/b.css'])
  settle('error')
  await expect(first).rejects.toThrow('/assets/b.css could not be loaded')
  await expect(together).rejects.toThrow('/assets/b.css could not be loaded')
  const second = load(async () => 'part', ['assets/b.css'])
  settle('load')
  expect(await second).toBe('part')
  expect(links()).toHaveLength(1)
})

it('rejects if the part fails', async () => {
  await expect(load(() => Promise.reject(new TypeError('no network')))).rejects.toThrow('no network')
})
