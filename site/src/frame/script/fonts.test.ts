/** @vitest-environment happy-dom */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStorage } from '../../shared/storage.ts'
import { FONTS_KEY } from './fontRules.ts'
import { fonts } from './fonts.ts'
import type { Site } from './site.ts'

const load = vi.fn<(face: string) => Promise<void>>()

function start() {
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true })
  const site = { document, storage: createStorage() }
  fonts(site as unknown as Site)
  return site.storage.kept
}

beforeEach(() => {
  localStorage.clear()
  document.documentElement.dataset.fonts = ''
  document.documentElement.dataset.fontFiles = '/text.woff2 /code.woff2'
  load.mockReset().mockResolvedValue()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
})

describe('the fonts', () => {
  it('are fetched after the page loads, for code in this document and for text in the next', async () => {
    const kept = start()
    window.dispatchEvent(new Event('load'))
    expect(load.mock.calls).toEqual([['1em "Keywright Text"'], ['1em "Keywright Code"']])
    await vi.waitFor(() => expect(kept.read(FONTS_KEY)).toBe('/text.woff2 /code.woff2'), { timeout: 20_000 })
    expect(document.documentElement.dataset.fonts).toBe('code')
  })

  it('are not fetched again if the browser already has them', () => {
    localStorage.setItem(FONTS_KEY, '/text.woff2 /code.woff2')
    start()
    window.dispatchEvent(new Event('load'))
    expect(load).not.toHaveBeenCalled()
  })

  it('are retried by the next page after a failure', async () => {
    load.mockRejectedValue(new Error('offline'))
    const kept = start()
    window.dispatchEvent(new Event('load'))
    await Promise.resolve()
    expect(load).toHaveBeenCalledTimes(2)
    expect(kept.read(FONTS_KEY)).toBeNull()
  })
})
