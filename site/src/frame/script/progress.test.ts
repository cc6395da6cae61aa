import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgress } from './progress.ts'
import * as PROGRESS from './progressRules.ts'

let shown: (number | null)[]
let progress: ReturnType<typeof createProgress>

const pass = (ms: number) => vi.advanceTimersByTime(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  shown = []
  progress = createProgress((fraction) => shown.push(fraction))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the progress bar', () => {
  it('uses the specified constants', () => {
    expect(PROGRESS).toMatchObject({
      delay: 200,
      minimum: 0.08,
      speed: 200,
      trickleRate: 0.02,
      trickleSpeed: 800,
    })
  })

  it('shows nothing for a navigation faster than the delay', () => {
    progress.start()
    pass(199)
    progress.done()
    pass(5000)
    expect(shown).toEqual([])
  })

  it('starts at the minimum and trickles', () => {
    progress.start()
    pass(200)
    expect(shown).toEqual([0.08])
    pass(1600)
    expect(shown.map((at) => at?.toFixed(2))).toEqual(['0.08', '0.10', '0.12'])
  })

  it('never completes by trickling', () => {
    progress.start()
    pass(800 * 100)
    expect(Math.max(...(shown as number[]))).toBeLessThan(1)
  })

  it('completes and disappears when the page arrives', () => {
    progress.start()
    pass(300)
    progress.done()
    expect(shown.at(-1)).toBe(1)
    pass(200)
    expect(shown.at(-1)).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('restarts for the next navigation', () => {
    progress.start()
    pass(300)
    progress.start()
    pass(200)
    expect(shown).toEqual([0.08, 0.08])
  })
})
