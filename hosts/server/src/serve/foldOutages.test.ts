import type { LogEntry } from '@keywright/host'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { foldOutages, QUIET_MS } from './foldOutages.ts'

let logged: LogEntry[]
let log: ReturnType<typeof foldOutages>
beforeEach(() => {
  vi.useFakeTimers()
  logged = []
  log = foldOutages((entry) => logged.push(entry))
})
afterEach(() => vi.useRealTimers())

const failed = (cause: string, errorId: string): LogEntry => {
  return { level: 'error', message: 'store unavailable', error: 'StoreUnavailable', cause, errorId }
}

it('logs an outage of many calls in two lines, with its cause', () => {
  for (let n = 0; n < 1_000; n++) {
    log(failed('connect ECONNREFUSED', `${n}`))
    vi.advanceTimersByTime(10)
  }
  expect(logged).toEqual([failed('connect ECONNREFUSED', '0')])
  vi.advanceTimersByTime(QUIET_MS)
  expect(logged.slice(1)).toEqual([{ level: 'info', message: 'no more: store unavailable', repeats: 999 }])
  log(failed('connect ECONNREFUSED', 'later'))
  expect(logged).toHaveLength(3)
})

it('logs another cause, and every line of other kinds', () => {
  log(failed('connect ECONNREFUSED', 'a'))
  log(failed('canceling statement due to lock timeout', 'b'))
  for (const n of [1, 2]) log({ level: 'info', message: 'request', n })
  expect(logged).toHaveLength(4)
})
