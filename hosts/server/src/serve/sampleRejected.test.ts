import type { LogEntry } from '@keywright/host'
import { expect, it } from 'vitest'
import { REJECTED_PER_SECOND, sampleRejected } from './sampleRejected.ts'

function open() {
  const lines: LogEntry[] = []
  let time = 0
  const request = sampleRejected(
    (entry) => lines.push(entry),
    () => time,
  )
  return { lines, request, at: (milliseconds: number) => void (time = milliseconds) }
}
const rejected = { level: 'info', message: 'request', status: 401 } as const

it('logs some rejected requests of strangers per second, and how many it left out', () => {
  const { lines, request, at } = open()
  for (let i = 0; i < 1000; i++) request(rejected)
  expect(lines).toHaveLength(REJECTED_PER_SECOND)
  at(1_000)
  request(rejected)
  expect(lines.slice(REJECTED_PER_SECOND)).toEqual([
    { level: 'warn', message: 'rejected requests not logged', requests: 1000 - REJECTED_PER_SECOND },
    rejected,
  ])
})

it('logs every request of a verified caller, and every accepted one', () => {
  const { lines, request } = open()
  for (let i = 0; i < 100; i++) {
    request({ ...rejected, userId: 'a user' })
    request({ ...rejected, status: 200 })
  }
  expect(lines).toHaveLength(200)
})
