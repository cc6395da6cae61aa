import { expect, it } from 'vitest'
import { quantile, summaryOf } from './loadServer.ts'

it('takes quantiles by rank', () => {
  const values = Array.from({ length: 1_000 }, (_, n) => 1_000 - n)
  expect([0.5, 0.99, 0.999, 1].map((share) => quantile(values, share))).toEqual([500, 990, 999, 1_000])
  expect(quantile([7], 0.999)).toBe(7)
  expect(quantile([], 0.5)).toBe(0)
})

it('counts answers, and the rate until the last one', () => {
  const answers = [
    [100, 10],
    [900, 30],
    [1_500, 20],
    // Sent in time, and answered later.
    [4_000, 2_500],
  ] as const
  const { answered, perSecond, latency } = summaryOf(answers)
  expect([answered, perSecond]).toEqual([4, 1])
  expect(latency.p999).toBe(2_500)
})
