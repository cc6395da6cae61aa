import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('starts a run only after the last one is over, and waits for it to stop', async () => {
  const ends: (() => void)[] = []
  const { stop } = repeat(10, () => new Promise<void>((end) => ends.push(end)), vi.fn())
  await vi.advanceTimersByTimeAsync(50)
  expect(ends).toHaveLength(1)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(10)
  expect(ends).toHaveLength(2)
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(50)
  expect([ends.length, isStopped]).toEqual([2, false])
  ends[1]!()
  await stopping
})

it('tells the first of consecutive failures', async () => {
  const outcomes = [false, false, true, false]
  const fail = vi.fn()
  const work = async () => {
    if (!outcomes.shift()) throw new Error('down')
  }
  const { stop } = repeat(10, work, fail)
  await vi.advanceTimersByTimeAsync(40)
  await stop()
  expect([outcomes.length, fail.mock.calls.length]).toEqual([0, 2])
})
