import { afterEach, describe, expect, it, vi } from 'vitest'
import { TIMED_OUT, within } from './wait.ts'

afterEach(() => vi.unstubAllGlobals())

const Platform = AbortController

/** As in some native runtimes: `abort` takes no reason, and signals have none. */
class WithoutReasons {
  readonly #controller = new Platform()
  readonly signal = {
    aborted: false,
    reason: undefined,
    addEventListener: (_: string, heard: () => void) =>
      this.#controller.signal.addEventListener('abort', heard),
    removeEventListener: () => {},
  }
  abort() {
    this.signal.aborted = true
    this.#controller.abort()
  }
}

describe.each([
  ['a platform', AbortController],
  ['a runtime whose signals have no reason', WithoutReasons],
])('on %s', (_, controller) => {
  it('reports a timeout', async () => {
    vi.stubGlobal('AbortController', controller)
    let seen: AbortSignal | undefined
    const work = within(1, undefined, (signal) => {
      seen = signal
      return new Promise(() => {})
    })
    await expect(work).rejects.toBe(TIMED_OUT)
    expect(seen?.aborted).toBe(true)
  })

  it('throws what the work throws', async () => {
    vi.stubGlobal('AbortController', controller)
    await expect(within(1e6, undefined, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  })
})
