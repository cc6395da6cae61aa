import { beforeAll, expect, test } from 'vitest'
import type { Workbench } from '../kit/workbench.ts'
import { openTestWorkbench } from '../testing/testWorkbench.ts'
import { type Captured, capture, replay } from './capture.ts'
import { inspectWebhook, type Received, readHeaders, writeHeaders } from './inspectWebhook.ts'

let bench: Workbench
let captured: Captured
let received: Received
const toReceived = ({ delivery, keys, now }: Captured): Received => ({
  body: delivery.body,
  headers: writeHeaders(delivery.tries.at(-1)!.headers),
  keys,
  now,
  seen: [],
})
beforeAll(async () => {
  bench = await openTestWorkbench()
  captured = await capture(bench)
  received = toReceived(captured)
})

const failedAt = (changes: Partial<Received> = {}) =>
  inspectWebhook({ ...received, ...changes }).steps.findIndex(({ state }) => state === 'failed')

test('a delivery of the sandbox passes', () => {
  const { steps, eventId } = inspectWebhook(received)
  expect(steps.map(({ state }) => state)).toEqual(Array(5).fill('passed'))
  expect(eventId).toBe(captured.delivery.id)
})

test('the first wrong check is named, and nothing behind it', () => {
  expect(failedAt({ headers: '' })).toBe(0)
  expect(failedAt({ keys: [] })).toBe(1)
  expect(failedAt({ body: received.body.replace('COMPLETED', 'FAILED') })).toBe(2)
  expect(failedAt({ now: received.now + 300_001 })).toBe(3)
  expect(failedAt({ now: Number.NaN })).toBe(3)
  expect(failedAt({ seen: [captured.delivery.id] })).toBe(4)
  expect(
    inspectWebhook({ ...received, keys: [] })
      .steps.slice(2)
      .map(({ state }) => state),
  ).toEqual(Array(3).fill('not reached'))
})

test('a replay is signed anew and of the same event', async () => {
  const again = toReceived(await replay(bench, captured.delivery.id))
  expect(again.body).toBe(received.body)
  expect(inspectWebhook({ ...again, seen: [] }).eventId).toBe(captured.delivery.id)
  expect(inspectWebhook({ ...again, seen: [captured.delivery.id] }).steps[4]!.state).toBe('failed')
})

test('a second capture is another event', async () => {
  expect((await capture(bench)).delivery.id).not.toBe(captured.delivery.id)
})

test('headers are read in any case', () => {
  expect(readHeaders('X-One: 1\nx-two:  a: b \n\nnonsense')).toEqual({ 'x-one': '1', 'x-two': 'a: b' })
})
