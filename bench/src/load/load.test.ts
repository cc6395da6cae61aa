import { expect, it } from 'vitest'
import { drawLoad, niceAbove } from './draw.ts'
import { quantile, summaryOf } from './loadServer.ts'

it('takes quantiles by rank', () => {
  const values = Array.from({ length: 1_000 }, (_, n) => 1_000 - n)
  expect([0.5, 0.99, 0.999, 1].map((share) => quantile(values, share))).toEqual([500, 990, 999, 1_000])
  expect(quantile([7], 0.999)).toBe(7)
  expect(quantile([], 0.5)).toBe(0)
})

it('counts each answer in its second, and the rate until the last one', () => {
  const answers = [
    [100, 10],
    [900, 30],
    [1_500, 20],
    // Sent in time, and answered later.
    [4_000, 2_500],
  ] as const
  const { answered, perSecond, seconds, latency } = summaryOf(answers, 2)
  expect([answered, perSecond]).toEqual([4, 1])
  expect(seconds).toEqual([
    { at: 1, perSecond: 2, p50: 10, p99: 30 },
    { at: 2, perSecond: 1, p50: 20, p99: 20 },
  ])
  expect(latency.p999).toBe(2_500)
})

it('draws what was measured, and nothing of what was not', () => {
  const loaded = {
    ...summaryOf([[500, 12]], 1),
    sentAgain: 0,
    samples: [],
    cores: undefined,
    megabytes: undefined,
  }
  const svg = drawLoad(loaded, '1 <signature> a second · "here"')
  expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n$/)
  expect(svg).toContain('1 &lt;signature&gt; a second')
  expect(svg).toContain('Latency')
  expect(svg).not.toContain('Memory')
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect([0, 1, 1.5, 3, 70, 1_001].map(niceAbove)).toEqual([1, 1, 2, 5, 100, 2_000])
})
