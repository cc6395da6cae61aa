import { expect, it, vi } from 'vitest'
import { createPending } from './pending.ts'
import { createTimers } from './timers.ts'

it('calls no timer without a reference while nothing else is pending', () => {
  vi.useFakeTimers()
  const pending = createPending((run) => setTimeout(run))
  const platform = { setTimeout: (run: () => void, ms?: number) => Number(setTimeout(run, ms)), clearTimeout }
  const { globals } = createTimers(platform, pending, queueMicrotask)
  const called = vi.fn()
  globals.setTimeout(called, 5).unref()
  vi.advanceTimersByTime(1000)
  expect(called).not.toHaveBeenCalled()
  const release = pending.hold()
  vi.advanceTimersByTime(1)
  expect(called).toHaveBeenCalledOnce()
  release()
  vi.useRealTimers()
})
